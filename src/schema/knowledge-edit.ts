import { canonicalJson } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import { decodeYaml, decodeYamlInPlace, encodeYaml } from './codec-any.ts';
import { kindOf } from './documents.ts';
import type { Decision, Knowledge, Pitfall } from './knowledge.ts';
import type { Problem } from '../base/document-problem.ts';
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

/** What was learned, before it has an id. */
export interface Learned {
  readonly decisions: readonly Omit<Decision, 'id'>[];
  readonly pitfalls: readonly Omit<Pitfall, 'id'>[];
}

/** Entries as they stand in the document. */
export interface Entries {
  readonly decisions: readonly Decision[];
  readonly pitfalls: readonly Pitfall[];
}

/** Of what was learned, what the document does not say yet, with the ids that follow those it has. */
function newEntries(known: Knowledge, learned: Learned): Entries {
  const decisions = unsaid(known.decisions, learned.decisions, ({ decision }) => decision);
  const pitfalls = unsaid(known.pitfalls, learned.pitfalls, ({ description }) => description);
  const [nextDecision, nextPitfall] = [idsAfter('D', known.decisions), idsAfter('P', known.pitfalls)];
  return {
    decisions: decisions.map((entry) => ({ id: nextDecision(), ...entry })),
    pitfalls: pitfalls.map((entry) => ({ id: nextPitfall(), ...entry })),
  };
}

function unsaid<L>(known: readonly L[], learned: readonly L[], textOf: (entry: L) => string): L[] {
  const said = new Set(known.map((entry) => folded(textOf(entry))));
  return learned.filter((entry) => {
    const text = folded(textOf(entry));
    if (said.has(text)) return false;
    said.add(text);
    return true;
  });
}

function idsAfter(letter: string, entries: readonly { readonly id: string }[]): () => string {
  let highest = entries.reduce((most, { id }) => Math.max(most, Number(id.slice(1))), 0);
  return () => `${letter}${++highest}`;
}

/**
 * Two texts that fold to the same say the same. Case, white space and punctuation do not matter, but `!=` and the sign of
 * a number are no punctuation: they turn a rule into its opposite.
 */
function folded(text: string): string {
  const bare = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(?!!=|(?<![\p{L}\p{N}])-\d)[\p{P}\s]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  return bare === '' ? text : bare;
}
