import { expect, test } from 'vitest';
import { chooseAgent, type AgentOptions } from '../../../src/engine/call-agent/choose-agent.ts';
import type { ConfigAgents } from '../../../src/schema/config/agents.ts';

const config: ConfigAgents = {
  version: 1,
  default: { backend: 'codex', model: 'opus' },
  roles: { refiner: { backend: 'gemini' }, builder: { backend: 'acp', model: 'sonnet' } },
  backends: { acp: { command: ['my-agent', '--stdio'] } },
};

const choose = (role: Parameters<typeof chooseAgent>[0], wishes: Partial<AgentOptions> = {}) =>
  chooseAgent(role, { isInstalled: () => false, ...wishes });

test.each([
  ['the role’s entry', choose('refiner', { config }), { backend: 'gemini', model: 'opus' }],
  [
    'the role’s own configuration names the model',
    choose('refiner', { config, roleModel: 'haiku' }),
    { backend: 'gemini', model: 'haiku' },
  ],
  [
    'the entry’s model is stronger than the role’s own',
    choose('builder', { config, roleModel: 'haiku' }),
    { backend: 'acp', model: 'sonnet', command: ['my-agent', '--stdio'], from: 'repository' },
  ],
  ['the default', choose('planner', { config }), { backend: 'codex', model: 'opus' }],
  [
    'a person’s word',
    choose('planner', { config, agent: 'claude', model: 'haiku' }),
    { backend: 'claude', model: 'haiku' },
  ],
  [
    'a person’s program',
    choose('planner', { agent: 'command:my-agent --fast' }),
    { backend: 'command', command: ['sh', '-c', 'my-agent --fast'], from: 'person' },
  ],
  [
    'a script with a colon in its name',
    choose('planner', { agent: 'rehearsal:a:b.yaml' }),
    { backend: 'rehearsal', script: 'a:b.yaml', from: 'person' },
  ],
  [
    'the first that is installed',
    choose('planner', { isInstalled: (name) => name === 'opencode' || name === 'gemini' }),
    { backend: 'gemini' },
  ],
])('%s', (_why, chosen, expected) => {
  expect(chosen).toEqual({ ok: true, value: expected });
});

test.each([
  ['nothing is installed', choose('planner'), 'agent.none_installed'],
  ['an unknown backend', choose('planner', { agent: 'cluade' }), 'usage.not_a_choice'],
  ['a model that is an option', choose('planner', { agent: 'gemini', model: '--yolo' }), 'usage.not_a_choice'],
  ['a program nobody named', choose('planner', { agent: 'acp' }), 'agent.no_command'],
  ['a script nobody named', choose('planner', { agent: 'rehearsal:' }), 'agent.no_command'],
])('%s is a failure', (_why, chosen, code) => {
  expect(chosen).toMatchObject({ ok: false, error: { code } });
});

const everything = { isInstalled: () => true, isSignedIn: () => true };

test.each([
  ['another vendor’s', { ...everything }, { backend: 'codex', model: 'sonnet' }],
  [
    'not one that only calls the same models',
    { ...everything, isInstalled: (name: string) => /^(?:claude|opencode)$/.test(name) },
    { backend: 'claude', model: 'sonnet' },
  ],
  [
    'the same where nobody is signed in with another',
    { isInstalled: () => true },
    { backend: 'claude', model: 'sonnet' },
  ],
  [
    'the Gatekeeper’s',
    { ...everything, config: { version: 1, roles: { gatekeeper: { backend: 'gemini', model: 'opus' } } } },
    { backend: 'gemini', model: 'opus' },
  ],
  [
    'its own, where somebody says so',
    { ...everything, config: { version: 1, roles: { reviewer: { backend: 'claude', model: 'haiku' } } } },
    { backend: 'claude', model: 'haiku' },
  ],
  [
    'what the executor is, where that is a script',
    {
      ...everything,
      config: { version: 1, default: { backend: 'rehearsal' }, backends: { rehearsal: { script: 'a.yaml' } } },
    },
    { backend: 'rehearsal', script: 'a.yaml', from: 'repository' },
  ],
  ['a person’s word', { ...everything, agent: 'claude' }, { backend: 'claude', model: 'sonnet' }],
] satisfies [string, Partial<AgentOptions>, object][])('a reviewer is %s', (_why, wishes, expected) => {
  expect(choose('reviewer', { roleModel: 'sonnet', ...wishes })).toEqual({ ok: true, value: expected });
});
