import { createHash } from 'node:crypto';
import { unwrap } from '../../base/failure.ts';
import { readProductChanges } from '../../evidence/mixed-trees/product-changes.ts';
import { addedLines } from '../../git/hunks.ts';
import { type ChangePart, isConfiguration, isTestSurface } from '../../languages/change-class.ts';
import { isBenignSupport } from '../../languages/known-languages.ts';
import { lostDemands, type SurfaceChange } from '../../languages/lost-demands.ts';
import { isLoadableCode, isProse } from '../../languages/source-files.ts';
import { partsAsJson } from '../../languages/split-file.ts';
import { canBeSuspicious, suspiciousLines } from '../../languages/suspicious-code.ts';
import type { FindingItem, ProofFinding } from '../../schema/proof-finding.ts';
import { changeFindings, type RequestFacts } from '../../workflows/proof/change-findings.ts';
import type { Step } from '../conductor/step.ts';
import type { ChangeRuns } from './change-runs.ts';

export interface ChangeToRead {
  readonly request: Omit<RequestFacts, 'exists'>;
  readonly taskList?: string | null;
}

/** What the texts of both trees tell. */
export async function readChangeFindings(
  step: Step,
  runs: ChangeRuns,
  { request, taskList }: ChangeToRead,
): Promise<ProofFinding[]> {
  const { baseline, candidate } = runs.trees;
  const paths = runs.parts.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]);
  unwrap(await baseline.load(paths));
  unwrap(await candidate.load(paths));
  const old = ({ path, from }: ChangePart): string | undefined => baseline.text(from ?? path);
  const found = changeFindings({
    // The boxes of the task list are ticked by ourselves; what agents write there is never committed.
    parts: runs.parts.filter(({ path }) => path !== taskList),
    textsOf: (part) => ({ was: clipText(old(part)), now: clipText(candidate.text(part.path)) }),
    empty: new Set(runs.parts.filter(({ path }) => candidate.text(path)?.trim() === '').map(({ path }) => path)),
    isLoadable: isLoadableCode,
    isProse,
    isHarmless: (part) =>
      part.part === undefined &&
      isConfiguration(part) &&
      isBenignSupport(part.path, old(part) ?? null, candidate.text(part.path) ?? null),
    hadTests: runs.baseline.proof.command !== null,
    request: { ...request, exists: (path) => candidate.files.has(path) || hasFolder(candidate.paths, path) },
  });
  return [...found, ...(await lostDemandFinding(runs)), ...(await suspiciousFindings(step, runs))];
}

function hasFolder(paths: ReadonlySet<string>, folder: string): boolean {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return [...paths].some((path) => path.startsWith(prefix));
}

/** Tests, and code that is run with them; settings demand nothing. */
function holdsDemands(part: ChangePart): boolean {
  if (!isConfiguration(part)) return isTestSurface(part);
  return part.class !== 'install_script' && part.part === undefined && isLoadableCode(part.path);
}

/** What the old tests demand and the new ones do not. */
export async function lostDemandFinding(runs: ChangeRuns): Promise<ProofFinding[]> {
  if (!runs.parts.some((part) => holdsDemands(part) && part.kind !== 'added')) return [];
  const lost = lostDemands(await readSurfaceChange(runs));
  const items = lost.map(({ file, test, expression, now: stands }): FindingItem => ({
    key: test === null ? file : `${file} > ${test}`,
    file,
    before: hashOf(expression),
    after: stands === undefined ? null : hashOf(stands),
    was: expression,
    ...(stands !== undefined && { now: stands }),
  }));
  return items.length === 0 ? [] : [{ code: 'lost_demand', items }];
}

/** The tests of both trees, and what the change does to names that they may use. */
export async function readSurfaceChange(runs: ChangeRuns): Promise<SurfaceChange> {
  const { baseline, candidate } = runs.trees;
  const surface = runs.parts.filter(holdsDemands);
  // Tests may have moved into files that did not change: all test files count.
  const [old, now] = [new Set(runs.trees.tests.baseline), new Set(runs.trees.tests.candidate)];
  for (const { path, from, kind } of surface) {
    if (kind !== 'added') old.add(from ?? path);
    if (kind !== 'deleted') now.add(path);
  }
  unwrap(await baseline.load(old));
  unwrap(await candidate.load(now));
  const keys = surface.filter(({ class: own, part }) => own === 'fixture' && part !== undefined);
  const keyed = new Set(keys.map(({ path }) => path));
  const texts = (tree: typeof baseline, paths: ReadonlySet<string>): Map<string, string> =>
    new Map(
      [...paths].flatMap((path) => {
        const text = tree.text(path);
        if (text === undefined) return [];
        // Of a manifest, only what tests read of it.
        const names = keys.flatMap(({ path: file, part = '' }) => (file === path ? part : []));
        return [[path, keyed.has(path) ? partsAsJson(path, text, new Set(names)) : text] as const];
      }),
    );
  const product = unwrap(await readProductChanges(runs.trees));
  return {
    before: texts(baseline, old),
    after: texts(candidate, now),
    deleted: {
      names: product.files.flatMap(({ removed }) =>
        removed.filter(({ to }) => to === undefined).map((one) => one.added.name),
      ),
      files: product.files.flatMap(({ before, after }) => (before !== null && after === null ? [before] : [])),
    },
    kept: product.files.flatMap(({ exportsBefore, exportsAfter }) =>
      exportsBefore.filter(({ name }) => exportsAfter.some((one) => one.name === name)).map(({ name }) => name),
    ),
  };
}

/** Code of the change that could make tests say less than they seem to. */
async function suspiciousFindings({ services }: Step, runs: ChangeRuns): Promise<ProofFinding[]> {
  if (!runs.parts.some(({ path }) => canBeSuspicious(path))) return [];
  const range = { from: runs.baseline.tree, to: runs.candidate.tree };
  const added = await addedLines(services.git, services.repository, range);
  const { candidate } = runs.trees;
  unwrap(await candidate.load(added.keys()));
  const ofTests = new Set(runs.parts.filter(isTestSurface).map(({ path }) => path));
  const found = [...added].flatMap(([path, lines]) =>
    suspiciousLines(path, candidate.text(path) ?? '', {
      added: new Set(lines.map(({ number }) => number)),
      isOfTests: ofTests.has(path),
    }),
  );
  const itemsOf = (fits: (kind: string) => boolean): FindingItem[] =>
    found
      .filter(({ kind }) => fits(kind))
      .map(({ path, line, text }) => ({
        key: `${path}:${line}`,
        file: path,
        before: null,
        after: hashOf(text),
        now: text.trim(),
      }));
  const patches = [
    ...itemsOf((kind) => kind === 'patches_assertions' || kind === 'opens_reports'),
    ...runs.parts
      .filter((part) => isUnreadable(part, candidate))
      .map(({ path, before, after }) => ({ key: path, file: path, before, after })),
  ];
  const detects = itemsOf((kind) => kind !== 'patches_assertions' && kind !== 'opens_reports');
  return [
    ...(patches.length > 0 ? [{ code: 'tampering' as const, items: patches }] : []),
    ...(detects.length > 0 ? [{ code: 'test_detection' as const, items: detects, fewer: false }] : []),
  ];
}

/** Code that is too long to be read, or holds what no text does: nobody knows what it does. */
function isUnreadable({ path, kind, part }: ChangePart, tree: ChangeRuns['trees']['candidate']): boolean {
  const isCode = canBeSuspicious(path) && isLoadableCode(path) && part === undefined;
  const isFile = kind !== 'mode' && tree.files.get(path)?.mode.startsWith('100') === true;
  return isCode && isFile && tree.text(path) === undefined;
}

const MAX_TEXT = 2_000;

/** As much of a text as somebody who decides wants to see. */
export function clipText(text: string | undefined): string | undefined {
  return text === undefined || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
