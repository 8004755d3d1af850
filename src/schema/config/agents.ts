import * as z from 'zod/mini';
import { amount, choice, exactly, group, list, matching, maybe, meaning, text, whole } from '../field.ts';

const backend = choice(
  ['claude', 'codex', 'gemini', 'opencode', 'acp', 'command', 'rehearsal'],
  'The backend, that is the kind of agent.',
);

const binding = group(
  { backend: maybe(backend), model: maybe(text('The model; every backend understands `haiku`, `sonnet` and `opus`.')) },
  'Which backend and model.',
);

const variable = matching('variable', 'The name of a variable.');

const env = maybe(list(variable, 'Additional environment variables for the agent.'));

const program = group(
  { command: meaning(z.array(z.string()).check(z.minLength(1)), 'The program and its arguments.'), env },
  'A program to run.',
);

const vendor = maybe(group({ env }, 'Settings of this vendor’s program.'));

const role = maybe(binding);

const milliseconds = whole('Milliseconds this role may take before `timeout_action` applies.', { min: 1 });

export const configAgents = group(
  {
    version: maybe(exactly(1, 'Version of this format.')),
    default: maybe(binding),
    roles: maybe(
      group(
        {
          refiner: role,
          builder: role,
          verifier: role,
          gatekeeper: role,
          'code-explore': role,
          planner: role,
          architect: role,
          'qa-engineer': role,
          implementer: role,
          'task-executor': role,
          reviewer: role,
        },
        'Roles that differ from the default.',
      ),
    ),
    backends: maybe(
      group(
        {
          claude: vendor,
          codex: vendor,
          gemini: vendor,
          opencode: vendor,
          acp: maybe(program),
          command: maybe(program),
          rehearsal: maybe(
            group({ script: text('Path of the script that the rehearsal plays.') }, 'The agent that plays a script.'),
          ),
        },
        'Settings of backends.',
      ),
    ),
    limits: maybe(
      group(
        {
          wall_ms: maybe(whole('Milliseconds that one call may take.', { min: 1 })),
          idle_ms: maybe(whole('Milliseconds a call may run without output or activity.', { min: 1 })),
          max_turns: maybe(whole('Turns that one call may take.', { min: 1 })),
          max_cost_usd: maybe(amount('Dollars that one call may cost.')),
          total_cost_usd: maybe(amount('Dollars that all calls together may cost; when they are spent, work pauses.')),
        },
        'Limits of calls.',
      ),
    ),
    timeouts: maybe(
      group(
        {
          'code-explore': maybe(milliseconds),
          planner: maybe(milliseconds),
          architect: maybe(milliseconds),
          'qa-engineer': maybe(milliseconds),
          implementer: maybe(milliseconds),
          'task-executor': maybe(milliseconds),
          reviewer: maybe(milliseconds),
        },
        'How long each agent may take before `timeout_action` of global.json, which also has the timeouts of runs.',
      ),
    ),
    sandbox: maybe(
      choice(['auto', 'require', 'off'], 'Whether agents run in a sandbox: if there is one, always, or never.'),
    ),
    fallback: maybe(list(backend, 'Backends that take over while another one is rate-limited, in this order.')),
  },
  'Which agent does what.',
);

export type ConfigAgents = z.output<typeof configAgents>;
