import { canonicalJson } from '../base/canonical.ts';
import { err, ok, type Result } from '../base/result.ts';
import { decodeYaml, decodeYamlInPlace, encodeYaml } from './codec-yaml.ts';
import { kindOf } from './documents.ts';
import type { Knowledge } from './knowledge.ts';
import { type Entries, type Learned, newEntries } from './knowledge-entries.ts';
import type { Problem } from './problem.ts';
import { textOf } from './text.ts';
import { appendEntries, applySplices, pairOf, replaceScalar, type Splice } from './yaml-splice.ts';

export interface LearnedAt {
  /** ISO 8601 in UTC, to the second. */
  readonly now: string;
  /** For a document that does not exist yet. */
  readonly project: Knowledge['project'];
}

export interface Added {
  /** The same as before where there was nothing to add; undefined where there is no document either. */
  readonly text: string | undefined;
  readonly added: Entries;
}

/**
 * Adds what was learned to the text of knowledge.yaml: at the end of the lists, in the style they have. Every byte that
 * people wrote stays. A text that is no valid document is refused, so that nobody writes over it.
 */
export function addKnowledge(before: string | undefined, learned: Learned, at: LearnedAt): Result<Added, Problem[]> {
  const { maxBytes } = kindOf('knowledge');
  const read = textOf(before ?? emptyDocument(at), maxBytes);
  if (!read.ok) return read;
  const text = read.value;
  const parsed = decodeYamlInPlace('knowledge', text);
  if (!parsed.ok) return parsed;
  const { document, contents } = parsed.value;
  const added = newEntries(document, learned);
  if (added.decisions.length + added.pitfalls.length === 0) return ok({ text: before, added });
  const splices: Splice[] = [
    ...append(text, contents, 'decisions', added),
    ...append(text, contents, 'pitfalls', added),
    replaceScalar(text, pairOf(contents, 'updated_at'), at.now),
  ];
  const after = `${before?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK : ''}${applySplices(text, splices)}`;
  const wrong = whatIsWrong(after, {
    ...document,
    decisions: [...document.decisions, ...added.decisions],
    pitfalls: [...document.pitfalls, ...added.pitfalls],
    updated_at: at.now,
  });
  return wrong === undefined ? ok({ text: after, added }) : err(wrong);
}

const BYTE_ORDER_MARK = '\uFEFF';

function append(
  text: string,
  contents: Parameters<typeof pairOf>[0],
  list: 'decisions' | 'pitfalls',
  added: Entries,
): Splice[] {
  const entries = added[list].map((entry) => ({ ...entry }));
  return entries.length === 0 ? [] : appendEntries(text, pairOf(contents, list), entries);
}

function emptyDocument({ now, project }: LearnedAt): string {
  const document: Knowledge = { version: 1, project, patterns: {}, decisions: [], pitfalls: [], updated_at: now };
  return encodeYaml(document);
}

/** Too large now, or out of ids. Anything else would be a mistake of ours, and must not reach the file. */
function whatIsWrong(after: string, wanted: Knowledge): Problem[] | undefined {
  const text = textOf(new TextEncoder().encode(after), kindOf('knowledge').maxBytes);
  if (!text.ok) return text.error;
  const read = decodeYaml('knowledge', text.value);
  if (!read.ok) return read.error;
  if (canonicalJson(read.value) !== canonicalJson(wanted)) throw new Error('knowledge.yaml would say something else');
  return undefined;
}
