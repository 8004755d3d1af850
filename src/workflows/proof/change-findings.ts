import { type ChangePart, isConfiguration, isProduct, isTestSurface } from '../../languages/change-class.ts';
import type { FindingItem, ProofFinding } from '../../schema/proof-finding.ts';
import { isAboutTests } from './request-words.ts';

/** What is known of a change without running anything. */
export interface ChangeFacts {
  readonly parts: readonly ChangePart[];
  /** Texts of a part, for whoever decides on it. */
  readonly textsOf: (part: ChangePart) => { readonly was?: string | undefined; readonly now?: string | undefined };
  /** Paths whose content is empty now. */
  readonly empty: ReadonlySet<string>;
  readonly isLoadable: (path: string) => boolean;
  readonly isProse: (path: string) => boolean;
  /** Support code and fixtures that only gain something, and run nothing when they are loaded. */
  readonly isHarmless: (part: ChangePart) => boolean;
  /** Whether the baseline had a command that runs tests: without one there is nothing to be tampered with. */
  readonly hadTests: boolean;
  readonly request: RequestFacts;
}

/** What the request, brief or task says. */
export interface RequestFacts {
  readonly words: string;
  /** Files that it announces. */
  readonly deliverables: readonly string[];
  readonly exists: (path: string) => boolean;
  /** It says that nothing need change. */
  readonly needsNoChange: boolean;
  /** It asks for more than documents. */
  readonly asksForCode: boolean;
}

export function changeFindings(facts: ChangeFacts): ProofFinding[] {
  const { parts } = facts;
  const missing = nothingDone(facts);
  if (missing !== undefined) return [missing];
  return [
    ...deliverables(facts),
    ...listing('controls', facts, (part) => part.class === 'control'),
    ...(facts.hadTests ? listing('configuration', facts, (part) => isHowTestsRun(part, facts)) : []),
    ...surface(parts),
    ...notTestable(facts),
  ];
}

/** Modes and empty files are work only where somebody asked for just that file. */
function nothingDone({ parts, empty, request }: ChangeFacts): ProofFinding | undefined {
  const isNamed = ({ path }: ChangePart): boolean => request.words.includes(path.slice(path.lastIndexOf('/') + 1));
  if (parts.length === 0) return request.needsNoChange ? undefined : { code: 'no_change', only: 'nothing' };
  if (parts.some((part) => (part.kind !== 'mode' && !empty.has(part.path)) || isNamed(part))) return undefined;
  return { code: 'no_change', only: parts.every(({ kind }) => kind === 'mode') ? 'modes' : 'empty_files' };
}

function deliverables({ parts, request }: ChangeFacts): ProofFinding[] {
  const { deliverables: paths, exists } = request;
  if (paths.length === 0) return [];
  const changed = new Set(parts.flatMap(({ path, from }) => [path, from ?? path]));
  const isChanged = (path: string): boolean =>
    [...changed].some((one) => one === path || one.startsWith(path.endsWith('/') ? path : `${path}/`));
  if (!paths.some(isChanged)) return [{ code: 'no_deliverable', paths: [...paths] }];
  const missing = paths.filter((path) => !isChanged(path) && !exists(path));
  return missing.length === 0 ? [] : [{ code: 'deliverables_missing', paths: missing }];
}

function isHowTestsRun(part: ChangePart, { isHarmless }: ChangeFacts): boolean {
  return isConfiguration(part) && !isHarmless(part);
}

function listing(
  code: 'controls' | 'configuration',
  { parts, textsOf }: ChangeFacts,
  fits: (part: ChangePart) => boolean,
): ProofFinding[] {
  const items = parts.filter(fits).map((part): FindingItem => {
    const { was, now } = textsOf(part);
    return {
      key: part.part === undefined ? part.path : `${part.path}#${part.part}`,
      file: part.path,
      before: part.before,
      after: part.after,
      ...(was !== undefined && { was }),
      ...(now !== undefined && { now }),
    };
  });
  return items.length === 0 ? [] : [{ code, items }];
}

function surface(parts: readonly ChangePart[]): ProofFinding[] {
  const files = parts.filter((part) => isTestSurface(part) && part.kind !== 'added').map(({ path }) => path);
  return files.length === 0 ? [] : [{ code: 'surface_modified', files: [...new Set(files)] }];
}

/** Documents, data, lock files, or tests alone: nothing that a suite could try. */
function notTestable(facts: ChangeFacts): ProofFinding[] {
  const { parts, isLoadable, isProse, request } = facts;
  const product = parts.filter(isProduct).map(({ path }) => path);
  const hasCode = product.some((path) => isLoadable(path));
  if (product.length === 0) return onlyTests(facts);
  if (hasCode) return [];
  const isOnlyProse = parts.every(({ path }) => isProse(path));
  return [{ code: 'not_testable', files: [...new Set(product)], prose: isOnlyProse && request.asksForCode }];
}

/** A function that stands in its test only is not in the product. Tests that are rewritten are what was asked for. */
function onlyTests({ parts, textsOf, request }: ChangeFacts): ProofFinding[] {
  const { words, asksForCode } = request;
  const isAddition = (part: ChangePart): boolean => {
    if (!isTestSurface(part) || isConfiguration(part)) return false;
    const { was, now } = textsOf(part);
    const lines = new Set(now?.split('\n'));
    return part.kind === 'added' || was?.split('\n').every((line) => lines.has(line)) === true;
  };
  if (parts.length === 0 || !asksForCode || isAboutTests(words) || !parts.every(isAddition)) return [];
  return [{ code: 'not_testable', files: [...new Set(parts.map(({ path }) => path))], prose: true }];
}
