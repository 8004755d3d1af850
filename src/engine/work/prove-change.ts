import { catchFailure, unwrap } from '../../base/failure.ts';
import { testsOfSnapshot } from '../../evidence/mixed-trees/select-tests.ts';
import type { ChangePart } from '../../languages/change-class.ts';
import { addedLines } from '../../git/hunks.ts';
import { onlyRenamedIn } from '../../languages/renamed-in-tests.ts';
import { isImportOrExport, isLoadableCode } from '../../languages/source-files.ts';
import type { ChangeProof } from '../../schema/change-proof.ts';
import type { FindingItem, ProofFinding } from '../../schema/proof-finding.ts';
import type { Step } from '../conductor/step.ts';
import { type ChangeCommits, type ChangeRuns, openChangeRuns } from './change-runs.ts';
import { findFailingCommand } from './checks.ts';
import { demandsOf, demandTexts, titleIn, withIdle } from './idle-findings.ts';
import { measureChange, type MeasuredChange, type MeasureOptions, type SupersededTest } from './measure-change.ts';
import { type ChangeToRead, hashOf, lostDemandFinding, readChangeFindings, readSurfaceChange } from './read-change.ts';

export type ChangeToProve = ChangeCommits & ChangeToRead & Pick<MeasureOptions, 'scope'>;

const MAX_LISTED = 20;

/** Everything that can be found out about the change between two commits, by reading both trees and running tests. */
export async function proveChange(step: Step, change: ChangeToProve): Promise<ChangeProof> {
  const runs = await openChangeRuns(step, change);
  const read = await readChangeFindings(step, runs, change);
  if (read.some(({ code }) => code === 'no_change' || code === 'no_deliverable')) return proofOf(runs, read);
  const { words } = change.request;
  const measured = await measure(step, runs, { words, ...(change.scope !== undefined && { scope: change.scope }) });
  if (!('red' in measured)) return proofOf(runs, [...read, measured]);
  const all = [
    ...withShortfall(await withIdle(runs, read, measured), measured),
    ...(await measuredFindings(runs, measured)),
  ];
  const { red } = measured;
  if (red !== null && red.proven.length === 0 && red.weak.length === 0)
    all.push(...(await unprovenFinding(step, runs)));
  return proofOf(runs, all, measured);
}

/** Only whether the tests that there were still stand, and hold: of a change whose other sides are known. */
export async function proveOldDemands(step: Step, change: ChangeToProve): Promise<ChangeProof> {
  const runs = await openChangeRuns(step, { ...change, candidateRun: 'together' });
  const read = await lostDemandFinding(runs);
  const measured = await measure(step, runs, { words: change.request.words, scope: 'old_tests' });
  if (!('red' in measured)) return proofOf(runs, [...read, measured]);
  const all = [...(await withIdle(runs, read, measured)), ...(await measuredFindings(runs, measured))];
  return proofOf(runs, all.filter(isAboutOldTests), measured);
}

/** Of what git made of two sides that were proved, each by itself: whether the tests hold on the tree of both. */
export async function proveJoined(step: Step, change: ChangeCommits): Promise<ChangeProof> {
  const runs = await openChangeRuns(step, { ...change, candidateRun: 'together', coverage: false });
  const measured = await measure(step, runs, { words: '', scope: 'candidate' });
  if (!('red' in measured)) return proofOf(runs, [measured]);
  return proofOf(runs, measured.findings.filter(isAboutTests), measured);
}

/** Which files are loaded was known of either side. */
function isAboutTests({ code }: ProofFinding): boolean {
  return code !== 'unreached' && code !== 'not_measured';
}

function isAboutOldTests({ code }: ProofFinding): boolean {
  return code === 'superseded' || code === 'lost_demand' || code === 'lost_tests';
}

/** A finding: the project cannot be set up any more. */
async function measure(step: Step, runs: ChangeRuns, options: MeasureOptions): Promise<MeasuredChange | ProofFinding> {
  const measured = await catchFailure(() => measureChange(runs, options));
  if (measured.ok) return measured.value;
  if (measured.error.code !== 'checks.setup_failed') return unwrap(measured);
  return setUpFinding(step, runs, measured.error.params);
}

function proofOf(
  { baseline, candidate, runs }: ChangeRuns,
  findings: readonly ProofFinding[],
  { red, added, changed }: Pick<MeasuredChange, 'red' | 'added' | 'changed'> = { red: null, added: [], changed: [] },
): ChangeProof {
  return {
    baseline: { commit: baseline.commit, tree: baseline.tree },
    candidate: { commit: candidate.commit, tree: candidate.tree },
    runs: [...runs],
    findings: [...findings],
    proven: firstTests(red?.proven ?? []),
    added: firstTests(added),
    changed: firstTests(changed),
    ...(baseline.proof.tools !== undefined && { tools: baseline.proof.tools }),
  };
}

function firstTests(tests: readonly string[]): ChangeProof['proven'] {
  return { tests: tests.slice(0, MAX_LISTED), count: tests.length };
}

async function measuredFindings(
  runs: ChangeRuns,
  { findings, superseded, needsItsSettings }: MeasuredChange,
): Promise<ProofFinding[]> {
  return [
    ...findings,
    ...(await supersededFinding(runs, superseded)),
    ...(needsItsSettings ? [settingsFinding(runs)] : []),
  ];
}

/** Code that ends the process weighs more where not all tests were executed. */
function withShortfall(read: readonly ProofFinding[], { findings }: MeasuredChange): ProofFinding[] {
  const fewer = findings.some((one) => one.code === 'report_disagrees' && one.printed.includes('fewer_executed'));
  return read.map((one) => (one.code === 'test_detection' ? { ...one, fewer } : one));
}

/** A set-up that fails on the baseline, too, is the machine's fault. */
export async function setUpFinding(
  step: Step,
  { baseline }: ChangeRuns,
  { command, ending, tail }: Record<'command' | 'ending' | 'tail', string>,
): Promise<ProofFinding> {
  await findFailingCommand(step, { commit: baseline.commit, lines: [] });
  return { code: 'setup_failed', command, ending, tail };
}

/** With the old demand and the new one of each: what is allowed is the step from one to the other. */
export async function supersededFinding(runs: ChangeRuns, tests: readonly SupersededTest[]): Promise<ProofFinding[]> {
  if (tests.length === 0) return [];
  const { baseline, candidate } = runs.trees;
  const newName = new Map(runs.renames.map(({ from, to }) => [from, to]));
  unwrap(await baseline.load(tests.map(({ file }) => file)));
  unwrap(await candidate.load(tests.map(({ file }) => newName.get(file) ?? file)));
  const snapshots = tests.flatMap(({ file }) => snapshotsOf(runs, file));
  unwrap(await baseline.load(snapshots.map(({ path, from }) => from ?? path)));
  unwrap(await candidate.load(snapshots.map(({ path }) => path)));
  const named = tests.map(({ id, file }) => ({ id, file, test: titleIn(id) }));
  const renamed = new Set(onlyRenamedIn(named, await readSurfaceChange(runs)).map(({ id }) => id));
  const items = tests.map(({ id, file }): FindingItem => {
    const now = newName.get(file) ?? file;
    const [was, is] = [demandsOf(file, baseline.text(file), id), demandsOf(now, candidate.text(now), id)];
    // Where no demand can be read the files have to do, and where nobody knows in which file it stands, the trees.
    const isReadable = was.length + is.length > 0;
    const isKnown = baseline.files.has(file);
    const before = isKnown ? (baseline.files.get(file)?.object ?? null) : runs.baseline.tree;
    const after = isKnown ? (candidate.files.get(now)?.object ?? null) : runs.candidate.tree;
    const item = {
      key: id,
      file,
      before: isReadable ? hashOfDemands(was) : before,
      after: isReadable ? hashOfDemands(is) : after,
    };
    const texts = { ...demandTexts('was', was), ...demandTexts('now', is) };
    // The test says what it said: what it is compared with has changed.
    if (item.before === item.after) return { ...item, ...texts, ...snapshotChange(runs, file) };
    const names = isReadable && renamed.has(id) ? ({ only_names: true } as const) : {};
    return { ...item, ...texts, ...names };
  });
  return [{ code: 'superseded', items }];
}

function snapshotsOf({ parts }: ChangeRuns, file: string): readonly ChangePart[] {
  return parts.filter((part) => part.class === 'snapshot' && testsOfSnapshot(part.from ?? part.path).includes(file));
}

/** Nothing where the snapshots of a test file are as they were. */
function snapshotChange(runs: ChangeRuns, file: string): Partial<FindingItem> {
  const { baseline, candidate } = runs.trees;
  const changed = snapshotsOf(runs, file);
  if (changed.length === 0) return {};
  const lines = (text: string | undefined): string[] => (text ?? '').split('\n');
  const was = changed.flatMap(({ path, from }) => lines(baseline.text(from ?? path)));
  const is = changed.flatMap(({ path }) => lines(candidate.text(path)));
  const only = (some: readonly string[], others: readonly string[]): string[] =>
    some.filter((line) => !others.includes(line));
  return {
    before: hashOf(changed.map(({ before }) => before ?? '').join('\n')),
    after: hashOf(changed.map(({ after }) => after ?? '').join('\n')),
    ...demandTexts('was', only(was, is)),
    ...demandTexts('now', only(is, was)),
  };
}

function hashOfDemands(demands: readonly string[]): string | null {
  return demands.length === 0 ? null : hashOf(demands.join('\n'));
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

/** What only goes or moves cannot be shown by a test that fails without it. */
async function unprovenFinding(
  { services }: Step,
  { parts, baseline, candidate, trees }: ChangeRuns,
): Promise<ProofFinding[]> {
  const changed = parts.filter((part) => part.class === 'product' && part.kind !== 'mode');
  const oldName = new Map(changed.map(({ path, from }) => [path, from ?? path]));
  const files = [...oldName.keys()].filter(isLoadableCode);
  if (files.length === 0) return [];
  unwrap(await trees.baseline.load(oldName.values()));
  const isNew = (path: string, text: string): boolean =>
    !isImportOrExport(text) && !isExportedNow(text, trees.baseline.text(oldName.get(path) ?? path));
  const range = { from: baseline.tree, to: candidate.tree };
  const added = await addedLines(services.git, services.repository, range);
  const gaining = files.filter((path) => added.get(path)?.some(({ text }) => isNew(path, text)) === true);
  if (gaining.length > 0) return [{ code: 'unproven', files: gaining }];
  return [{ code: 'not_testable', files, prose: false }];
}

/** The line stood there before, without `export`. */
function isExportedNow(line: string, before: string | undefined): boolean {
  const [, declared] = /^export\s+(?:default\s+)?(\S.*)$/.exec(line) ?? [];
  return declared !== undefined && before?.split('\n').includes(declared) === true;
}
