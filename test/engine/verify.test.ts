import path from 'node:path';
import { describe, expect } from 'vitest';
import { verifyCommit, type VerifiedCommit } from '../../src/engine/operations/proof/verify.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { conductAll, playRun, runContext, startRunIn } from '../support/conduct-run.ts';
import { expectOk, startSessionIn } from '../support/conduct-session.ts';
import { type RunProject, runProject } from '../support/run-project.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

/** In a clone that knows nothing of Orchestral but what the commits say. */
function verifyInClone(project: RunProject, named: string): Promise<VerifiedCommit> {
  const [folder, home] = [path.join(temporaryFolder(), 'clone'), temporaryFolder()];
  project.git('clone', '--quiet', project.folder, folder);
  const env = { ...project.env, HOME: home, XDG_STATE_HOME: path.join(home, 'state') };
  return verifyCommit(runContext({ folder, env }), { named, signal: new AbortController().signal });
}

describe.concurrent('what the trailers of a merge alone tell', () => {
  test('a run, in its second round, with a command that only the configuration names', async () => {
    const project = runProject();
    const right = { edit: { 'answer.txt': 'right\n', 'test/answer.check': 'grep -q right answer.txt\n' } };
    const { run } = await playRun(project, {
      roles: {
        builder: [{ edit: { 'answer.txt': 'wrong\n', 'test/answer.check': 'grep -q right answer.txt\n' } }, right],
      },
    });
    expect(run).toMatchObject({ step: { at: 'completed' }, iteration: 2 });
    const message = project.git('log', '-1', '--format=%B');
    expect(message).toContain('Orchestral-Commands: {"tests":"sh test/run.sh"');
    expect(message).toContain(`Orchestral-Baseline: ${run.base.commit}`);
    expect(await verifyInClone(project, 'HEAD')).toMatchObject({ answer: 'same', differences: [], allowed: 0 });
  });

  test('a run whose base had moved, with what was allowed', async () => {
    const project = runProject();
    const edit = { 'answer.txt': 'right\n', 'test/base.check': 'grep -q right answer.txt\n' };
    const { open } = expectOk(await startRunIn(project, { roles: { builder: [{ edit, run: 'rm readme.md' }] } }));
    expectOk(await conductAll(open, { approves: false }));
    project.write({ 'other.txt': 'theirs\n' });
    project.git('add', '.');
    project.git('commit', '--quiet', '--message', 'Theirs');
    const theirs = project.git('rev-parse', 'HEAD');
    expectOk(await conductAll(open));
    expect(open.state().step.at).toBe('completed');
    await open.close();
    const message = project.git('log', '-1', '--format=%B');
    expect(message).toContain(`Orchestral-Baseline: ${theirs}`);
    expect(await verifyInClone(project, 'HEAD')).toMatchObject({ answer: 'same', allowed: 1 });
  });

  test('a session', async () => {
    const project = calculator();
    const session = await startSessionIn(project, { roles: oneSubtask() });
    await session.conduct();
    await session.deliver();
    expect(session.state().delivery).toMatchObject({ at: 'done' });
    await session.close();
    const message = project.git('log', '-1', '--format=%B');
    expect(message).toMatch(/^Orchestral-Proven: 1$/m);
    expect(await verifyInClone(project, 'HEAD')).toMatchObject({ answer: 'same', differences: [] });
  });
});
