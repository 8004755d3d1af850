import { canonicalJson, isRecord } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import type { Problem } from '../base/document-problem.ts';
import type { DocumentContent } from './projection.ts';
import type { Version } from './store-event.ts';

/** What a document that is not as we left it means. */
export type DocumentState<Event> =
  /** It is ours, if perhaps in another layout. */
  | { readonly kind: 'ours' }
  /** It is gone, or an earlier version of ours that a crash kept from being replaced. */
  | { readonly kind: 'behind' }
  | { readonly kind: 'edited'; readonly sha256: string; readonly events: readonly Event[] }
  /** The log shows no such document: it lost its lines, or this one came from elsewhere. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused' | 'unreadable' | 'newer'; readonly problems: readonly Problem[] }
  /** It is what was shown after line `seq`. */
  | { readonly kind: 'restored'; readonly seq: number };

export interface DocumentComparison<Event> {
  readonly found: DocumentContent;
  /** The last two versions shown, newest last. */
  readonly versions: readonly Version[];
  /** After which line this version was shown, if ever. */
  shownAt(sha256: string): number | undefined;
  /** Versions an edit may have begun with, the likeliest last. */
  bases(): readonly object[];
  absorb(before: object, edited: object): Result<readonly Event[], readonly Problem[]>;
}

export function classifyDocument<Event>(comparison: DocumentComparison<Event>): DocumentState<Event> {
  const { found, versions } = comparison;
  switch (found.kind) {
    case 'absent':
      return { kind: 'behind' };
    case 'broken':
      return { kind: 'unreadable', problems: found.problems };
    case 'invalid':
      return { kind: 'refused', problems: found.problems };
    case 'newer':
      return { kind: 'newer', problems: found.problems };
    case 'value': {
      if (versions.at(-1)?.sha256 === found.sha256) return { kind: 'ours' };
      if (versions.at(-2)?.sha256 === found.sha256) return { kind: 'behind' };
      const seq = comparison.shownAt(found.sha256);
      return seq === undefined ? classifyEdit(comparison, found) : { kind: 'restored', seq };
    }
    default:
      return found satisfies never;
  }
}

/** An edit is what changed since the version it began with: what we changed meanwhile is not part of it. */
function classifyEdit<Event>(
  comparison: DocumentComparison<Event>,
  found: Extract<DocumentContent, { kind: 'value' }>,
): DocumentState<Event> {
  const before = findNearest(comparison.bases(), found.value);
  if (before === undefined) return { kind: 'unknown' };
  const absorbed = comparison.absorb(before, found.value);
  if (!absorbed.ok) return { kind: 'refused', problems: absorbed.error };
  return { kind: 'edited', sha256: found.sha256, events: absorbed.value };
}

/** The version with the fewest differences from what is there now; of equals, the newest. */
function findNearest(bases: readonly object[], edited: object): object | undefined {
  let best: { readonly base: object; readonly count: number } | undefined;
  for (const base of bases) {
    const count = countDifferences(base, edited);
    if (best === undefined || count <= best.count) best = { base, count };
  }
  return best?.base;
}

function countDifferences(a: unknown, b: unknown): number {
  if (isRecord(a) && isRecord(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    let sum = 0;
    for (const key of keys) sum += countDifferences(a[key], b[key]);
    return sum;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    // Lists of ids: what was added and what was taken away, wherever it stood.
    const [inA, inB] = [new Set(a.map(canonicalJson)), new Set(b.map(canonicalJson))];
    return [...inA].filter((item) => !inB.has(item)).length + [...inB].filter((item) => !inA.has(item)).length;
  }
  return Object.is(a, b) ? 0 : 1;
}
