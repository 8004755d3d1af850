import type { Expectation, Problem } from '../base/document-problem.ts';
import { maxProblems, mostUsefulFirst } from '../base/document-problem.ts';
import { lineAndColumn } from './text.ts';

/** Fields and indexes from the document's root to a place inside it. */
export type Segments = readonly (string | number)[];

/** A problem before it is known where in the text it stands. */
export interface Finding {
  readonly at: Segments;
  readonly expected: Expectation;
  /** The value found; shown shortened. Undefined when there is none. */
  readonly got?: unknown;
}

/** Where a place is in the text, as offsets. */
export interface Position {
  /** Of the name of the field, or of the value where it has none. */
  readonly key: number;
  readonly value: number;
}

/** A finding whose place in the text is known. */
export interface Fault {
  readonly finding: Finding;
  readonly position: Position;
}

export function pathFault(at: Segments, expected: Expectation, offset: number, got?: unknown): Fault {
  return { finding: { at, expected, got }, position: { key: offset, value: offset } };
}

/** The text a value came from, and how to find places in it. */
export interface FindingSource {
  readonly text: string;
  /** In the order of `paths`; undefined for what is not there. */
  locate(paths: readonly Segments[]): (Position | undefined)[];
}

export function valueAt(value: unknown, at: Segments): unknown {
  let current = value;
  for (const segment of at) {
    if (!isContainer(current) || !Object.hasOwn(current, segment)) return undefined;
    current = current[segment];
  }
  return current;
}

function isContainer(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Takes no more findings than may be shown. */
export function firstFindings(findings: Iterable<Finding>): Finding[] {
  const first: Finding[] = [];
  for (const finding of findings) {
    first.push(finding);
    if (first.length === maxProblems) break;
  }
  return first;
}

export function toProblems(findings: readonly Finding[], source: FindingSource): Problem[] {
  const positions = source.locate(findings.map(shownPath));
  const problems = findings.map((finding, i) => {
    const position = positions[i];
    const onKey = finding.expected.kind === 'unknown_field';
    const offset = onKey ? position?.key : position?.value;
    return {
      path: pathText(finding.at),
      ...(offset === undefined ? {} : lineAndColumn(source.text, offset)),
      expected: finding.expected,
      got: shortText(finding.got),
    };
  });
  return mostUsefulFirst(problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)));
}

export function faultProblems(fault: Fault, text: string): Problem[] {
  return toProblems([fault.finding], { text, locate: () => [fault.position] });
}

/** What is missing has no place of its own; the place to put it is its parent. */
function shownPath(finding: Finding): Segments {
  return finding.expected.kind === 'missing' ? finding.at.slice(0, -1) : finding.at;
}

export function pathText(segments: Segments): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else if (!/^[\p{L}\p{N}_$-]{1,60}$/u.test(segment)) path += `[${shortText(segment)}]`;
    else path += path === '' ? segment : `.${segment}`;
  }
  return path;
}

const maxShown = 60;

/** A value in at most 60 visible characters: text as in JSON, lists and objects by their brackets. */
function shortText(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : '{…}';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  const cut = Array.from(value.slice(0, maxShown * 2))
    .slice(0, maxShown)
    .join('');
  const quoted = escapeInvisible(JSON.stringify(cut));
  if (quoted.length <= maxShown && cut.length === value.length) return quoted;
  return `${quoted
    .slice(0, -1)
    .slice(0, maxShown - 2)
    .replace(/[\uD800-\uDBFF]$|\\(u[0-9a-f]{0,3})?$/, '')}…"`;
}

/** Characters that hide, or that change what a terminal shows. */
function escapeInvisible(text: string): string {
  return text.replaceAll(/[\u007F-\u009F\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
