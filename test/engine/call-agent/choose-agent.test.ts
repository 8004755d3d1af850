import { expect, test } from 'vitest';
import { type AgentLayer, chooseAgent, type AgentOptions } from '../../../src/engine/call-agent/choose-agent.ts';
import type { ConfigAgents } from '../../../src/schema/config/agents.ts';

const config: ConfigAgents = {
  version: 1,
  default: { backend: 'codex', model: 'opus' },
  roles: { refiner: { backend: 'gemini' }, builder: { backend: 'acp', model: 'sonnet' } },
  backends: { acp: { command: ['my-agent', '--stdio'] } },
};

const repository = (agents: ConfigAgents | undefined, models: AgentLayer['models'] = {}): AgentLayer => ({
  from: 'repository',
  agents,
  models,
});

const person = (agents: ConfigAgents | undefined, models: AgentLayer['models'] = {}): AgentLayer => ({
  from: 'person',
  agents,
  models,
});

const layers = [repository(config)];

const choose = (role: Parameters<typeof chooseAgent>[0], options: Partial<AgentOptions> = {}) =>
  chooseAgent(role, { isInstalled: () => false, isSignedIn: () => undefined, ...options });

test.each([
  ['the role’s entry', choose('refiner', { layers }), { backend: 'gemini', model: 'opus' }],
  [
    'the role’s own configuration names the model',
    choose('refiner', { layers: [repository(config, { refiner: 'haiku' })] }),
    { backend: 'gemini', model: 'haiku' },
  ],
  [
    'the entry’s model is stronger than the role’s own',
    choose('builder', { layers: [repository(config, { builder: 'haiku' })] }),
    { backend: 'acp', model: 'sonnet', command: ['my-agent', '--stdio'], from: 'repository' },
  ],
  ['the default', choose('planner', { layers }), { backend: 'codex', model: 'opus' }],
  [
    'a person’s word',
    choose('planner', { layers, agent: 'claude', model: 'haiku' }),
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
    'the first that the person is signed in with',
    choose('planner', {
      isInstalled: () => true,
      isSignedIn: (name) => ({ claude: false, codex: undefined, gemini: true, opencode: true })[name],
    }),
    { backend: 'gemini' },
  ],
  [
    'one that may have a sign-in before one without',
    choose('planner', { isInstalled: () => true, isSignedIn: (name) => (name === 'codex' ? undefined : false) }),
    { backend: 'codex' },
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
  ['another vendor’s, with its own model', { ...everything }, { backend: 'codex' }],
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
    {
      ...everything,
      layers: [repository({ version: 1, roles: { gatekeeper: { backend: 'gemini', model: 'opus' } } })],
    },
    { backend: 'gemini', model: 'opus' },
  ],
  [
    'its own, where somebody says so',
    { ...everything, layers: [repository({ version: 1, roles: { reviewer: { backend: 'claude', model: 'haiku' } } })] },
    { backend: 'claude', model: 'haiku' },
  ],
  [
    'what the executor is, where that is a script',
    {
      ...everything,
      layers: [
        repository({ version: 1, default: { backend: 'rehearsal' }, backends: { rehearsal: { script: 'a.yaml' } } }),
      ],
    },
    { backend: 'rehearsal', script: 'a.yaml', from: 'repository' },
  ],
  ['a person’s word', { ...everything, agent: 'claude' }, { backend: 'claude', model: 'sonnet' }],
] satisfies [string, Partial<AgentOptions>, object][])('a reviewer is %s', (_why, wishes, expected) => {
  expect(choose('reviewer', wishes)).toEqual({ ok: true, value: expected });
});

const claude = { isInstalled: (name: string) => name === 'claude' };
const codex = { isInstalled: (name: string) => name === 'codex' };
const opus: ConfigAgents = { default: { model: 'opus' } };

test.each([
  ['nobody’s wish: what runs are meant for', 'builder', claude, 'sonnet'],
  ['nobody’s wish: of another vendor its own', 'builder', codex, undefined],
  ['nobody’s wish: of other roles the vendor’s own', 'planner', claude, undefined],
  [
    'the default of agents.json reaches the roles of runs',
    'builder',
    { ...claude, layers: [repository(opus)] },
    'opus',
  ],
  [
    'a model without a backend',
    'builder',
    { ...codex, layers: [repository({ roles: { builder: { model: 'gpt-7' } } })] },
    'gpt-7',
  ],
  [
    '… that is not for the one asked for now',
    'builder',
    { ...codex, agent: 'claude', layers: [repository({ default: { model: 'gpt-7' } })] },
    'sonnet',
  ],
  [
    'the role’s file before the default',
    'builder',
    { ...claude, layers: [repository(opus, { builder: 'haiku' })] },
    'haiku',
  ],
  [
    'the role’s entry before its file',
    'builder',
    { ...claude, layers: [repository({ roles: { builder: { model: 'opus' } } }, { builder: 'haiku' })] },
    'opus',
  ],
  [
    'the project’s default before the person’s entry',
    'builder',
    { ...claude, layers: [repository(opus), person({ roles: { builder: { model: 'haiku' } } })] },
    'opus',
  ],
  [
    'the person’s file where the project says nothing',
    'builder',
    { ...claude, layers: [repository(undefined), person(undefined, { builder: 'haiku' })] },
    'haiku',
  ],
  ['what the plan names', 'task-executor', { ...claude, taskModel: 'haiku', layers: [repository(opus)] }, 'haiku'],
  [
    '--model before everything',
    'builder',
    { ...claude, model: 'haiku', layers: [repository({ roles: { builder: { model: 'opus' } } })] },
    'haiku',
  ],
  ['--model before --agent claude:opus', 'builder', { agent: 'claude:opus', model: 'haiku' }, 'haiku'],
] satisfies [string, Parameters<typeof chooseAgent>[0], Partial<AgentOptions>, string | undefined][])(
  'the model: %s',
  (_why, role, options, model) => {
    const chosen = choose(role, options);
    expect(chosen.ok && 'model' in chosen.value ? chosen.value.model : undefined).toBe(model);
  },
);

test('the person’s own program needs nobody’s trust', () => {
  const own = person({ default: { backend: 'command' }, backends: { command: { command: ['mine'] } } });
  expect(choose('builder', { layers: [repository(undefined), own] })).toMatchObject({
    value: { backend: 'command', command: ['mine'], from: 'person' },
  });
});
