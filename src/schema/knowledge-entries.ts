import type { Decision, Knowledge, Pitfall } from './knowledge.ts';

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
export function newEntries(known: Knowledge, learned: Learned): Entries {
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
