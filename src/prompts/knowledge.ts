import { keywords } from '../base/keywords.ts';
import type { Decision, Knowledge, Pitfall } from '../schema/knowledge.ts';
import { clipped, listed, quotedList } from './quoted.ts';

export function patternsText(patterns: Knowledge['patterns']): string {
  return entries(
    Object.entries(patterns).map(([name, pattern]) => {
      if (typeof pattern === 'string') return `${name}: ${pattern}`;
      const several = Object.entries(pattern).map(([one, convention]) => `  ${one}: ${convention}`);
      return [`${name}:`, ...several].join('\n');
    }),
  );
}

export function knowledgeDecisionsText(decisions: Knowledge['decisions']): string {
  return entries(decisions.map(decisionText));
}

export function pitfallsText(pitfalls: Knowledge['pitfalls']): string {
  return entries(pitfalls.map(pitfallText));
}

function decisionText({ id, topic, decision, rationale, refs }: Decision): string {
  return [
    `${id} ${topic}: ${decision}`,
    ...(rationale.trim() === '' ? [] : [`Why: ${rationale}`]),
    ...(refs.length === 0 ? [] : [`Files: ${refs.join(', ')}`]),
  ].join('\n');
}

function pitfallText({ id, description, reason }: Pitfall): string {
  return reason.trim() === '' ? `${id} ${description}` : `${id} ${description}\nWhy: ${reason}`;
}

function entries(texts: readonly string[]): string {
  return texts.length === 0 ? 'None.' : quotedList(texts);
}

/** What a prompt of a session has room for; more of it than anybody heeds drowns the rest. */
const MOST_KNOWLEDGE = 6_000;

/** All decisions, or of very many those that are closest to the task. */
export function closestDecisions(decisions: Knowledge['decisions'], task: KnowledgeWanted): Knowledge['decisions'] {
  return closest(decisions, { task, entry: (one) => entryOf('decision', decisionText(one), one.refs) });
}

/** The same of pitfalls; none is longer than tells something. */
export function closestPitfalls(pitfalls: Knowledge['pitfalls'], task: KnowledgeWanted): Knowledge['pitfalls'] {
  const short = pitfalls.map((one) => ({ ...one, reason: clipped(one.reason, LONGEST_ENTRY) }));
  return closest(short, { task, entry: (one) => entryOf('pitfall', pitfallText(one), []) });
}

function closest<T>(
  all: readonly T[],
  { task, entry }: { readonly task: KnowledgeWanted; readonly entry: (one: T) => Entry },
): T[] {
  const entries = all.map((one) => ({ one, entry: entry(one) }));
  const lengthOf = (some: readonly { readonly entry: Entry }[]): number =>
    some.reduce((sum, { entry: { text } }) => sum + text.length, 0);
  if (lengthOf(entries) <= MOST_KNOWLEDGE) return [...all];
  const nearness = nearnessTo(
    task,
    entries.map((known) => known.entry),
  );
  const ranked = entries
    .map((known) => ({ ...known, near: nearness(known.entry) }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near);
  const chosen: typeof ranked = [];
  for (const known of ranked) if (lengthOf([...chosen, known]) <= MOST_KNOWLEDGE) chosen.push(known);
  const kept = new Set(chosen.map(({ one }) => one));
  return all.filter((one) => kept.has(one));
}

export interface KnowledgeWanted {
  readonly title: string;
  readonly text: string;
  readonly files: readonly string[];
  /** What the plan says the task is about: `auth`, `ui`. */
  readonly domain: string | null;
}

interface Entry {
  readonly kind: 'decision' | 'pitfall';
  readonly text: string;
  readonly files: readonly string[];
  readonly words: ReadonlySet<string>;
}

const LONGEST = 1500;
const LONGEST_ENTRY = 500;

/** Decisions and pitfalls that speak of the task's files, domain or words, the closest ones; empty where none does. */
export function relevantKnowledge(
  { decisions, pitfalls }: Pick<Knowledge, 'decisions' | 'pitfalls'>,
  task: KnowledgeWanted,
): string {
  const all = [
    ...decisions.map((one) => entryOf('decision', decisionText(one), one.refs)),
    ...pitfalls.map((one) => entryOf('pitfall', pitfallText(one), [])),
  ];
  const nearness = nearnessTo(task, all);
  const ranked = all
    .map((entry) => ({ entry, near: nearness(entry) }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near);
  let chosen: readonly Entry[] = [];
  for (const { entry } of ranked) {
    const more = [...chosen, entry];
    if (shown(more).length <= LONGEST) chosen = more;
  }
  return shown(chosen);
}

function entryOf(kind: Entry['kind'], text: string, files: readonly string[]): Entry {
  return { kind, text: clipped(text, LONGEST_ENTRY), files, words: keywords(text) };
}

/**
 * A file in common tells most. Of words, one from the title, the domain or a file name will do, else it takes two; the
 * fewer entries use a word, the more it tells.
 */
function nearnessTo({ title, text, files, domain }: KnowledgeWanted, all: readonly Entry[]) {
  const names = keywords([title, domain ?? '', ...files].join(' '));
  const words = new Set([...names, ...keywords(text.slice(0, 20_000))]);
  const uses = new Map<string, number>();
  for (const entry of all) for (const word of entry.words) uses.set(word, (uses.get(word) ?? 0) + 1);
  return (entry: Entry): number => {
    const sameFiles = entry.files.filter((file) => files.some((other) => isNear(file, other))).length;
    const shared = [...entry.words].filter((word) => words.has(word));
    if (sameFiles === 0 && shared.length < 2 && !shared.some((word) => names.has(word))) return 0;
    return sameFiles * 10 + shared.reduce((sum, word) => sum + 1 / (uses.get(word) ?? 1), 0);
  };
}

/** The same file, or one is a folder that holds the other. */
function isNear(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => path.replace(/^\.\//, '').replace(/\/?\**$/, ''));
  return a === b || a?.startsWith(`${b}/`) === true || b?.startsWith(`${a}/`) === true;
}

function shown(entries: readonly Entry[]): string {
  const of = (kind: Entry['kind'], title: string): string[] => {
    const texts = entries.filter((entry) => entry.kind === kind).map(({ text }) => text);
    return texts.length === 0 ? [] : [`${title}:\n${listed(texts)}`];
  };
  return [...of('decision', 'Decisions'), ...of('pitfall', 'Pitfalls')].join('\n');
}
