import type * as z from 'zod/mini';
import { choice, flag, group, list, text, whole } from '../field.ts';

export const configGlobal = group(
  {
    max_iterations: whole('How many rounds of build, verify, gate a run may take.', { min: 1 }),
    tmux_session_prefix: text('What the name of the tmux session begins with.'),
    web_port: whole('Port of the dashboard.', { max: 65535 }),
    log_level: choice(['debug', 'info', 'warn', 'error'], 'How much is logged.'),
    timeouts: group(
      {
        refiner: whole('Milliseconds.', { min: 1 }),
        builder: whole('Milliseconds.', { min: 1 }),
        verifier: whole('Milliseconds.', { min: 1 }),
        gatekeeper: whole('Milliseconds.', { min: 1 }),
      },
      'How long each agent may take before `timeout_action`.',
    ),
    timeout_action: choice(['warn', 'retry', 'stop'], 'What happens then.'),
    notifications: group(
      { terminal_bell: flag('Ring the bell.'), system_notify: flag('Show a desktop notification.') },
      'How you are told.',
    ),
    auto_retry: group(
      {
        enabled: flag('Whether failed steps are repeated.'),
        max_attempts: whole('How often.'),
        recoverable_errors: list(
          choice(['crash', 'timeout', 'validation', 'limit', 'auth'], 'A kind of error.'),
          'After which errors.',
        ),
      },
      'Repeating failed steps.',
    ),
  },
  'Settings of all runs.',
);

export type ConfigGlobal = z.output<typeof configGlobal>;
