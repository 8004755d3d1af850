import type * as z from 'zod/mini';
import { autoStateDocument, autoStateRules } from './auto-state.ts';
import { configAgents } from './config/agents.ts';
import { configUser } from './config/user.ts';
import {
  configBuilder,
  configGatekeeper,
  configGlobal,
  configProject,
  configRefiner,
  configVerifier,
} from './config/settings.ts';
import { designBrief, designBriefRules, designContract, designContractRules } from './contracts/design.ts';
import { explored, taskBreakdown, taskBreakdownRules } from './contracts/discovery.ts';
import { testContract, testContractRules, testResult, testResultRules } from './contracts/testing.ts';
import { partial } from './field.ts';
import type { Finding } from './finding.ts';
import { knowledge, knowledgeRules } from './knowledge.ts';
import { rehearsal } from './rehearsal.ts';
import { crp, crpRules, vcr, vcrRules } from './run/consultation.ts';
import {
  clarifications,
  evidenceDocument,
  evidenceRules,
  results,
  resultsRules,
  verdictDocument,
} from './run/reports.ts';
import { proofDocument } from './run/proof-document.ts';
import { runStateDocument } from './run/run-state.ts';
import { sessionDocument, sessionStateDocument, sessionStateRules } from './session-state.ts';

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

const documents = {
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
  proof: { ...measured, schema: proofDocument },
  'config-global': { ...small, schema: partial(configGlobal) },
  'config-refiner': { ...small, schema: partial(configRefiner) },
  'config-builder': { ...small, schema: partial(configBuilder) },
  'config-verifier': { ...small, schema: partial(configVerifier) },
  'config-gatekeeper': { ...small, schema: partial(configGatekeeper) },
  'config-agents': { ...small, schema: configAgents, newestVersion: 1 },
  'config-project': { ...small, schema: configProject, newestVersion: 1 },
  'config-user': { ...small, schema: configUser, newestVersion: 1 },
  rehearsal: { ...contract, maxBytes: MB, schema: rehearsal },
};

type Documents = { [N in keyof typeof documents]: z.output<(typeof documents)[N]['schema']> };

export type DocumentName = keyof Documents;
export type DocumentOf<N extends DocumentName> = Documents[N];
export type JsonDocumentName = {
  [N in DocumentName]: (typeof documents)[N]['format'] extends 'json' ? N : never;
}[DocumentName];

export const documentNames: readonly DocumentName[] = Object.keys(documents).filter(isDocumentName);

const kinds: { readonly [N in DocumentName]: DocumentKind<DocumentOf<N>> } = documents;

export function isDocumentName(name: string): name is DocumentName {
  return Object.hasOwn(documents, name);
}

export function kindOf<N extends DocumentName>(name: N): DocumentKind<DocumentOf<N>> {
  return kinds[name];
}

export function schemaOf<N extends DocumentName>(name: N): z.ZodMiniType<DocumentOf<N>> {
  return kinds[name].schema;
}
