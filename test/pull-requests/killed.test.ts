import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { bundleDriver } from '../support/bundle.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { type Conducted, conduct, conductFor } from '../support/killed-conductor.ts';
import { needs } from '../support/needs.ts';
import { randomFrom } from '../support/random.ts';
import { rehearsed, runProject, SHELL_PROJECT } from '../support/run-project.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';
import { byTier, isFull, seed } from '../support/tier.ts';
import { onGithub, type PublishedProject } from './published-project.ts';

const trial = { driver: await bundleDriver('test/support/drivers/publish-conductor.ts') };

interface Scene extends Conducted {
  readonly project: PublishedProject;
  /** The file that is commented on. */
  readonly file: string;
}

const WITHOUT_SANDBOX = { agents: { version: 1, sandbox: 'off' } };
const DELIVERY = { ...SHELL_PROJECT, delivery: 'pull-request' };

async function runScene(): Promise<Scene> {
  const project = await onGithub(runProject({ config: { project: DELIVERY, ...WITHOUT_SANDBOX } }));
  const builder = [{ edit: { 'answer.txt': 'right\n' } }, { edit: { 'answer.txt': 'right, of course\n' } }];
  return { project, agent: rehearsed(project.home, { builder }), file: 'answer.txt' };
}

async function sessionScene(): Promise<Scene> {
  const made = calculator();
  const config = (name: string, value: unknown) =>
    fs.writeFileSync(path.join(made.folder, `.orchestral/config/${name}.json`), JSON.stringify(value));
  config('project', { version: 1, delivery: 'pull-request' });
  config('agents', WITHOUT_SANDBOX.agents);
  const project = await onGithub(made);
  const roles = oneSubtask();
  const amends = { edit: { 'src/mul.js': '// of two numbers\nexport const mul = (a, b) => a * b;\n' } };
  const agent = rehearsed(project.home, { ...roles, implementer: [...(roles['implementer'] ?? []), amends] });
  return { project, agent, file: 'src/mul.js' };
}

const PLAN = `## Phase 1

- [ ] T1.1: One
- [ ] T1.2: Two
- [ ] T1.3: Three

## Phase 2

- [ ] T2.1: Four
- [ ] T2.2: Five
- [ ] T2.3: Six
`;

async function autoScene(): Promise<Scene> {
  const config = { project: DELIVERY, ...WITHOUT_SANDBOX };
  const project = await onGithub(autoProjectWith(PLAN, { config }));
  const ids = ['T1.1', 'T1.2', 'T1.3', 'T2.1', 'T2.2', 'T2.3'];
  const script = scriptFor(ids, {}, { 'task-executor': [{ edit: { 'T1.1.txt': 'the first\n' } }] });
  return { project, agent: rehearsedTasks(project.home, script), file: 'T1.1.txt' };
}

/** A reviewer who comments once, and merges once that is answered. */
function review({ project: { github }, file }: Scene): void {
  github.onRead = (one) => {
    if (one.draft || one.state !== 'OPEN') return;
    if (one.threads.length === 0) github.commentOn(file, 1, 'ann', 'Say more.');
    else if (one.threads.every(({ isResolved }) => isResolved)) github.merge('squash', one);
  };
}

function expectMerged({ project: { github } }: Scene, lines: readonly string[]): void {
  expect(lines.at(-1), lines.slice(-20).join('\n')).toBe('end merged');
  expect(github.pullRequests).toHaveLength(1);
  expect(github.only.state).toBe('MERGED');
  expect(github.only.threads).toHaveLength(1);
  expect(github.only.threads[0]?.comments).toHaveLength(2);
  expect(github.only.comments).toEqual([]);
}

const POINTS = [
  'effect.recorded',
  'work.pushed',
  'pull_request.written',
  'reply.written',
  'effect.performed',
  'outcome.recorded',
];
const scenes = { run: runScene, session: sessionScene, auto: autoScene };
const all = Array.from({ length: 3 }, (_, n) => POINTS.map((point) => `${point}:${n + 1}`)).flat();
const kinds = byTier<(keyof typeof scenes)[]>({ usual: ['run'], full: ['run', 'session', 'auto'] });

describe.each(kinds)('a published %s', (kind) => {
  test('killed at every point of its publication, has one pull request and no doubled comment', async (context) => {
    needs(context, 'gh');
    const scene = await scenes[kind]();
    review(scene);
    // One after the other in one life: each process dies at its point, and the next one goes on.
    const own = all.filter((point) => /^(?:work\.pushed|pull_request|reply)/.test(point));
    let killed = 0;
    for (const point of isFull ? all : own) {
      const { signal, lines } = await conduct(trial, scene, '--die-at', point);
      if (signal === 'SIGKILL') killed += 1;
      else if (lines.at(-1) === 'end merged') break;
    }
    expect(killed).toBeGreaterThanOrEqual(3);
    expectMerged(scene, (await conduct(trial, scene)).lines);
  });

  if (isFull)
    test('killed at any instant, the same', async (context) => {
      needs(context, 'gh');
      const scene = await scenes[kind]();
      review(scene);
      const random = randomFrom(seed);
      for (let nth = 0; nth < 8; nth++) {
        const { signal } = await conductFor(trial, scene, 1500 + random() * 6000);
        if (signal !== 'SIGKILL') break;
      }
      expectMerged(scene, (await conduct(trial, scene)).lines);
    });
});
