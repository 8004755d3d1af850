import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { ChangeProof } from '../../src/schema/change-proof.ts';
import { type FindingItem, proofFinding, type ProofFinding } from '../../src/schema/proof-finding.ts';
import type { Recorded } from './judge-case.ts';

const folder = fileURLToPath(new URL('recorded/', import.meta.url));

const recorded = z.record(
  z.string(),
  z.strictObject({ findings: z.array(proofFinding), failsProbe: z.optional(z.boolean()) }),
);

/** By the name of the case. */
export function readRecorded(family: string): Record<string, Recorded> {
  const file = `${folder}${family}.json`;
  return fs.existsSync(file) ? recorded.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : {};
}

export function writeRecorded(family: string, name: string, one: Recorded): void {
  const all = { ...readRecorded(family), [name]: one };
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  fs.writeFileSync(`${folder}${family}.json`, `${JSON.stringify(sorted, null, 1)}\n`);
}

/** Without what differs from run to run, or from machine to machine. */
export function normalised({ findings }: Pick<ChangeProof, 'findings'>): ProofFinding[] {
  return findings.map((finding) => {
    if ('items' in finding) return { ...finding, items: sorted(finding.items.map(withoutHashes), ({ key }) => key) };
    if ('tail' in finding) return { ...finding, tail: '' };
    if (finding.code === 'new_failures') {
      const tests = finding.tests.map(({ id }) => ({ id, reason: '' }));
      return { ...finding, tests: sorted(tests, ({ id }) => id) };
    }
    if ('tests' in finding) return { ...finding, tests: finding.tests.toSorted() };
    return finding.code === 'report_disagrees' ? { ...finding, report: '', printed: '' } : finding;
  });
}

/** Some runners take files in any order. */
function sorted<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  return all.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** That something stood there or stands there is enough. */
function withoutHashes({ before, after, ...item }: FindingItem): FindingItem {
  return { ...item, before: before === null ? null : 'old', after: after === null ? null : 'new' };
}
