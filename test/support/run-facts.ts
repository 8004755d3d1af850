import type { LogFacts } from '../../src/engine/run-documents/log.ts';
import type { ReviewFacts } from '../../src/engine/run-documents/review.ts';
import type { SummaryFacts } from '../../src/engine/run-documents/summary.ts';
import type { Evidence } from '../../src/workflows/run/evidence.ts';
import type { Judgement, RunFinding } from '../../src/workflows/run/judgement.ts';

/* A run that passed, as the documents about it get it. */

const none = { names: [], more: 0 };

export const evidence: Evidence = {
  tree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  command: 'npm test',
  source: 'junit',
  ending: 'exited',
  exit_code: 0,
  build: null,
  total: 12,
  passed: 11,
  failed: 0,
  skipped: 1,
  duration_ms: 83_000,
  executed_at: '2024-01-15T14:30:22Z',
  output_sha256: 'aa',
  coverage: 79.96,
  coverage_of: 'change',
  failures: [],
  newly_red: none,
  gone: none,
  changed_tests: none,
  dependencies: [],
  rule_breaks: [],
  edge_cases_tested: [],
  adversarial_findings: [],
};

export const passed: Judgement = {
  verdict: 'PASS',
  said: 'PASS',
  reason: 'Every criterion holds.',
  issues: [],
  triggers: [],
  findings: [],
};

export const review: ReviewFacts = {
  run_id: 'run-20240115-143022',
  iteration: 1,
  max_iterations: 3,
  judgement: passed,
  evidence,
  allowed: [],
  allowsSuperseded: false,
};

export const consultation: SummaryFacts['consultations'][number] = {
  crp: {
    crp_id: 'crp-001',
    created_at: '2024-01-15T14:35:00Z',
    created_by: 'refiner',
    type: 'clarification',
    question: 'Which limit?',
    context: '',
    options: [
      { id: 'A', label: '60 a minute', description: '', risk: '' },
      { id: 'B', label: '100 a minute', description: '', risk: '' },
    ],
    recommendation: 'A',
    status: 'resolved',
  },
  vcr: {
    vcr_id: 'vcr-001',
    crp_id: 'crp-001',
    created_at: '2024-01-15T14:40:00Z',
    decision: 'A',
    rationale: 'simple first',
    additional_notes: 'per user later',
    applies_to_future: false,
  },
  by_precedent: false,
};

export const summary: SummaryFacts = {
  run_id: 'run-20240115-143022',
  iterations: 2,
  rejections: [],
  filledIn: [],
  reasons: '',
  finished_at: '2024-01-15T15:00:00Z',
  refined: '# Goal\n\nRequests are limited.',
  changed: [
    {
      kind: 'added',
      path: 'src/한글 파일.ts',
      mode: '100644',
      objects: { before: null, after: null },
      added: 30,
      deleted: 0,
    },
    {
      kind: 'modified',
      path: 'logo.png',
      mode: '100644',
      objects: { before: null, after: null },
      added: null,
      deleted: null,
    },
    {
      kind: 'renamed',
      path: 'b.ts',
      from: 'a.ts',
      mode: '100644',
      objects: { before: null, after: null },
      added: 1,
      deleted: 2,
    },
  ],
  evidence,
  judgement: passed,
  allowed: [],
  allowsSuperseded: false,
  consultations: [consultation],
  git: { commit: 'abc1234', branch: 'orchestral/run-20240115-143022', base: 'main' },
  spent: {
    builder: { calls: 2, input_tokens: 1_234_567, output_tokens: 890, cost_usd: 0.5, duration_ms: 3_700_000 },
    verifier: { calls: 1, input_tokens: 10, output_tokens: 20, cost_usd: null, duration_ms: 900 },
  },
  isRehearsal: false,
};

export const log: LogFacts = {
  call: {
    role: 'builder',
    backend: 'claude',
    model: 'sonnet',
    tries: 1,
    input_tokens: 12_345,
    output_tokens: 67,
    cost_usd: 0.0123,
    duration_ms: 61_000,
  },
  iteration: 2,
  max_iterations: 3,
  at: '2024-01-15T15:00:00.123Z',
  log: 'Took a **map**, because …',
  text: 'Done.',
};

export const everyFinding: readonly RunFinding[] = [
  { code: 'tests_red', failed: 3, names: ['adds', 'takes'], more: 0 },
  { code: 'tests_did_not_run', ending: 'exit 127' },
  { code: 'build_red', command: 'make', exit_code: 2 },
  { code: 'no_tests' },
  { code: 'test_command_changed', before: 'npm test', now: 'sh fake.sh' },
  { code: 'tests_gone', names: ['old one'], more: 4 },
  { code: 'tests_skipped', names: ['lazy one'], more: 0 },
  { code: 'fewer_tests', before: 10, now: 8 },
  { code: 'coverage_low', coverage: 79.96, needed: 80 },
  { code: 'tests_unwritten' },
  { code: 'empty_diff' },
  { code: 'rejected_before' },
  { code: 'critical_issues', count: 2 },
  { code: 'file_too_long', file: 'src/long.ts', lines: 612, limit: 500 },
  { code: 'types_missing', file: 'src/a.ts', line: 3 },
  { code: 'library_avoided', file: 'src/a.ts', library: 'lodash' },
  { code: 'trigger', name: 'breaking_change', detail: 'drops v1' },
  { code: 'agent_failed_it' },
  { code: 'human_rejected', decision: 'too slow' },
];
