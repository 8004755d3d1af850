import type * as z from 'zod/mini';
import { autoStateDocument, type AutoStateDocument, autoStateRules } from './auto-state.ts';
import { configAgents, type ConfigAgents } from './config/agents.ts';
import {
  configBuilder,
  type ConfigBuilder,
  configGatekeeper,
  type ConfigGatekeeper,
  configGlobal,
  type ConfigGlobal,
  configProject,
  type ConfigProject,
  configRefiner,
  type ConfigRefiner,
  configVerifier,
  type ConfigVerifier,
} from './config/settings.ts';
import {
  designBrief,
  type DesignBrief,
  designBriefRules,
  designContract,
  type DesignContract,
  designContractRules,
} from './contracts/design.ts';
import {
  explored,
  type Explored,
  taskBreakdown,
  type TaskBreakdown,
  taskBreakdownRules,
} from './contracts/discovery.ts';
import {
  testContract,
  type TestContract,
  testContractRules,
  testResult,
  type TestResult,
  testResultRules,
} from './contracts/testing.ts';
import type { Finding } from './finding.ts';
import { knowledge, type Knowledge, knowledgeRules } from './knowledge.ts';
import { rehearsal, type Rehearsal } from './rehearsal.ts';
import { crp, type Crp, crpRules, vcr, type Vcr, vcrRules } from './run/consultation.ts';
import {
  clarifications,
  type Clarifications,
  evidenceDocument,
  type EvidenceDocument,
  evidenceRules,
  results,
  type Results,
  resultsRules,
  verdictDocument,
  type VerdictDocument,
} from './run/reports.ts';
import { runStateDocument, type RunStateDocument } from './run/run-state.ts';
import {
  sessionDocument,
  type SessionDocument,
  sessionStateDocument,
  type SessionStateDocument,
  sessionStateRules,
} from './session-state.ts';

interface JsonDocuments {
  session: SessionDocument;
  'session-state': SessionStateDocument;
  'auto-state': AutoStateDocument;
  'run-state': RunStateDocument;
  crp: Crp;
  vcr: Vcr;
  clarifications: Clarifications;
  results: Results;
  verdict: VerdictDocument;
  evidence: EvidenceDocument;
  'config-global': ConfigGlobal;
  'config-refiner': ConfigRefiner;
  'config-builder': ConfigBuilder;
  'config-verifier': ConfigVerifier;
  'config-gatekeeper': ConfigGatekeeper;
  'config-agents': ConfigAgents;
  'config-project': ConfigProject;
}

interface YamlDocuments {
  explored: Explored;
  'task-breakdown': TaskBreakdown;
  'design-brief': DesignBrief;
  'design-contract': DesignContract;
  'test-contract': TestContract;
  'test-result': TestResult;
  knowledge: Knowledge;
  rehearsal: Rehearsal;
}

interface Documents extends JsonDocuments, YamlDocuments {}

export const documentNames = [
  'session',
  'session-state',
  'explored',
  'task-breakdown',
  'design-brief',
  'design-contract',
  'test-contract',
  'test-result',
  'knowledge',
  'auto-state',
  'run-state',
  'crp',
  'vcr',
  'clarifications',
  'results',
  'verdict',
  'evidence',
  'config-global',
  'config-refiner',
  'config-builder',
  'config-verifier',
  'config-gatekeeper',
  'config-agents',
  'config-project',
  'rehearsal',
] as const satisfies readonly (keyof Documents)[];

export type DocumentName = (typeof documentNames)[number];
export type JsonDocumentName = keyof JsonDocuments;
export type DocumentOf<N extends DocumentName> = Documents[N];

/** Everything that is the same for all documents of a name. */
export interface DocumentKind<T> {
  readonly format: 'json' | 'yaml';
  /** More bytes than this are not read. */
  readonly maxBytes: number;
  readonly schema: z.ZodMiniType<T>;
  /** The newest `version` (its first number) this program understands; absent where the document has none. */
  readonly newestVersion?: number;
  /** What must hold between fields, of values the schema accepts. */
  readonly rules?: (value: T) => Iterable<Finding>;
}

const KB = 1024;
const MB = 1024 * KB;

const state = { format: 'json', maxBytes: 64 * MB } as const;
const small = { format: 'json', maxBytes: 256 * KB } as const;
const measured = { format: 'json', maxBytes: 16 * MB } as const;
const contract = { format: 'yaml', maxBytes: 256 * KB, newestVersion: 1 } as const;

const documents: { readonly [N in DocumentName]: DocumentKind<Documents[N]> } = {
  session: { ...small, schema: sessionDocument, newestVersion: 1 },
  'session-state': { ...state, schema: sessionStateDocument, newestVersion: 2, rules: sessionStateRules },
  explored: { ...contract, schema: explored },
  'task-breakdown': { ...contract, schema: taskBreakdown, rules: taskBreakdownRules },
  'design-brief': { ...contract, schema: designBrief, rules: designBriefRules },
  'design-contract': { ...contract, schema: designContract, rules: designContractRules },
  'test-contract': { ...contract, schema: testContract, rules: testContractRules },
  'test-result': { ...contract, schema: testResult, rules: testResultRules },
  knowledge: { ...contract, maxBytes: MB, schema: knowledge, rules: knowledgeRules },
  'auto-state': { ...state, schema: autoStateDocument, newestVersion: 2, rules: autoStateRules },
  'run-state': { ...state, schema: runStateDocument },
  crp: { ...small, schema: crp, rules: crpRules },
  vcr: { ...small, schema: vcr, rules: vcrRules },
  clarifications: { ...small, schema: clarifications },
  results: { ...measured, schema: results, rules: resultsRules },
  verdict: { ...small, schema: verdictDocument },
  evidence: { ...measured, schema: evidenceDocument, rules: evidenceRules },
  'config-global': { ...small, schema: configGlobal },
  'config-refiner': { ...small, schema: configRefiner },
  'config-builder': { ...small, schema: configBuilder },
  'config-verifier': { ...small, schema: configVerifier },
  'config-gatekeeper': { ...small, schema: configGatekeeper },
  'config-agents': { ...small, schema: configAgents, newestVersion: 1 },
  'config-project': { ...small, schema: configProject, newestVersion: 1 },
  rehearsal: { ...contract, maxBytes: MB, schema: rehearsal },
};

export function isDocumentName(name: string): name is DocumentName {
  return Object.hasOwn(documents, name);
}

export function kindOf<N extends DocumentName>(name: N): DocumentKind<DocumentOf<N>> {
  return documents[name];
}

export function schemaOf<N extends DocumentName>(name: N): z.ZodMiniType<DocumentOf<N>> {
  return documents[name].schema;
}
