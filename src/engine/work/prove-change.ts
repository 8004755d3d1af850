import { createHash } from 'node:crypto';
import { catchFailure, unwrap } from '../../base/failure.ts';
import { readProductChanges } from '../../evidence/mixed-trees/product-changes.ts';
import { addedLines } from '../../git/hunks.ts';
import { type ChangePart, isConfiguration, isTestSurface } from '../../languages/change-class.ts';
import { demandsIn } from '../../languages/demands.ts';
import { isBenignSupport } from '../../languages/known-languages.ts';
import { lostDemands } from '../../languages/lost-demands.ts';
import { isLoadableCode, isProse } from '../../languages/source-files.ts';
import { suspiciousLines } from '../../languages/suspicious-code.ts';
import type { ChangeProof } from '../../schema/change-proof.ts';
import type { FindingItem, ProofFinding } from '../../schema/proof-finding.ts';
import { changeFindings, type RequestFacts } from '../../workflows/proof/change-findings.ts';
import type { Step } from '../conductor/step.ts';
import { type ChangeCommits, type ChangeRuns, openChangeRuns } from './change-runs.ts';
import { findFailingCommand } from './checks.ts';
import { measureChange, type SupersededTest } from './measure-change.ts';

export interface ChangeToProve extends ChangeCommits {
  readonly request: Omit<RequestFacts, 'exists'>;
}

const MAX_PROVEN = 20;

/** Everything that can be found out about the change between two commits, by reading both trees and running tests. */
export async function proveChange(step: Step, change: ChangeToProve): Promise<ChangeProof> {
  const runs = await openChangeRuns(step, change);
  const read = await readFindings(step, runs, change);
  const none = { tests: [], count: 0 };
  const { baseline, candidate } = runs;
  const proofOf = (findings: readonly ProofFinding[], proven: ChangeProof['proven'] = none): ChangeProof => ({
    baseline: { commit: baseline.commit, tree: baseline.tree },
    candidate: { commit: candidate.commit, tree: candidate.tree },
    runs: [...runs.runs],
    findings: [...findings],
    proven,
  });
  if (read.some(({ code }) => code === 'no_change' || code === 'no_deliverable')) return proofOf(read);
  if (baseline.proof.command === null) return proofOf([...read, { code: 'no_test_command' }]);
  const measured = await catchFailure(() => measureChange(runs));
  if (!measured.ok) {
    if (measured.error.code !== 'checks.setup_failed') return unwrap(measured);
    return proofOf([...read, await setupFinding(step, runs, measured.error.params)]);
  }
  const { findings, red, superseded, needsItsSettings } = measured.value;
  const all = [
    ...read,
    ...findings,
    ...(await supersededFinding(runs, superseded)),
    ...(needsItsSettings ? [settingsFinding(runs)] : []),
  ];
  if (red === null) return proofOf(all);
  if (red.proven.length === 0 && red.weak.length === 0) all.push(...unprovenFinding(runs));
  return proofOf(all, { tests: red.proven.slice(0, MAX_PROVEN), count: red.proven.length });
}

/** A set-up that fails on the baseline, too, is the machine's fault. */
async function setupFinding(
  step: Step,
  { baseline }: ChangeRuns,
  { command, ending, tail }: Record<'command' | 'ending' | 'tail', string>,
): Promise<ProofFinding> {
  await findFailingCommand(step, { commit: baseline.commit, lines: [] });
  return { code: 'setup_failed', command, ending, tail };
}

/** What the texts of both trees tell. */
async function readFindings(
  step: Step,
  runs: ChangeRuns,
  { request, taskList }: ChangeToProve,
): Promise<ProofFinding[]> {
  const { baseline, candidate } = runs.trees;
  const paths = runs.parts.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]);
  unwrap(await baseline.load(paths));
  unwrap(await candidate.load(paths));
  const old = ({ path, from }: ChangePart): string | undefined => baseline.text(from ?? path);
  const found = changeFindings({
    // The boxes of the task list are ticked by ourselves; what agents write there is never committed.
    parts: runs.parts.filter(({ path }) => path !== taskList),
    textsOf: (part) => ({ was: clip(old(part)), now: clip(candidate.text(part.path)) }),
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

async function lostDemandFinding(runs: ChangeRuns): Promise<ProofFinding[]> {
  const { baseline, candidate } = runs.trees;
  const surface = runs.parts.filter((part) => isTestSurface(part) && part.class !== 'install_script');
  if (!surface.some(({ kind }) => kind !== 'added')) return [];
  // Tests may have moved into files that did not change: all test files count.
  const [old, now] = [new Set(runs.trees.tests.baseline), new Set(runs.trees.tests.candidate)];
  for (const { path, from, kind } of surface) {
    if (kind !== 'added') old.add(from ?? path);
    if (kind !== 'deleted') now.add(path);
  }
  unwrap(await baseline.load(old));
  unwrap(await candidate.load(now));
  const texts = (tree: typeof baseline, paths: ReadonlySet<string>): Map<string, string> =>
    new Map(
      [...paths].flatMap((path) => {
        const text = tree.text(path);
        return text === undefined ? [] : [[path, text] as const];
      }),
    );
  const product = unwrap(await readProductChanges(runs.trees));
  const lost = lostDemands({
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
  });
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

/** Code of the change that could make tests say less than they seem to. */
async function suspiciousFindings({ services }: Step, runs: ChangeRuns): Promise<ProofFinding[]> {
  const range = { from: runs.baseline.tree, to: runs.candidate.tree };
  const added = await addedLines(services.git, services.repository, range);
  const { candidate } = runs.trees;
  unwrap(await candidate.load(added.keys()));
  const found = [...added].flatMap(([path, lines]) =>
    suspiciousLines(path, candidate.text(path) ?? '', new Set(lines.map(({ number }) => number))),
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
  const patches = itemsOf((kind) => kind === 'patches_assertions' || kind === 'opens_reports');
  const detects = itemsOf((kind) => kind !== 'patches_assertions' && kind !== 'opens_reports');
  return [
    ...(patches.length > 0 ? [{ code: 'tampering' as const, items: patches }] : []),
    ...(detects.length > 0 ? [{ code: 'test_detection' as const, items: detects, fewer: false }] : []),
  ];
}

/** With the old demand and the new one of each. */
async function supersededFinding(runs: ChangeRuns, tests: readonly SupersededTest[]): Promise<ProofFinding[]> {
  if (tests.length === 0) return [];
  const { baseline, candidate } = runs.trees;
  const newName = new Map(runs.renames.map(({ from, to }) => [from, to]));
  unwrap(await baseline.load(tests.map(({ file }) => file)));
  unwrap(await candidate.load(tests.map(({ file }) => newName.get(file) ?? file)));
  const items = tests.map(({ id, file }): FindingItem => {
    const now = newName.get(file) ?? file;
    return {
      key: id,
      file,
      before: baseline.files.get(file)?.object ?? null,
      after: candidate.files.get(now)?.object ?? null,
      ...demandTexts('was', demandsOf(file, baseline.text(file), id)),
      ...demandTexts('now', demandsOf(now, candidate.text(now), id)),
    };
  });
  return [{ code: 'superseded', items }];
}

function demandsOf(file: string, text: string | undefined, id: string): string[] {
  const title = id.slice(id.lastIndexOf(' > ') + 3);
  return demandsIn(file, text ?? '')
    .filter(({ test }) => test === title || test?.endsWith(title) === true)
    .map(({ source }) => source);
}

function demandTexts(name: 'was' | 'now', demands: readonly string[]): Partial<Record<'was' | 'now', string>> {
  const text = clip(demands.join('\n'));
  return text === undefined || text === '' ? {} : { [name]: text };
}

function settingsFinding({ parts }: ChangeRuns): ProofFinding {
  const items = parts
    .filter((part) => part.class === 'resolution')
    .map(({ path, part, before, after }): FindingItem => ({
      key: part === undefined ? path : `${path}#${part}`,
      file: path,
      before,
      after,
    }));
  return { code: 'configuration', items };
}

function unprovenFinding({ parts }: ChangeRuns): ProofFinding[] {
  const files = parts
    .filter((part) => part.class === 'product' && part.kind !== 'deleted' && part.kind !== 'mode')
    .map(({ path }) => path)
    .filter(isLoadableCode);
  return files.length === 0 ? [] : [{ code: 'unproven', files: [...new Set(files)] }];
}

const MAX_TEXT = 2_000;

function clip(text: string | undefined): string | undefined {
  return text === undefined || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
