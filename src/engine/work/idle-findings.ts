import { unwrap } from '../../base/failure.ts';
import { demandsIn } from '../../languages/demands.ts';
import { isTitleOf } from '../../languages/named-tests.ts';
import type { FindingItem, ProofFinding } from '../../schema/proof-finding.ts';
import type { IdleTest } from '../../workflows/proof/idle-tests.ts';
import type { ChangeRuns } from './change-runs.ts';
import type { MeasuredChange } from './measure-change.ts';
import { clipText } from './read-change.ts';

type Runs = Pick<ChangeRuns, 'trees' | 'renames'>;

/** With the demands that are lost although they stand where they stood: their tests look no longer at the product. */
export async function withIdle(
  runs: Runs,
  read: readonly ProofFinding[],
  { idle, superseded }: Pick<MeasuredChange, 'idle' | 'superseded'>,
): Promise<readonly ProofFinding[]> {
  const lost = read.flatMap((one) => (one.code === 'lost_demand' ? one.items : []));
  const known = new Set([...lost.map(({ key }) => key), ...superseded.map(({ id }) => id)]);
  const isNew = ({ id, file }: IdleTest): boolean => !known.has(id) && !known.has(`${file} > ${titleIn(id)}`);
  const standing = [
    ...(await stillStanding(runs, idle.gone.filter(isNew), idle.demanding)),
    ...(await stillStanding(runs, idle.looser.filter(isNew), idle.noticing)),
  ];
  const all = [...idle.idle.filter(isNew), ...standing];
  const found = all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at);
  if (found.length === 0) return read;
  const others = read.filter(({ code }) => code !== 'lost_demand');
  return [...others, { code: 'lost_demand', items: [...lost, ...(await idleItems(runs, found))] }];
}

async function idleItems(runs: Runs, tests: readonly IdleTest[]): Promise<FindingItem[]> {
  const { baseline, candidate } = runs.trees;
  unwrap(await baseline.load(tests.map(({ file }) => file)));
  unwrap(await candidate.load(tests.map(({ file }) => newPath(runs, file))));
  return tests.map(({ id, file }): FindingItem => {
    const now = newPath(runs, file);
    return {
      key: id,
      file,
      before: baseline.files.get(file)?.object ?? null,
      after: candidate.files.get(now)?.object ?? null,
      ...demandTexts('was', demandsOf(file, baseline.text(file), id)),
      ...demandTexts('now', demandsOf(now, candidate.text(now), id)),
      idle: true,
    };
  });
}

function newPath({ renames }: Runs, file: string): string {
  return renames.find(({ from }) => from === file)?.to ?? file;
}

/**
 * Of tests that are not reported any more, or take a broken product: those whose assertions stand in the candidate, while
 * no test that is reported with them fails where it should. What stands nowhere is lost for all to see.
 */
async function stillStanding(
  { trees: { baseline, candidate, tests } }: Runs,
  gone: readonly IdleTest[],
  demanding: readonly string[],
): Promise<readonly IdleTest[]> {
  if (gone.length === 0) return [];
  unwrap(await baseline.load(gone.map(({ file }) => file)));
  unwrap(await candidate.load(tests.candidate));
  const stands = tests.candidate.flatMap((path) =>
    demandsIn(path, candidate.text(path) ?? '')
      .filter(({ isSkipped }) => !isSkipped)
      .map(({ source, test }) => ({ path, source, test: test ?? '' })),
  );
  const isDemanded = (path: string, title: string): boolean =>
    demanding.some((id) => id === path || (id.startsWith(`${path} > `) && isTitleOf(title, titleIn(id))));
  return gone.filter(({ id, file }) => {
    const was = new Set(demandsOf(file, baseline.text(file), id));
    const holders = stands.filter(({ source }) => was.has(source));
    return holders.length > 0 && !holders.some(({ path, test }) => isDemanded(path, test));
  });
}

/** What a test says, assertion by assertion. */
export function demandsOf(file: string, text: string | undefined, id: string): string[] {
  const title = titleIn(id);
  return demandsIn(file, text ?? '')
    .filter(({ test }) => test !== null && isTitleOf(test, title))
    .map(({ source }) => source);
}

export function titleIn(id: string): string {
  return id.split(' > ').at(-1) ?? id;
}

export function demandTexts(name: 'was' | 'now', demands: readonly string[]): Partial<Record<'was' | 'now', string>> {
  const text = clipText(demands.join('\n'));
  return text === undefined || text === '' ? {} : { [name]: text };
}
