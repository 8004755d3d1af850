import { clip } from '../../base/clip.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { bullets, code, line, page } from './markdown.ts';

interface RunDescription {
  readonly id: string;
  readonly refined: string;
  /** `mrp/summary.md` */
  readonly summary: string;
  readonly commit: string;
  readonly issue: { readonly number: number; readonly url: string } | null;
}

/** What a pull request of a run says: the criteria that were met, the pack, and how to repeat the proof. */
export function runDescription({ id, refined, summary, commit, issue }: RunDescription, words: Catalogue): string {
  const { summary: said } = words.runDocuments;
  return description(
    {
      criteria: criteriaIn(refined).map((text) => ({ text, isMet: true })),
      // What a person decides on this machine is decided.
      parts: [withoutSection(summary, `## ${said.decide}`)],
      verify: commit,
      closes: issue?.number ?? null,
      id,
    },
    words,
  );
}

interface Criterion {
  readonly text: string;
  readonly isMet: boolean;
}

interface Description {
  readonly id: string;
  /** What the list of criteria is called, where not so. */
  readonly title?: string;
  readonly criteria: readonly Criterion[];
  readonly parts: readonly string[];
  /** The commit that says how it was proved. */
  readonly verify: string;
  readonly closes: number | null;
}

/** Longer ones are refused by hosts. */
const LONGEST_BODY = 60_000;

export function description({ id, title, criteria, parts, verify, closes }: Description, words: Catalogue): string {
  const said = words.pullRequest;
  const text = page([
    closes === null ? '' : `Closes #${closes}`,
    ...(criteria.length === 0 ? [] : [`## ${title ?? said.criteria}`, criteria.map(criterionLine).join('\n')]),
    ...parts,
    `## ${said.repeat}`,
    bullets([`${code(`orchestral verify ${verify.slice(0, 12)}`)}: ${said.repeatHow}`, said.madeBy(code(id))]),
  ]);
  return text.length <= LONGEST_BODY ? text : `${text.slice(0, LONGEST_BODY)}\n\n…`;
}

function criterionLine({ text, isMet }: Criterion): string {
  return `- [${isMet ? 'x' : ' '}] ${line(text)}`;
}

const CRITERIA = /^#{1,6}\s.*(?:acceptance|criteria|완료 ?(?:조건|기준)|인수 ?(?:조건|기준)|수용 ?(?:조건|기준))/iu;
const MOST_CRITERIA = 50;

/** The points of the brief's list of what has to hold. */
function criteriaIn(brief: string): string[] {
  const lines = brief.split('\n');
  const start = lines.findIndex((line) => CRITERIA.test(line));
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#{1,6}\s/u.test(line));
  const own = end === -1 ? rest : rest.slice(0, end);
  const points = own.flatMap((line) => /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/u.exec(line)?.[1] ?? []);
  return points.slice(0, MOST_CRITERIA);
}

function withoutSection(text: string, heading: string): string {
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  if (start === -1) return text;
  const next = lines.findIndex((line, n) => n > start && line.startsWith('## '));
  return [...lines.slice(0, start), ...(next === -1 ? [] : lines.slice(next))].join('\n');
}

const LONGEST_TITLE = 72;

/** The first line that says something, without the marks of a heading. */
export function titleOf(text: string, otherwise: string): string {
  const lines = text.split('\n').map((one) => one.replace(/^#+\s*/u, '').trim());
  return clip(lines.find((one) => one !== '') ?? otherwise, LONGEST_TITLE);
}
