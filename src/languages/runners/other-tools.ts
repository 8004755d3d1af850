import type { FilePart, PartContext } from '../file-parts.ts';
import { pathPattern } from '../glob.ts';
import { changesRecipes, parseMakefile, rulesFor, specialRules, variablesOf } from '../makefile.ts';
import type { ConfigurationFile, RunnerConfiguration, TestTool } from '../runner.ts';
import { wordsAfter } from '../shell-words.ts';
import { countRest } from '../summary-line.ts';
import { exportedSettings, settingStrings } from './javascript-configuration.ts';

/** Tools that Orchestral runs only as a command of the project's own. */
export const otherTools: readonly TestTool[] = [
  {
    name: 'runners of JavaScript',
    configuration: [
      /(?:^|\/)(?:karma|playwright|cypress|ava|wdio|web-test-runner|nightwatch)[\w.-]*\.(?:config|conf|workspace|setup|preset|shims?)\.[cm]?[jt]sx?(?:on)?$/,
      /(?:^|\/)(?:setup-?tests?|test-?setup)\.[cm]?[jt]sx?$/i,
    ],
    packageKeys: ['ava', 'jasmine', 'cypress', 'karma'],
    packages:
      /^(?:ava|tap|tape|uvu|jasmine.*|karma.*|cypress|playwright|@playwright\/.+|chai|chai-.+|should|power-assert|assert|expect\.js|unexpected|sinon|supertest|nock|@testing-library\/.+|testdouble|earl|nyc|c8|istanbul.*|@types\/(?:chai|tape|sinon))$/,
    readConfiguration: avaConfiguration,
    readCommand: positionalTests,
  },
  {
    // They decide what sources become before tests see them, and what is taken from an earlier run instead of running it.
    name: 'transforms and caches',
    configuration: [
      /(?:^|\/)babel\.config\.(?:[cm]?[jt]s|json)$/,
      /(?:^|\/)\.babelrc(?:\.\w+)?$/,
      /(?:^|\/)\.swcrc$/,
      /(?:^|\/)(?:turbo|nx)\.jsonc?$/,
    ],
    packageKeys: ['babel'],
  },
  { name: 'nyc', configuration: [/(?:^|\/)(?:\.nycrc(?:\.\w+)?|nyc\.config\.[cm]?js)$/], packageKeys: ['nyc'] },
  { name: 'c8', configuration: [/(?:^|\/)\.c8rc(?:\.\w+)?$/], packageKeys: ['c8'] },
  { name: 'tap', configuration: [/(?:^|\/)\.taprc(?:\.\w+)?$/], packageKeys: ['tap'] },
  { name: 'tox', configuration: [/(?:^|\/)tox\.ini$/] },
  { name: 'nox', configuration: [/(?:^|\/)noxfile\.py$/] },
  { name: 'bun', configuration: [/(?:^|\/)bunfig\.toml$/] },
  { name: 'cargo', configuration: [/(?:^|\/)\.cargo\/config(?:\.toml)?$/] },
  { name: 'coverage.py', configuration: [/(?:^|\/)\.coveragerc$/] },
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
  {
    name: 'make',
    testParts: [{ file: /^(?:GNU)?[Mm]akefile$|^justfile$/, testPart: makefileTestPart }],
    splitFiles: [
      { file: /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile)$|\.mk$/, split: makefileParts, holds: 'test_script' },
    ],
  },
];

function avaConfiguration(file: ConfigurationFile): RunnerConfiguration | undefined {
  const source = exportedSettings(file, { file: /^ava\.config\.[cm]?js$/, key: 'ava' });
  if (source === undefined) return undefined;
  const files = settingStrings(source, ['files']);
  const include = files.filter((one) => !one.startsWith('!')).map((word) => pathPattern(word));
  return {
    ...(include.length > 0 && { include }),
    exclude: files.filter((one) => one.startsWith('!')).map((word) => pathPattern(word.slice(1))),
    loads: settingStrings(source, ['require', 'nodeArguments']),
  };
}

/** `tape test/*.js` */
function positionalTests(words: readonly string[]): RunnerConfiguration | undefined {
  const rest = ['tape', 'tap', 'ava', 'uvu', 'jasmine']
    .map((name) => wordsAfter(name, words))
    .find((one) => one !== undefined);
  const named = (rest ?? []).filter((word) => /[./*]/.test(word) && !word.startsWith('-'));
  return named.length === 0 ? undefined : { include: named.map((word) => pathPattern(word, /[^/]*\.[cm]?[jt]sx?/)) };
}

/** Rules that the test command reaches, with the variables that they use, and all others. */
function makefileParts(text: string, { reached }: PartContext): FilePart[] {
  const makefile = parseMakefile(text);
  const named = makefile.rules
    .filter(({ target }) => reached.has(target) || /^(?:check|tests?)$/.test(target))
    .map(({ target }) => target);
  const rules = named.length === 0 ? [] : rulesFor(makefile, named);
  // Without rules of its own it may be there for those of another file.
  const isShared = makefile.rules.length === 0 || makefile.rest.some(({ text: line }) => /^-?s?include\b/.test(line));
  const shared = isShared ? makefile.rest.filter(changesRecipes).map((one) => one.text) : [];
  const used = rules.length === 0 ? shared : variablesOf(makefile, rules);
  const special = rules.length === 0 ? [] : specialRules(makefile, new Set(rules.map(({ target }) => target)));
  const others = makefile.rules.filter((rule) => !rules.includes(rule));
  const rest = makefile.rest.filter((one) => !used.includes(one.text)).map((one) => one.text);
  return [
    ...rules.map((rule): FilePart => ({ class: 'test_script', part: rule.target, content: rule.text })),
    ...(special.length === 0
      ? []
      : [{ class: 'test_script', part: 'special targets', content: special.join('\n') } as const]),
    ...(used.length === 0 ? [] : [{ class: 'test_script', part: 'variables', content: used.join('\n') } as const]),
    ...others.map((rule): FilePart => ({ class: 'product', part: rule.target, content: rule.text })),
    ...(rest.length === 0 ? [] : [{ class: 'product', part: 'other variables', content: rest.join('\n') } as const]),
  ];
}

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
