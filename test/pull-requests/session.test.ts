import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rebaseSession } from '../../src/engine/operations/sessions/decide.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { needs } from '../support/needs.ts';
import { type PlayedSession, startSessionIn } from '../support/conduct-session.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';
import { isFull } from '../support/tier.ts';
import { onGithub, type PublishedProject } from './published-project.ts';

function project(): Promise<PublishedProject> {
  const made = calculator();
  const config = JSON.stringify({ version: 1, delivery: 'pull-request' });
  fs.writeFileSync(path.join(made.folder, '.orchestral/config/project.json'), config);
  return onGithub(made);
}

async function sync(played: PlayedSession) {
  await played.record({ type: 'sync_requested', data: {} });
  await played.conduct();
  return played.state();
}

test('a finished session is published with --merge, its remarks are put right, and it ends with the merge', async (context) => {
  needs(context, 'gh');
  const { github, ...rest } = await project();
  const roles = oneSubtask();
  const amends = { edit: { 'src/mul.js': '// of two numbers\nexport const mul = (a, b) => a * b;\n' } };
  const played = await startSessionIn(rest, {
    roles: { ...roles, implementer: [...(roles['implementer'] ?? []), amends] },
  });
  await played.conduct();
  expect(played.state().status).toBe('completed');
  expect(github.requests).toEqual([]);
  expect(github.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');

  await played.deliver();
  await played.conduct();
  expect(played.state()).toMatchObject({ delivery: { at: 'proposed' }, proposal: { number: 7, trouble: null } });
  expect(github.only.title).toBe('Add functions to the calculator.');
  expect(github.only.body).toMatch(/- \[x\] T1-S1: .*mul/);
  expect(github.only.body).toContain('orchestral verify');

  if (isFull) {
    const thread = github.commentOn('src/mul.js', 1, 'ann', 'Say of what.');
    await sync(played);
    expect(played.events.map(({ type }) => type)).toContain('amended');
    expect(github.git('show', 'orchestral/session-R1:src/mul.js')).toContain('// of two numbers');
    expect(thread).toMatchObject({ isResolved: true, comments: [{}, {}] });
  }
  const commit = github.merge('squash');
  expect((await sync(played)).delivery).toEqual({ at: 'done', merge: commit });
  expect(github.pullRequests).toHaveLength(1);
  await played.close();
});

if (isFull)
  test('what others pushed to the branch of a session is taken up on command', async (context) => {
    needs(context, 'gh');
    const { github, bare, ...rest } = await project();
    const roles = oneSubtask();
    const amends = { edit: { 'src/mul.js': '// of two numbers\nexport const mul = (a, b) => a * b;\n' } };
    const played = await startSessionIn(rest, {
      roles: { ...roles, implementer: [...(roles['implementer'] ?? []), amends] },
    });
    await played.conduct();
    await played.deliver();
    await played.conduct();
    github.commentOn('src/mul.js', 1, 'ann', 'Say of what.');
    // Somebody pushes while the Implementer is at it.
    github.onRead = () => {
      github.onRead = () => undefined;
      const folder = temporaryFolder();
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env: rest.env });
      git('clone', '--quiet', '--branch', 'orchestral/session-R1', bare, '.');
      fs.writeFileSync(path.join(folder, 'theirs.txt'), 'of others\n');
      git('add', '.');
      git('commit', '--quiet', '--message', 'Add theirs');
      git('push', '--quiet', 'origin', 'HEAD:orchestral/session-R1');
    };
    await sync(played);
    expect(played.state().delivery).toMatchObject({ at: 'refused', why: 'others_pushed' });
    await rebaseSession(played.open);
    await played.conduct();
    expect(played.state().delivery).toEqual({ at: 'proposed' });
    expect(github.git('show', 'orchestral/session-R1:theirs.txt')).toBe('of others');
    expect(github.git('show', 'orchestral/session-R1:src/mul.js')).toContain('// of two numbers');
    expect(github.pullRequests).toHaveLength(1);
    await played.close();
  });
