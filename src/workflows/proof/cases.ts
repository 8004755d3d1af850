import type { TestContract } from '../../schema/contracts/testing.ts';
import { normalPath } from '../../base/normal-path.ts';
import type { TestRun } from './test-run.ts';

/** What says which tests are new. */
export type NewTests = Pick<TestContract, 'test_cases' | 'test_file_path'>;

type Case = Pick<TestContract['test_cases'][number], 'id' | 'name'>;

/** Ids of the cases of a test contract that no test of its file has the title of. */
export function missingCases({ test_cases }: Pick<NewTests, 'test_cases'>, titles: readonly string[]): string[] {
  return test_cases.filter((one) => !titles.some(titleOf(one))).map(({ id }) => id);
}

/** How one case of a contract went in a run; `not_run` where no test that ran is it. */
export interface CaseRun {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'not_run';
  /** Of the tests that are this case. */
  readonly tests: readonly string[];
}

/** A case with several tests (one for each parameter, say) has failed when one of them has. */
export function casesRun(contract: NewTests, run: Pick<TestRun, 'tests'>): readonly CaseRun[] {
  const testFile = normalPath(contract.test_file_path);
  const inFile = run.tests.filter(({ file }) => file === testFile);
  // Where tests of the file can be told from others, only those count.
  const tests = inFile.length > 0 ? inFile : run.tests.filter(({ file }) => file === undefined);
  return contract.test_cases.map((one) => {
    const isTitle = titleOf(one);
    const own = tests.filter(({ id, file }) => id.split(' > ').some((part) => part !== file && isTitle(part)));
    const has = (status: CaseRun['status']): boolean => own.some((test) => test.status === status);
    const status = has('failed') ? 'failed' : has('passed') ? 'passed' : has('skipped') ? 'skipped' : 'not_run';
    return { id: one.id, status, tests: own.map(({ id }) => id) };
  });
}

/** Whether a test has this title, however it is spelled, or the file without titles has these words. */
export function isTitled(
  name: string,
  { titles, text }: { readonly titles: readonly string[]; readonly text: string },
) {
  const wanted = folded(name);
  if (wanted === '') return false;
  if (titles.length === 0) return folded(text).includes(wanted);
  return titles.some((title) => sameName(folded(title), wanted) || wanted.endsWith(folded(title)));
}

/** By `TC-n` in it, or by being the case's name. */
function titleOf({ id, name }: Case): (title: string) => boolean {
  const hasId = idIn(id);
  const wanted = folded(name);
  const isName = (title: string): boolean => wanted !== '' && sameName(folded(title), wanted);
  return (title) => title.length <= LONGEST && (hasId(title) || isName(title) || isName(withoutParameters(title)));
}

const LONGEST = 4_000;

/** In a name of a program there are no hyphens: `test_tc_1_…` and `TestTC1…` have the id, `etc 1` and `TC-12` have not. */
function idIn(id: string): (title: string) => boolean {
  const number = /\d+$/.exec(id)?.[0] ?? '';
  const asWord = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:test)?tc[-_ ]?0*${number}(?!\p{N})`, 'iu');
  const inName = new RegExp(String.raw`(?<=\p{Ll})TC_?0*${number}(?!\p{N})`, 'u');
  return (title) => asWord.test(title) || inName.test(title);
}

/** Names of tests begin with what their runner looks for. */
function sameName(title: string, wanted: string): boolean {
  return title === wanted || title === `test${wanted}`;
}

function folded(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '');
}

/** `test_x[1-2]`, `name(int)[1]`, `name()`, `name #2`. */
function withoutParameters(title: string): string {
  return title.replace(/(?:\s*(?:\[[^\]]*\]|\([^)]*\)|\s#\d+))+$/, '');
}
