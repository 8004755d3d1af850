import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import type { AgentEvent } from '../../../src/agents/port.ts';
import { ProviderGate } from '../../../src/agents/provider-gate.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { ok } from '../../../src/base/result.ts';
import { callAgent } from '../../../src/engine/call-agent/call-agent.ts';
import type { AgentCaller, AgentRequest } from '../../../src/engine/call-agent/candidates.ts';
import { realDisk } from '../../../src/files/disk.ts';
import type { ConfigAgents } from '../../../src/schema/config/agents.ts';
import type { Rehearsal } from '../../../src/schema/rehearsal.ts';
import { makeCallFolders, type CallFolders } from '../../agents/make-call.ts';

const FAR = '2999-01-01T00:00:00Z';

test('the agent of the role answers, and what it printed is kept, without secrets', async () => {
  const { place, asked, events } = await call({
    script: {
      version: 1,
      roles: {
        builder: [{ say: 'the key is hunter22', usage: { input_tokens: 3, output_tokens: 2, cost_usd: 0.25 } }],
      },
    },
    env: { SOME_TOKEN: 'hunter22' },
  });
  expect(asked).toMatchObject({ ok: true, value: { status: 'answered', spent: { cost_usd: 0.25 }, tries: 1 } });
  expect(events.map((event) => event.type)).toContain('text');
  const stream = fs.readFileSync(path.join(place.stepFolder, 'stream.jsonl'), 'utf8');
  expect(stream).toContain('the key is ***');
  expect(stream).not.toContain('hunter22');
});

test('a limited provider’s call goes to the one to fall back on, with that one’s own environment', async () => {
  const { asked, events } = await call({
    script: { version: 1, roles: { builder: [{ fail: 'rate_limit', resume_at: FAR }] } },
    agents: {
      version: 1,
      default: { backend: 'rehearsal' },
      fallback: ['acp', 'command'],
      backends: {
        rehearsal: { script: 'unused' },
        command: { command: ['sh', '-c', 'cat; echo " by $OPENAI_API_KEY"'] },
      },
    },
    env: { OPENAI_API_KEY: 'o-key' },
  });
  expect(asked).toMatchObject({ ok: true, value: { status: 'answered', text: 'Do it. by o-key' } });
  expect(events).toContainEqual({ type: 'limit', resume_at: expect.stringMatching(/^2999|^3/) });
});

test('one call may not cost more than it is given', async () => {
  const { asked } = await call({
    script: {
      version: 1,
      roles: { builder: [{ say: 'pong', usage: { input_tokens: 1, output_tokens: 1, cost_usd: 2 } }] },
    },
    maxCostUsd: 1,
  });
  expect(asked).toMatchObject({ ok: true, value: { status: 'failed', kind: 'budget' } });
});

interface Scene {
  readonly script: Rehearsal;
  readonly agents?: ConfigAgents;
  readonly env?: Record<string, string>;
  readonly maxCostUsd?: number;
}

async function call({ script, agents, env = {}, maxCostUsd }: Scene) {
  const place: CallFolders = makeCallFolders();
  const events: AgentEvent[] = [];
  const wait = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {});
  const named: ConfigAgents = agents ?? {
    version: 1,
    default: { backend: 'rehearsal' },
    backends: { rehearsal: { script: 'unused' } },
  };
  const caller: AgentCaller = {
    spawner: place.spawner,
    clock: systemClock,
    cwd: place.root,
    config: {
      agents: named,
      layers: [{ from: 'repository', agents: named, models: {} }],
      project: undefined,
      script: ok(script),
      runnables: [],
    },
    finished: () => 0,
    env: { PATH: process.env['PATH'], HOME: place.root, ...env },
    options: {},
    confine: undefined,
    privateFolder: path.join(place.root, 'private'),
    caches: path.join(place.root, 'private/abc/caches'),
    vendorRoot: path.join(place.root, 'private/abc/vendors/one'),
    gate: new ProviderGate({ clock: systemClock, random: Math.random, pause: wait }),
    disk: realDisk,
    onNotice: () => {},
  };
  const request: AgentRequest = {
    effect: 'test/caller',
    role: 'builder',
    prompt: 'Do it.',
    folder: place.folder,
    stepFolder: place.stepFolder,
    signal: new AbortController().signal,
    maxCostUsd,
    onEvent: (event) => events.push(event),
  };
  return { place, events, asked: await catchFailure(() => callAgent(caller, request)) };
}
