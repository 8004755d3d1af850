import type { TestTool } from '../runner.ts';
import { countRest } from '../summary-line.ts';

/** Tools that Orchestral runs only as a command of the project's own. */
export const otherTools: readonly TestTool[] = [
  {
    name: 'runners of JavaScript',
    configuration: [
      /(?:^|\/)(?:karma|playwright|cypress|ava|wdio|web-test-runner|nightwatch)[\w.-]*\.(?:config|conf|workspace|setup|preset|shims?)\.[cm]?[jt]sx?(?:on)?$/,
      /(?:^|\/)(?:setup-?tests?|test-?setup)\.[cm]?[jt]sx?$/i,
    ],
    packageKeys: ['ava'],
  },
  { name: 'nyc', configuration: [/(?:^|\/)\.nycrc(?:\.\w+)?$/], packageKeys: ['nyc'] },
  { name: 'c8', configuration: [/(?:^|\/)\.c8rc(?:\.\w+)?$/], packageKeys: ['c8'] },
  { name: 'tap', configuration: [/(?:^|\/)\.taprc(?:\.\w+)?$/], packageKeys: ['tap'] },
  { name: 'tox', configuration: [/(?:^|\/)tox\.ini$/] },
  { name: 'nox', configuration: [/(?:^|\/)noxfile\.py$/] },
  { name: 'coverage.py', configuration: [/(?:^|\/)\.coveragerc$/] },
  {
    // `Ran 5 tests in 0.001s`, an empty line, `FAILED (failures=1, errors=1, skipped=1)` or `OK (skipped=1)`
    name: 'unittest',
    readSummary(line, lines, at) {
      const match = /^Ran (\d+) tests? in [\d.]+s$/.exec(line);
      const verdict = lines.slice(at + 1, at + 4).find((next) => /^(?:OK|FAILED|NO TESTS RAN)\b/.test(next));
      if (match === null || verdict === undefined) return undefined;
      const count = (name: string): string | undefined => new RegExp(`\\b${name}=(\\d+)`).exec(verdict)?.[1];
      const failed = [count('failures'), count('errors'), count('unexpected successes')];
      return countRest({ total: match[1], failed, skipped: [count('skipped'), count('expected failures')] });
    },
  },
  {
    // `5 examples, 1 failure, 1 pending`
    name: 'rspec',
    configuration: [/(?:^|\/)\.rspec$/],
    readSummary(line) {
      const match =
        /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/.exec(
          line,
        );
      if (match === null) return undefined;
      return countRest({ total: match[1], failed: [match[2]], skipped: [match[3]], beside: match[4] });
    },
  },
  {
    // `OK (3 tests, 5 assertions)` or `Tests: 3, Assertions: 5, Failures: 1, Skipped: 1.`
    name: 'phpunit',
    configuration: [/(?:^|\/)phpunit(?:\.dist)?\.xml(?:\.dist)?$/],
    readSummary(line) {
      const good = /^OK \((\d+) tests?, \d+ assertions?\)$/.exec(line);
      if (good !== null) return countRest({ total: good[1] });
      const total = /^Tests: (\d+), Assertions: \d+/.exec(line);
      if (total === null) return undefined;
      const count = (name: string): string | undefined => new RegExp(`\\b${name}: (\\d+)`).exec(line)?.[1];
      const skipped = [count('Skipped'), count('Incomplete')];
      return countRest({ total: total[1], failed: [count('Errors'), count('Failures')], skipped });
    },
  },
  { name: 'make', testParts: [{ file: /^(?:GNU)?[Mm]akefile$|^justfile$/, testPart: makefileTestPart }] },
];

/** Rules whose target is named after tests. */
function makefileTestPart(text: string): string {
  const kept: string[] = [];
  let isWanted = false;
  for (const line of text.split('\n')) {
    const target = /^([\w.-]+)[^:=\n]*:(?!=)/.exec(line.slice(0, 1_000))?.[1];
    if (target !== undefined) isWanted = /^(?:check|tests?(?:[-_.].*)?|.*[-_.]tests?)$/.test(target);
    if (isWanted && line.trim() !== '') kept.push(line.trimEnd());
  }
  return kept.join('\n');
}
