import { projectPaths } from '../project-path.ts';
import { MAX_TESTS, createReport, type ReportedTest, type TestReport } from './test-report.ts';

/**
 * TAP 13 and 14 with nested subtests, among other output. A test that has subtests counts only as what they are in,
 * unless it failed and none of them did. Undefined: no plan at the top, so it is not TAP, or was cut off.
 */
export function readTap(text: string, folder: string): TestReport | undefined {
  const paths = projectPaths(folder);
  const levels: Level[] = [];
  const top = levelAt(levels, 0);
  let last: Result | undefined;
  let inDiagnosis = false;
  let bailed: string | undefined;

  for (const line of text.split(/\r?\n/)) {
    const [, spaces = '', rest = ''] = /^( *)(.*)$/.exec(line) ?? [];
    if (last !== undefined && inDiagnosis && (spaces.length > last.indent || rest === '')) {
      inDiagnosis = rest !== '...';
      if (inDiagnosis && last.reason.length < 20_000) last.reason += `${rest}\n`;
      continue;
    }
    inDiagnosis = last !== undefined && rest === '---' && spaces.length > last.indent;
    if (inDiagnosis) continue;
    if (bailed === undefined && rest.startsWith('Bail out!')) bailed = rest.slice('Bail out!'.length).trim();
    if (spaces.length % 4 !== 0 || spaces.length > MAX_DEPTH * 4) continue;
    const depth = spaces.length / 4;
    if (rest === '}') {
      const opener = levelAt(levels, depth).results.at(-1);
      if (opener?.isOpen === true) opener.inside = takeInside(levels, depth + 1);
      continue;
    }
    const plan = /^1\.\.(\d{1,9})(?:\s*#.*)?$/.exec(rest);
    if (plan !== null) {
      const level = levelAt(levels, depth);
      level.plan = (level.plan ?? 0) + Number(plan[1]);
      continue;
    }
    const result = resultIn(rest, spaces.length);
    if (result === undefined) continue;
    if (levelAt(levels, depth).results.push(result) > MAX_TESTS) return undefined;
    last = result;
    if (!result.isOpen) result.inside = takeInside(levels, depth + 1);
  }

  if (top.plan === undefined) return undefined;
  // With those of deeper levels that nothing closed: the process ended in the middle.
  const tests = levels.flatMap((level) => level.results).flatMap((result) => leaves(result, [], paths));
  if (bailed !== undefined) tests.push({ names: ['Bail out!'], status: 'failed', reason: bailed });
  if (bailed === undefined && top.results.length < top.plan) {
    tests.push({ names: [`1..${top.plan}`], status: 'failed', reason: `${top.results.length} of 1..${top.plan}` });
  }
  return createReport('tap', tests);
}

const MAX_DEPTH = 60;

interface Level {
  plan: number | undefined;
  results: Result[];
}

interface Result {
  readonly name: string;
  readonly status: ReportedTest['status'];
  readonly indent: number;
  /** TAP 14 may put the subtests after their test, in braces. */
  readonly isOpen: boolean;
  reason: string;
  inside: readonly Result[];
}

type Paths = (reported: string) => string | undefined;

function levelAt(levels: Level[], depth: number): Level {
  while (levels.length <= depth) levels.push({ plan: undefined, results: [] });
  const level = levels[depth];
  if (level === undefined) throw new Error('a level that was just made is not there');
  return level;
}

/** What stands one deeper before a result belongs to it, with whatever lies deeper still and nothing closed. */
function takeInside(levels: Level[], depth: number): readonly Result[] {
  return levels.splice(depth).flatMap((level) => level.results);
}

function resultIn(line: string, indent: number): Result | undefined {
  const match = /^(not )?ok\b(?:\s+\d+)?(?:\s*-)?(?:\s+(.*))?$/.exec(line);
  if (match === null) return undefined;
  const isOpen = line.endsWith('{');
  const title = (match[2] ?? '').replace(/\s*\{$/, '').replace(/\s#\s*time=\S+$/, '');
  const [, name = '', directive] = /^(.*?)(?:(?<!\\)#\s*(skip|todo)\S*.*)?$/i.exec(title) ?? [];
  const status = directive !== undefined ? 'skipped' : match[1] === undefined ? 'passed' : 'failed';
  return { name: name.trim().replace(/\\([\\#])/g, '$1'), status, indent, isOpen, reason: '', inside: [] };
}

function leaves(result: Result, outer: readonly string[], paths: Paths): readonly ReportedTest[] {
  const names = [...outer, result.name];
  const tests = result.inside.flatMap((inner) => leaves(inner, names, paths));
  const isOwnFault = result.status === 'failed' && !tests.some((test) => test.status === 'failed');
  if (tests.length === 0 || isOwnFault)
    tests.push({ ...placed(names, paths), status: result.status, reason: result.reason });
  return tests;
}

/** Some runners wrap the tests of a file into one that is named after it. */
function placed(names: readonly string[], paths: Paths): { file?: string | undefined; names: readonly string[] } {
  const [first = '', ...rest] = names;
  const file = first.startsWith('/') || /^[\w./-]+\.[cm]?[jt]sx?$/.test(first) ? paths(first) : undefined;
  return file === undefined ? { names } : { file, names: rest };
}
