import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import { playRun, type PlayedRun } from '../../support/conduct-run.ts';
import { oneIn } from '../../support/one-in.ts';
import { runProject, SHELL_PROJECT, SHELL_TESTS } from '../../support/run-project.ts';

const test = oneIn(3);

/** Without a sandbox an agent, and a test, reaches more than its files. */
const OPEN = { agents: { version: 1, sandbox: 'off' } };

describe.concurrent('what is around the files of a project', () => {
  test('is looked at in each run anew: a service that went away or came back is noticed', async () => {
    const project = runProject({ config: OPEN });
    const service = path.join(project.home, 'data/service');
    project.write({ 'test/service.check': `test -e '${service}'\n` });
    project.git('add', '.');
    project.git('commit', '--quiet', '--message', 'Needs a service');
    const failedOnBase = async (isThere: boolean): Promise<number | undefined> => {
      fs.rmSync(service, { force: true });
      if (isThere) fs.writeFileSync(service, '');
      const { run } = await playRun(project, { approves: false, roles: { builder: [{ fail: 'refused' }] } });
      return run.base_tests?.failed;
    };
    expect([await failedOnBase(true), await failedOnBase(false), await failedOnBase(true)]).toEqual([0, 1, 0]);
  });

  test('and comes back while the agent works no longer excuses what the work breaks', async () => {
    const project = runProject({ config: OPEN });
    const service = path.join(project.home, 'data/service');
    project.write({ 'test/service.check': `test -e '${service}' && grep -q hello readme.md\n` });
    project.git('add', '.');
    project.git('commit', '--quiet', '--message', 'Needs a service');
    const edit = { 'answer.txt': 'right\n', 'readme.md': 'bye\n' };
    const builder = [{ run: `touch '${service}'`, edit }, { fail: 'refused' as const }];
    const played = await playRun(project, { approves: false, roles: { builder } });
    expect(played.run.base_tests).toMatchObject({ failed: 1 });
    expect(findings(played)).toContainEqual(
      expect.objectContaining({
        code: 'new_failures',
        tests: [expect.objectContaining({ id: 'test/service.check' })],
      }),
    );
    expect(played.run.step.at).toBe('failed');
  });
});

test('a set-up that is taught to put the product right does not make its tests pass', async () => {
  const files = {
    ...SHELL_TESTS,
    'setup.sh': 'true\n',
    'answer.txt': 'right\n',
    'test/old.check': 'grep -q right answer.txt\n',
  };
  const project = runProject({ files, config: { project: { ...SHELL_PROJECT, setup_command: 'sh setup.sh' } } });
  const edit = { 'answer.txt': 'wrong\n', 'setup.sh': 'echo right > answer.txt\n', 'composer.lock': '{}\n' };
  const roles = { builder: [{ edit }, { fail: 'refused' as const }], verifier: [{ say: 'The tests are there.' }] };
  const played = await playRun(project, { approves: false, roles });
  expect(findings(played).map(({ code }) => code)).toContain('new_failures');
  expect(played.run.step.at).toBe('failed');
});

test('what an agent hides from git is committed and judged like the rest', async () => {
  const project = runProject({ config: OPEN });
  const hidden = 'git update-index --assume-unchanged readme.md && git update-index --skip-worktree test/base.check';
  const hides = { run: `${hidden} && echo hidden > readme.md && echo 'grep -q hidden readme.md' > test/base.check` };
  const roles = {
    builder: [{ ...hides, edit: { 'answer.txt': 'right\n' } }],
    verifier: [
      {
        run: 'git update-index --assume-unchanged answer.txt',
        edit: { 'test/answer.check': 'grep -q right answer.txt\n' },
      },
    ],
  };
  const { run, failure } = await playRun(project, { roles });
  expect({ failure, at: run.step.at }).toEqual({ failure: undefined, at: 'completed' });
  expect(project.git('show', 'main:readme.md')).toBe('hidden');
  expect(project.git('show', 'main:test/base.check')).toContain('hidden');
});

/** What the proofs of all rounds found. */
function findings({ events }: PlayedRun): ProofFinding[] {
  return events.flatMap(({ type, data }) => (type === 'tested' ? (data.evidence.proof?.findings ?? []) : []));
}
