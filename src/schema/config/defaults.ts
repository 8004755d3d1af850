import type { ConfigBuilder, ConfigGatekeeper, ConfigGlobal, ConfigRefiner, ConfigVerifier } from './settings.ts';

/** The settings of runs, by the name of their file. */
export interface RunConfig {
  readonly global: ConfigGlobal;
  readonly refiner: ConfigRefiner;
  readonly builder: ConfigBuilder;
  readonly verifier: ConfigVerifier;
  readonly gatekeeper: ConfigGatekeeper;
}

/** What applies where no file says otherwise, and what `orchestral init` writes. */
export const configDefaults: RunConfig = {
  global: {
    max_iterations: 3,
    tmux_session_prefix: 'orchestral',
    web_port: 3000,
    log_level: 'info',
    timeouts: { refiner: 300_000, builder: 600_000, verifier: 300_000, gatekeeper: 300_000 },
    timeout_action: 'warn',
    notifications: { terminal_bell: true, system_notify: false },
    auto_retry: { enabled: true, max_attempts: 2, recoverable_errors: ['crash', 'timeout', 'validation'] },
  },
  refiner: {
    model: 'haiku',
    auto_fill: {
      allowed: ['numeric_defaults', 'naming', 'file_paths'],
      forbidden: ['architecture', 'external_deps', 'security'],
    },
    delegation_keywords: ['적당히', '알아서', '합리적으로'],
    max_refinement_iterations: 2,
  },
  builder: {
    model: 'sonnet',
    style: { prefer_libraries: [], avoid_libraries: [], code_style: 'default' },
    constraints: { max_file_size_lines: 500, require_types: false },
  },
  verifier: {
    model: 'haiku',
    test_coverage: { min_percentage: 80, require_edge_cases: true, require_error_cases: true },
    adversarial: { enabled: true, max_attack_vectors: 5 },
  },
  gatekeeper: {
    model: 'sonnet',
    pass_criteria: { tests_passing: true, no_critical_issues: true, min_test_coverage: 80 },
    max_iterations: 3,
    auto_crp_triggers: ['security_concern', 'breaking_change', 'external_dependency_addition'],
  },
};
