import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type TestContext, test } from 'vitest';
import { ProviderGate } from '../../src/agents/provider-gate.ts';
import { systemClock } from '../../src/base/clock.ts';
import { callAgent } from '../../src/engine/call-agent/call-agent.ts';
import type { AgentCaller } from '../../src/engine/call-agent/candidates.ts';
import { realDisk } from '../../src/files/disk.ts';
import { checkScene, sandboxOf } from '../evidence/check-scene.ts';

test('an agent adds to a cache, and the next agent finds it; a check does not, nor does the person', async (context) => {
  const here = await aProject(context, {});
  here.put('.npm/_cacache/theirs', 'npm\n');
  expect(await here.agent('echo added > ~/.npm/_cacache/theirs; echo done')).toBe('done');
  expect(await here.agent('cat ~/.npm/_cacache/theirs')).toBe('added');
  expect(await here.check('cat ~/.npm/_cacache/theirs 2>&1 || echo not seen')).toContain('not seen');
  expect(await here.check('mkdir -p ~/.npm/_cacache && echo checked > ~/.npm/_cacache/checked && echo written')).toBe(
    'written',
  );
  expect(await here.agent('cat ~/.npm/_cacache/checked || echo not seen')).toBe('not seen');
  expect(here.read('.npm/_cacache/theirs')).toBe('npm\n');
});

test('a module that only the person could fetch is there for agents and for checks', async (context) => {
  const here = await aProject(context, { 'go.mod': 'module sample\n' });
  here.put('go/pkg/mod/private.example/dep/go.mod', 'module dep\n');
  const line = 'cat ~/go/pkg/mod/private.example/dep/go.mod; echo new > ~/go/pkg/mod/private.example/new && echo kept';
  expect(await here.agent(line)).toBe('module dep\nkept');
  expect(await here.check(line)).toBe('module dep\nkept');
  expect(fs.readdirSync(path.join(here.home, 'go/pkg/mod/private.example'))).toEqual(['dep']);
});

test('what cannot be copied keeps nobody from working', async (context) => {
  const here = await aProject(context, { 'go.mod': 'module sample\n' });
  here.put('go/pkg/mod/large', '');
  fs.truncateSync(path.join(here.home, 'go/pkg/mod/large'), 3 * 1024 ** 3);
  const line = 'mkdir -p ~/go/pkg/mod; ls ~/go/pkg/mod; echo new > ~/go/pkg/mod/new && echo kept';
  expect(await here.agent(line)).toBe('kept');
  expect(await here.check(line)).toBe('kept');
});

async function aProject(context: TestContext, files: Record<string, string>) {
  const here = await checkScene(files);
  const sandbox = await sandboxOf(context, here);
  const home = path.join(here.root, 'home');
  const stepFolder = path.join(here.root, 'private/abc/steps/one');
  fs.mkdirSync(stepFolder, { recursive: true });
  const { spawner, env, signal } = here.checking;
  const deskFor = (line: string): AgentCaller => ({
    ...sandbox,
    vendorRoot: path.join(here.root, 'private/abc/vendors/one'),
    spawner,
    clock: systemClock,
    cwd: here.root,
    config: {
      agents: {},
      layers: [
        {
          from: 'person',
          agents: { default: { backend: 'command' }, backends: { command: { command: ['sh', '-c', line] } } },
          models: {},
        },
      ],
      project: undefined,
      script: undefined,
      runnables: [],
    },
    finished: () => 0,
    env,
    options: {},
    gate: new ProviderGate({
      clock: systemClock,
      random: Math.random,
      pause: (ms, until) => pause(ms, undefined, { signal: until }).catch(() => {}),
    }),
    disk: realDisk,
    onNotice: () => {},
  });
  return {
    home,
    put(name: string, text: string) {
      fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
      fs.writeFileSync(path.join(home, name), text);
    },
    read: (name: string) => fs.readFileSync(path.join(home, name), 'utf8'),
    /** What it printed. */
    async agent(line: string) {
      const { folder } = here.checkout;
      const request = { effect: 'run-1/build#1', role: 'builder', prompt: '', folder, stepFolder, signal } as const;
      const called = await callAgent(deskFor(line), { ...request, onEvent: () => {} });
      return 'text' in called ? called.text.trimEnd() : JSON.stringify(called);
    },
    async check(line: string) {
      return (await here.prove({ commands: { copy: [], build: line } }, { sandbox })).output_tail;
    },
  };
}
