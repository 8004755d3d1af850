import { expect, test } from 'vitest';
import type { ChangePart } from '../../../src/languages/change-class.ts';
import { planRuns, type RunPlan } from '../../../src/workflows/proof/plan-runs.ts';

type Part = `${ChangePart['kind']} ${ChangePart['class']}`;

const PATHS: Partial<Record<ChangePart['class'], string>> = { product: 'src/a.js', test: 'test/a.test.js' };

function planOf(parts: readonly (Part | 'modified prose')[]): string {
  const plan = planRuns({
    parts: parts.map((part) => {
      const isProse = part === 'modified prose';
      const [kind, own] = isProse ? (['modified', 'product'] as const) : split(part);
      return { path: isProse ? 'README.md' : (PATHS[own] ?? own), kind, class: own, before: 'a', after: 'b' };
    }),
    isLoadable: (path) => path.endsWith('.js'),
  });
  return text(plan);
}

function split(part: Part): [ChangePart['kind'], ChangePart['class']] {
  const [kind, own] = part.split(' ');
  return [kind as ChangePart['kind'], own as ChangePart['class']];
}

function text({ candidate, regression, red, resolution }: RunPlan): string {
  return [candidate, regression, ...(red ? ['red'] : []), ...(resolution ? ['resolution'] : [])].join(' ');
}

test.each<readonly [string, readonly (Part | 'modified prose')[], string]>([
  ['code with new tests', ['modified product', 'added test'], 'two_parts none red'],
  ['code with tests added to an old file', ['modified product', 'modified test'], 'whole changed_files red'],
  ['code with a moved test', ['modified product', 'renamed test'], 'whole changed_files red'],
  ['code alone', ['modified product'], 'whole none'],
  ['tests alone', ['modified test', 'added test'], 'whole none'],
  ['prose with a test', ['modified prose', 'added test'], 'two_parts none'],
  ['code and its test removed', ['deleted product', 'deleted test'], 'whole changed_files'],
  ['a new snapshot and a fixture', ['modified product', 'added snapshot', 'added fixture'], 'whole none'],
  ['a snapshot rewritten', ['modified product', 'modified snapshot'], 'whole changed_files'],
  ['new support code', ['modified product', 'added support', 'added test'], 'two_parts whole red'],
  ['a new configuration', ['modified product', 'added runner_config'], 'whole whole'],
  ['a new configuration alone', ['modified runner_config'], 'whole none'],
  ['a new script of the tests', ['modified product', 'modified test_script'], 'whole whole'],
  ['a file that shadows the runner', ['modified product', 'added shadow'], 'whole whole'],
  ['where imports lead', ['modified resolution', 'added test'], 'two_parts whole resolution'],
  ['a control', ['modified control'], 'whole none'],
  ['a mode of a test', ['modified product', 'mode test'], 'whole changed_files'],
])('%s', (_, parts, expected) => {
  expect(planOf(parts)).toBe(expected);
});
