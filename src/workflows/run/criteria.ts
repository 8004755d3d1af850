import type { ConfigBuilder, ConfigGatekeeper, ConfigGlobal, ConfigVerifier } from '../../schema/config/settings.ts';
import type { CaseKind } from '../../schema/run/answers.ts';

/** What a PASS needs. */
export interface Criteria {
  readonly testsPassing: boolean;
  readonly noCriticalIssues: boolean;
  readonly minCoverage: number;
  readonly maxFileLines: number;
  /** What always asks a person. */
  readonly triggers: readonly string[];
}

interface Settings {
  readonly global: Pick<ConfigGlobal, 'max_iterations'>;
  readonly builder: Pick<ConfigBuilder, 'constraints'>;
  readonly verifier: Pick<ConfigVerifier, 'test_coverage'>;
  readonly gatekeeper: ConfigGatekeeper;
}

export function criteriaFrom(settings: Pick<Settings, 'builder' | 'verifier' | 'gatekeeper'>): Criteria {
  const { pass_criteria, auto_crp_triggers } = settings.gatekeeper;
  return {
    testsPassing: pass_criteria.tests_passing,
    noCriticalIssues: pass_criteria.no_critical_issues,
    minCoverage: minCoverage(settings),
    maxFileLines: settings.builder.constraints.max_file_size_lines,
    triggers: auto_crp_triggers,
  };
}

/** Two files name a bar: the higher holds. */
export function minCoverage({ verifier, gatekeeper }: Pick<Settings, 'verifier' | 'gatekeeper'>): number {
  return Math.max(verifier.test_coverage.min_percentage, gatekeeper.pass_criteria.min_test_coverage);
}

/** Two files name a limit: the smaller holds. */
export function maxIterations({ global, gatekeeper }: Pick<Settings, 'global' | 'gatekeeper'>): number {
  return Math.min(global.max_iterations, gatekeeper.max_iterations);
}

/** Of what the Verifier has to write at least one test. */
export function requiredCases({ test_coverage, adversarial }: ConfigVerifier): CaseKind[] {
  const isAttacked = adversarial.enabled && adversarial.max_attack_vectors > 0;
  return [
    ...(test_coverage.require_edge_cases ? (['edge'] as const) : []),
    ...(test_coverage.require_error_cases ? (['error'] as const) : []),
    ...(isAttacked ? (['attack'] as const) : []),
  ];
}
