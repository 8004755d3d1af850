import type { Failure } from '../../src/base/failure.ts';
import type { Result } from '../../src/base/result.ts';
import type { BuilderBrief } from '../../src/prompts/run/builder.ts';
import type { GatekeeperBrief } from '../../src/prompts/run/gatekeeper.ts';
import type { RefinerBrief } from '../../src/prompts/run/refiner.ts';
import type { VerifierBrief } from '../../src/prompts/run/verifier.ts';
import { configDefaults } from '../../src/schema/config/defaults.ts';

/* What each role gets, at its plainest. */

const none = { names: [], more: 0 };
const round = { iteration: 1, maxIterations: 3 };
export const decision = {
  question: 'Which limit?',
  decision: '60 a minute',
  rationale: 'simple',
  notes: 'later per user',
};
const change = {
  changed: [
    { path: 'src/한글.ts', kind: 'added', added: 3, deleted: 0 },
    { path: 'logo.png', kind: 'modified', added: null, deleted: null },
  ],
  patch: { text: 'diff --git a/x b/x\n+PATCHED', cut: false },
};

export const refiner: RefinerBrief = {
  briefing: 'Add a limit.',
  config: configDefaults.refiner,
  refinement: 1,
  refinements: 3,
  decisions: [],
  precedents: [],
};
export const builder: BuilderBrief = {
  ...round,
  refined: '# Goal\nA limit.',
  config: configDefaults.builder,
  decisions: [],
  testCommand: 'npm test',
  buildCommand: null,
  feedback: null,
};
export const verifier: VerifierBrief = {
  strayed: [],
  missing: [],
  ...round,
  ...change,
  refined: '# Goal\nA limit.',
  config: configDefaults.verifier,
  decisions: [],
  coverageNeeded: 80,
  testCommand: 'npm test',
  testFiles: { names: ['test/a.test.ts'], more: 4 },
  ownTests: none,
  feedback: null,
};
export const gatekeeper: GatekeeperBrief = {
  ...round,
  ...change,
  refined: '# Goal\nA limit.',
  config: configDefaults.gatekeeper,
  coverageNeeded: 85,
  decisions: [],
  precedents: [],
  evidence: {
    tree: 'abc123',
    command: 'npm test',
    source: 'junit',
    ending: 'exited',
    exit_code: 0,
    build: null,
    total: 12,
    passed: 11,
    failed: 0,
    skipped: 1,
    coverage: 91.25,
    coverage_of: 'change',
    failures: [],
    newly_red: none,
    gone: none,
    edge_cases_tested: [],
    adversarial_findings: [],
  },
  findings: [],
  changedTests: none,
  proof: [],
  dependencies: [],
};
export const feedback = {
  from: 'gate',
  reason: 'The limit is not kept.',
  issues: [
    { severity: 'minor', file: null, line: null, message: 'a name' },
    { severity: 'critical', file: 'src/a.ts', line: 7, message: 'off by one' },
  ],
  findings: ['2 tests fail'],
  failures: Array.from({ length: 25 }, (_, n) => ({ test: `test ${n}`, reason: 'x'.repeat(9000) })),
} as const;

export function text(filled: Result<string, Failure>): string {
  if (!filled.ok) throw new Error(filled.error.code);
  return filled.value;
}
