import type * as z from 'zod/mini';
import { amount, choice, exactly, flag, group, list, maybe, text, texts, whole } from '../field.ts';

export const configGlobal = group(
  {
    max_iterations: whole('How many rounds of build, verify and gate a run may take.', { min: 1 }),
    tmux_session_prefix: text('What the name of a tmux session begins with.'),
    web_port: whole('The port of the dashboard.', { max: 65535 }),
    log_level: choice(['debug', 'info', 'warn', 'error'], 'How much a run prints.'),
    timeouts: group(
      {
        refiner: whole('Milliseconds the Refiner may take before `timeout_action` applies.', { min: 1 }),
        builder: whole('Milliseconds the Builder may take before `timeout_action` applies.', { min: 1 }),
        verifier: whole('Milliseconds the Verifier may take before `timeout_action` applies.', { min: 1 }),
        gatekeeper: whole('Milliseconds the Gatekeeper may take before `timeout_action` applies.', { min: 1 }),
      },
      'How long each agent may take before `timeout_action`.',
    ),
    timeout_action: choice(
      ['warn', 'retry', 'stop'],
      'What happens to an agent that exceeds its timeout: a warning, another attempt, or the end of the step.',
    ),
    notifications: group(
      {
        terminal_bell: flag('Whether the terminal bell rings when something needs you.'),
        system_notify: flag('Whether a desktop notification appears when something needs you.'),
      },
      'How you are notified.',
    ),
    auto_retry: group(
      {
        enabled: flag('Whether failed steps of a run are retried.'),
        max_attempts: whole('How often a failed step is retried.'),
        recoverable_errors: list(
          choice(['crash', 'timeout', 'validation', 'limit', 'auth'], 'A kind of error.'),
          'Which kinds of errors are retried.',
        ),
      },
      'Retrying failed steps.',
    ),
  },
  'Settings of all runs.',
);

export type ConfigGlobal = z.output<typeof configGlobal>;

export const configProject = group(
  {
    version: maybe(exactly(1, 'Version of this format.')),
    setup_command: maybe(text('The command that installs what a fresh worktree needs.')),
    build_command: maybe(text('The command that builds the project.')),
    test_command: maybe(text('The command that runs the tests.')),
    test_timeout: maybe(whole('How long the tests of the untouched project may take, in milliseconds.')),
    superseded: maybe(
      choice(['review', 'ask', 'reject'], 'What a task list does with tests that new behaviour contradicts.'),
    ),
    min_proven: maybe(
      whole(
        'Percentage of the changed parts of the code that a test must notice; `orchestral prove` exits with 1 below it.',
        { max: 100 },
      ),
    ),
    coverage_command: maybe(text('The command that runs the tests and measures coverage.')),
    copy: maybe(texts('Ignored files that worktrees need, such as `.env`.')),
    worktree_root: maybe(text('The folder in which worktrees are created.')),
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
    model: text('The model of the Refiner.'),
    auto_fill: group(
      {
        allowed: texts('Kinds of gaps in a briefing that the Refiner may fill itself.'),
        forbidden: texts('Kinds of gaps that the Refiner may never fill itself.'),
      },
      'What the Refiner may decide itself.',
    ),
    delegation_keywords: texts('Words in a briefing that let the Refiner fill every gap that is not forbidden.'),
    max_refinement_iterations: whole('How often the Refiner may refine a briefing again.'),
  },
  'Settings of the Refiner.',
);

export type ConfigRefiner = z.output<typeof configRefiner>;

export const configBuilder = group(
  {
    model: text('The model of the Builder.'),
    style: group(
      {
        prefer_libraries: texts('Libraries that the Builder prefers.'),
        avoid_libraries: texts('Libraries that the Builder avoids.'),
        code_style: text('Name of the code style that the Builder follows.'),
      },
      'The style of code.',
    ),
    constraints: group(
      {
        max_file_size_lines: whole('How many lines a file may have.', { min: 1 }),
        require_types: flag('Whether code must declare types.'),
      },
      'What is checked.',
    ),
  },
  'Settings of the Builder.',
);

export type ConfigBuilder = z.output<typeof configBuilder>;

export const configVerifier = group(
  {
    model: text('The model of the Verifier.'),
    test_coverage: group(
      {
        min_percentage: amount('Percentage of the changed lines that the tests must cover.', { max: 100 }),
        require_edge_cases: flag('Whether the Verifier must test edge cases.'),
        require_error_cases: flag('Whether the Verifier must test error cases.'),
      },
      'What the tests must cover.',
    ),
    adversarial: group(
      {
        enabled: flag('Whether the Verifier tries to attack the code.'),
        max_attack_vectors: whole('How many kinds of attacks the Verifier tries.'),
      },
      'Attacks on the code.',
    ),
  },
  'Settings of the Verifier.',
);

export type ConfigVerifier = z.output<typeof configVerifier>;

export const configGatekeeper = group(
  {
    model: text('The model of the Gatekeeper.'),
    pass_criteria: group(
      {
        tests_passing: flag('Whether all tests must pass.'),
        no_critical_issues: flag('Whether a critical issue fails the run.'),
        min_test_coverage: amount('Percentage of the changed lines that the tests must cover.', { max: 100 }),
      },
      'What a PASS needs.',
    ),
    max_iterations: whole('How many rounds a run may take; the smaller of this and `global.max_iterations` applies.', {
      min: 1,
    }),
    auto_crp_triggers: texts('Kinds of changes that always need your decision.'),
  },
  'Settings of the Gatekeeper.',
);

export type ConfigGatekeeper = z.output<typeof configGatekeeper>;
