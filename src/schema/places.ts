import { isId, type IdName } from '../base/ids.ts';
import { documentNames, type DocumentName } from './documents.ts';
import { valueAt, type Finding } from './finding.ts';

/** Ids that a document's path names. */
export interface PlaceIds {
  readonly hash?: string;
  readonly request?: string;
  readonly task?: string;
  readonly subtask?: string;
  readonly run?: string;
  readonly crp?: string;
  readonly vcr?: string;
}

const idOf: Record<keyof PlaceIds, IdName> = {
  hash: 'project-hash',
  request: 'request-id',
  task: 'task-id',
  subtask: 'subtask-id',
  run: 'run-id',
  crp: 'crp-id',
  vcr: 'vcr-id',
};

const sessions = '.claude/orchestrator/sessions/{hash}';
const contracts = `${sessions}/contracts/{request}`;
const run = '.orchestral/runs/{run}';
const config = '.orchestral/config';

/** Where each document lies in a project, with `/` between folders on every platform. */
const places: { readonly [N in DocumentName]: string } = {
  session: `${sessions}/session.json`,
  'session-state': `${sessions}/state.json`,
  explored: `${contracts}/explored.yaml`,
  'task-breakdown': `${contracts}/task-breakdown.yaml`,
  'design-brief': `${contracts}/{task}/design-brief.yaml`,
  'design-contract': `${contracts}/{task}/design-contract.yaml`,
  'test-contract': `${contracts}/{task}/{subtask}/test-contract.yaml`,
  'test-result': `${contracts}/{task}/{subtask}/test-result.yaml`,
  knowledge: '.claude/orchestrator/knowledge/{hash}/knowledge.yaml',
  'auto-state': '.claude/orchestrate-state.json',
  'run-state': `${run}/state.json`,
  crp: `${run}/crp/{crp}.json`,
  vcr: `${run}/vcr/{vcr}.json`,
  clarifications: `${run}/briefing/clarifications.json`,
  results: `${run}/verifier/results.json`,
  verdict: `${run}/gatekeeper/verdict.json`,
  evidence: `${run}/mrp/evidence.json`,
  proof: `${run}/mrp/proof.json`,
  'config-global': `${config}/global.json`,
  'config-refiner': `${config}/refiner.json`,
  'config-builder': `${config}/builder.json`,
  'config-verifier': `${config}/verifier.json`,
  'config-gatekeeper': `${config}/gatekeeper.json`,
  'config-agents': `${config}/agents.json`,
  'config-project': `${config}/project.json`,
  // Of the person, in no project: no path in one begins like this.
  'config-user': '~/.config/orchestral/config.json',
  rehearsal: `${config}/rehearsal.yaml`,
};

/** Where to look for documents: folders, and one file. Inside, go only where `leadsToDocuments` says. */
export const placeRoots = [
  '.claude/orchestrator',
  '.claude/orchestrate-state.json',
  '.orchestral/config',
  '.orchestral/runs',
] as const;

/** Whether a path relative to the project is Orchestral's own: its documents, their logs and backups, its configuration. Other spellings name the same files where case does not count. */
export function isOwnPlace(path: string): boolean {
  return /^(?:\.orchestral|\.claude\/(?:orchestrator|orchestrate-(?:state|events)[^/]*))(?:\/|$)/i.test(path);
}

/** The same for a path relative to the repository, of which the project is this folder. */
export function isOwnPlaceIn(folder: string, path: string): boolean {
  return (
    isOwnPlace(path) || (folder !== '' && path.startsWith(`${folder}/`) && isOwnPlace(path.slice(folder.length + 1)))
  );
}

/** The path of documents of a name, with ids in braces: `.orchestral/runs/{run}/state.json`. */
export function placeOf(name: DocumentName): string {
  return places[name];
}

/** The document at a path relative to the project, or undefined when that is no place of one. */
export function documentAt(path: string): { name: DocumentName; ids: PlaceIds } | undefined {
  const parts = path.split('/');
  for (const name of documentNames) {
    const steps = places[name].split('/');
    const ids = steps.length === parts.length ? idsAlong(steps, parts) : undefined;
    if (ids !== undefined) return { name, ids };
  }
  return undefined;
}

/** Whether a folder relative to the project lies on the way to a document's place. */
export function leadsToDocuments(folder: string): boolean {
  const parts = folder.split('/');
  return Object.values(places).some((place) => {
    const steps = place.split('/').slice(0, -1);
    return parts.length <= steps.length && idsAlong(steps.slice(0, parts.length), parts) !== undefined;
  });
}

function idsAlong(steps: readonly string[], parts: readonly string[]): PlaceIds | undefined {
  const ids: Record<string, string> = {};
  for (const [i, step] of steps.entries()) {
    const part = parts[i] ?? '';
    const [, slot, ending = ''] = /^\{(\w+)\}(.*)$/.exec(step) ?? [];
    if (slot === undefined || !isSlot(slot)) {
      if (part !== step) return undefined;
      continue;
    }
    const id = part.slice(0, part.length - ending.length);
    if (!part.endsWith(ending) || !isId(idOf[slot], id)) return undefined;
    ids[slot] = id;
  }
  return ids;
}

function isSlot(slot: string): slot is keyof PlaceIds {
  return Object.hasOwn(idOf, slot);
}

/** Fields that repeat what the place says. */
const fieldsOf: Partial<Record<DocumentName, readonly (readonly [keyof PlaceIds, readonly string[]])[]>> = {
  session: [['hash', ['project', 'hash']]],
  knowledge: [['hash', ['project', 'hash']]],
  explored: [['request', ['request_id']]],
  'task-breakdown': [['request', ['request_id']]],
  'design-brief': contractFields('task'),
  'design-contract': contractFields('task'),
  'test-contract': contractFields('subtask'),
  'test-result': contractFields('subtask'),
  'run-state': [['run', ['run_id']]],
  crp: [['crp', ['crp_id']]],
  vcr: [['vcr', ['vcr_id']]],
};

function contractFields(level: 'task' | 'subtask') {
  const upper = [['request', ['request_id']] as const, ['task', ['task_id']] as const];
  return level === 'task' ? upper : [...upper, ['subtask', ['subtask_id']] as const];
}

/** Ids inside a document must be those of its place. */
export function* placeFindings(name: DocumentName, value: unknown, place: PlaceIds): Iterable<Finding> {
  for (const [id, at] of fieldsOf[name] ?? []) {
    const expected = place[id];
    const got = valueAt(value, at);
    if (expected === undefined || got === expected) continue;
    yield { at, expected: { kind: 'rule', rule: 'differs-from-place', place: expected }, got };
  }
}
