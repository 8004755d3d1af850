import type * as z from 'zod/mini';
import { amount, choice, exactly, flag, group, list, maybe, text, texts, whole } from '../field.ts';

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

export const configProject = group(
  {
    version: maybe(exactly(1, 'Version of this format.')),
    setup_command: maybe(text('Makes a fresh worktree usable.')),
    build_command: maybe(text('Builds the project.')),
    test_command: maybe(text('Runs the tests.')),
    test_timeout: maybe(whole('How long the tests of the untouched project may take, in milliseconds.')),
    superseded: maybe(
      choice(['review', 'ask', 'reject'], 'What a task list does with tests that new behaviour contradicts.'),
    ),
    min_proven: maybe(whole('Percent of changed hunks that an assertion must notice.', { max: 100 })),
    coverage_command: maybe(text('Runs the tests and measures coverage.')),
    copy: maybe(texts('Ignored files that worktrees need, such as `.env`.')),
    worktree_root: maybe(text('Folder the worktrees are made in.')),
    delivery: maybe(
      choice(
        ['merge', 'branch', 'pull-request'],
        'Where finished work goes: into your branch, to a branch of the remote, or there with a pull request.',
      ),
    ),
    network: maybe(
      choice(['on', 'off'], 'Whether build and tests reach the network in the sandbox; set-up always does.'),
    ),
    userns: maybe(choice(['on', 'off'], 'Whether set-up, build and tests may make namespaces in the sandbox.')),
  },
  'How this project is set up, built and tested; what is absent is detected.',
);

export type ConfigProject = z.output<typeof configProject>;

export const configRefiner = group(
  {
    model: text('Model of the Refiner.'),
    auto_fill: group(
      { allowed: texts('Kinds of gaps it may fill.'), forbidden: texts('Kinds it may never fill.') },
      'What it may decide by itself.',
    ),
    delegation_keywords: texts('Words in a briefing that let it fill everything not forbidden.'),
    max_refinement_iterations: whole('How often it may refine again.'),
  },
  'Settings of the Refiner.',
);

export type ConfigRefiner = z.output<typeof configRefiner>;

export const configBuilder = group(
  {
    model: text('Model of the Builder.'),
    style: group(
      {
        prefer_libraries: texts('Libraries to prefer.'),
        avoid_libraries: texts('Libraries to avoid.'),
        code_style: text('Name of the style.'),
      },
      'How code is to be written.',
    ),
    constraints: group(
      {
        max_file_size_lines: whole('How long a file may be.', { min: 1 }),
        require_types: flag('Whether types are required.'),
      },
      'What is checked.',
    ),
  },
  'Settings of the Builder.',
);

export type ConfigBuilder = z.output<typeof configBuilder>;

export const configVerifier = group(
  {
    model: text('Model of the Verifier.'),
    test_coverage: group(
      {
        min_percentage: amount('Per cent that must be covered.', { max: 100 }),
        require_edge_cases: flag('Whether edge cases must be tested.'),
        require_error_cases: flag('Whether error cases must be tested.'),
      },
      'What the tests must cover.',
    ),
    adversarial: group(
      { enabled: flag('Whether attacks are tried.'), max_attack_vectors: whole('How many kinds of attack.') },
      'Attacks on the code.',
    ),
  },
  'Settings of the Verifier.',
);

export type ConfigVerifier = z.output<typeof configVerifier>;

export const configGatekeeper = group(
  {
    model: text('Model of the Gatekeeper.'),
    pass_criteria: group(
      {
        tests_passing: flag('Whether all tests must pass.'),
        no_critical_issues: flag('Whether a critical issue fails the run.'),
        min_test_coverage: amount('Per cent that must be covered.', { max: 100 }),
      },
      'What a PASS needs.',
    ),
    max_iterations: whole('How many rounds a run may take; the smaller of this and global.json’s counts.', { min: 1 }),
    auto_crp_triggers: texts('What always asks a person.'),
  },
  'Settings of the Gatekeeper.',
);

export type ConfigGatekeeper = z.output<typeof configGatekeeper>;
