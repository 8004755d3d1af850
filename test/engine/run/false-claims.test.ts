import { describe, expect } from 'vitest';
import { findingText } from '../../../src/engine/run-documents/finding-text.ts';
import { en } from '../../../src/i18n/en/index.ts';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import type { RunFinding } from '../../../src/workflows/run/judgement.ts';
import { findingsOf, playRun, type PlayedRun, type RunScenario } from '../../support/conduct-run.ts';
import { PASS, type ProjectOptions, runProject, SHELL_TESTS } from '../../support/run-project.ts';
import { sampled } from '../../support/tier.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

/** A project with tests of its own, as Node runs them. */
const NODE_FILES = {
  'package.json': '{"name":"sum","type":"module","scripts":{"test":"node --test"}}\n',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js': testing('add', 'adds', 'add(1, 2), 3'),
};
const NODE = { files: NODE_FILES, config: { project: null } };

interface Lie extends Pick<ProjectOptions, 'files' | 'config'> {
  readonly lie: string;
  readonly roles: RunScenario['roles'];
  readonly finding: RunFinding['code'] | ProofFinding['code'];
  /** Part of what is said of it. */
  readonly names?: string;
}

const lies: readonly Lie[] = [
  {
    lie: 'the tests are green, when they are red',
    roles: { builder: [{ say: 'All tests pass.', edit: { 'answer.txt': 'wrong\n' } }] },
    finding: 'new_failures',
    names: 'test/answer.check',
  },
  {
    lie: 'something was done, when nothing was',
    roles: { builder: [{ say: 'Done!', answer: { log: 'I did it.' } }] },
    finding: 'empty_diff',
  },
  {
    lie: 'the tests ran, when they could not',
    roles: { builder: [{ edit: { 'answer.txt': 'right\n', 'test/run.sh': 'no-such-runner\n' } }] },
    finding: 'tests_did_not_run',
    names: 'exit 127',
  },
  {
    lie: 'the tests reach everything',
    ...NODE,
    roles: nodeRoles({
      'src/mul.js': `${product('*')}${Array.from({ length: 20 }, (_, n) => `export function f${n}() {\n  return ${n};\n}\n`).join('')}`,
    }),
    finding: 'coverage_low',
  },
  {
    lie: 'code need not be measured, in a comment',
    ...NODE,
    roles: nodeRoles({
      'src/mul.js': `${product('*')}/* node:coverage disable */\n${Array.from({ length: 20 }, (_, n) => `export function f${n}() {\n  return ${n};\n}\n`).join('')}`,
    }),
    finding: 'coverage_low',
  },
  {
    lie: 'the work is bad, which only the Gatekeeper says',
    roles: { gatekeeper: [{ answer: { ...PASS, verdict: 'FAIL', reason: 'It is not what was asked for.' } }] },
    finding: 'agent_failed_it',
    names: 'It is not what was asked for.',
  },
];

describe.concurrent('an agent that says', () => {
  test.each(sampled(lies, 6))(
    'that $lie: is caught, it is told and fed back',
    async ({ files, config, roles, finding, names = '' }) => {
      // The second build ends the run: what it is told is all that matters here.
      const builder = [
        ...(roles?.['builder'] ?? [{ edit: { 'answer.txt': 'right\n' } }]),
        { fail: 'refused' as const },
      ];
      const project = runProject({ ...(files && { files }), ...(config && { config }) });
      const played = await playRun(project, { roles: { ...roles, builder } });

      const judgement = firstJudgement(played);
      expect(judgement.verdict).toBe('FAIL');
      const found = judgement.findings.find((one) => (one.code === 'proof' ? one.finding.code : one.code) === finding);
      if (found === undefined) throw new Error(`found only ${JSON.stringify(judgement)}`);
      const said = findingText(found, en);
      expect(JSON.parse(project.read('gatekeeper/verdict.json'))).toMatchObject({ verdict: 'FAIL' });
      for (const told of [
        project.read('gatekeeper/review.md'),
        JSON.parse(project.read('gatekeeper/verdict.json')).reason,
        project.step('build-2/prompt.md'),
      ]) {
        expect(plain(told)).toContain(plain(said));
        expect(plain(told)).toContain(plain(names));
      }
      expect(played.run.step.at).toBe('failed');
      expect(played.events.map(({ type }) => type)).not.toContain('packed');
      expect(project.git('log', '--format=%s')).toBe('Begin');
    },
  );

  test('the truth passes, and how much of it the tests reach is measured on this Node', async () => {
    const project = runProject(NODE);
    const { run } = await playRun(project, { roles: nodeRoles({}), approves: false });
    expect(run.step.at).toBe('ready_for_merge');
    expect(JSON.parse(project.read('verifier/results.json'))).toMatchObject({ total: 2, passed: 2, coverage: 100 });
  });
});

describe.concurrent('what a reviewer should look at', () => {
  test.each([
    ['was changed', { edit: { 'test/base.check': 'test -e answer.txt\n' } }],
    ['was deleted', { delete: ['test/base.check'] }],
  ])(
    'a test of the base that %s is listed, and passes',
    async (_, { edit = {}, ...rest }: { edit?: object; delete?: string[] }) => {
      const project = runProject();
      const roles = { builder: [{ edit: { 'answer.txt': 'right\n', ...edit }, ...rest }] };
      const played = await playRun(project, { roles, approves: false });
      expect(played.run.step.at).toBe('ready_for_merge');
      for (const page of ['gatekeeper/review.md', 'mrp/summary.md']) {
        expect(plain(project.read(page))).toMatch(
          /Tests check less than before[^]*test\/base.check.*test -e readme.md/,
        );
      }
      expect(project.step('gate-1/prompt.md')).toContain('test/base.check');
    },
  );

  test('a test that is skipped now', async () => {
    const project = runProject(NODE);
    const skipped = NODE_FILES['test/add.test.js'].replace('test(', 'test.skip(');
    const played = await playRun(project, { roles: nodeRoles({ 'test/add.test.js': skipped }), approves: false });
    expect(played.run.step.at).toBe('ready_for_merge');
    expect(plain(project.read('mrp/summary.md'))).toMatch(/Tests check less than before[^]*adds/);
  });
});

describe.concurrent('a dependency that was added', () => {
  const files = { ...SHELL_TESTS, 'package.json': '{"name":"x","dependencies":{}}\n' };
  const add = { edit: { 'answer.txt': 'right\n', 'package.json': '{"name":"x","dependencies":{"left-pad":"1"}}\n' } };

  test('is asked about though the Gatekeeper says nothing of it, and once only', async () => {
    const project = runProject({ files });
    const asked: string[] = [];
    const roles = {
      builder: [add],
      gatekeeper: [{ answer: PASS }, { answer: { ...PASS, verdict: 'FAIL', reason: 'Not yet.' } }, { answer: PASS }],
    };
    const { run } = await playRun(project, {
      roles,
      approves: false,
      answers: (crp) => {
        asked.push(`${crp.type} ${crp.question}`);
        return { decision: 'A' };
      },
    });
    expect(asked).toEqual([expect.stringMatching(/^external_dependency_addition .*left-pad/s)]);
    expect(run).toMatchObject({ step: { at: 'ready_for_merge' }, iteration: 2 });
  });

  test('and sent back fails the round, in the words of the person', async () => {
    const project = runProject({ files });
    const played = await playRun(project, {
      roles: { builder: [add, { fail: 'refused' }] },
      answers: () => ({ decision: 'B', notes: 'Write those four lines yourself.' }),
    });
    expect(findingsOf(played)).toEqual([['human_rejected']]);
    expect(project.step('build-2/prompt.md')).toContain('Write those four lines yourself.');
    expect(project.read('gatekeeper/review.md')).toContain('Write those four lines yourself.');
  });
});

function firstJudgement({ events }: PlayedRun) {
  const gated = events.find(({ type }) => type === 'gated');
  if (gated?.type !== 'gated') throw new Error(`never judged: ${JSON.stringify(events)}`);
  return gated.data.judgement;
}

function testing(file: string, name: string, equal: string): string {
  return `import assert from 'node:assert';
import test from 'node:test';
import { ${file} } from '../src/${file}.js';
test('${name}', () => assert.equal(${equal}));
`;
}

function product(operator: string): string {
  return `export const mul = (a, b) => a ${operator} b;\n`;
}

function nodeRoles(edit: Record<string, string>): RunScenario['roles'] {
  return {
    builder: [{ edit: { 'src/mul.js': product('*'), ...edit } }],
    verifier: [{ edit: { 'test/mul.test.js': testing('mul', 'multiplies', 'mul(3, 4), 12') } }],
  };
}

/** Pages escape what others wrote. */
function plain(text: string): string {
  return text.replaceAll(/[\\`]/g, '');
}
