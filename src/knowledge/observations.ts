import * as z from 'zod/mini';

/** One thing that claude-mem noted. */
export interface MemoryObservation {
  readonly id: string;
  readonly title: string;
}

/**
 * The observations in what a search answered: rows of Markdown tables (`| #12 | 9:05 AM | 🔵 | Title | ~90 |`) or, in later
 * versions, items (`- #12 — Title (project)`). Sessions (`#S3`) and prompts (`#P4`) are none.
 */
export function parseObservations(text: string, project: string): MemoryObservation[] {
  let columns: readonly string[] = [];
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) return parseItem(line, project);
    const cells = line.split('|').slice(1, -1);
    if (cells.some((cell) => cell.trim() === 'Title')) columns = cells.map((cell) => cell.trim());
    const id = /^#(\d+)$/.exec(cells[0]?.trim() ?? '')?.[1];
    const at = columns.indexOf('Title');
    if (id === undefined || at === -1) return [];
    // A title may hold the character that divides the columns.
    const title = cells.slice(at, cells.length - (columns.length - at - 1)).join('|');
    return observation(id, title);
  });
}

function parseItem(line: string, project: string): MemoryObservation[] {
  const [, id, title = ''] = /^- #(\d+) — (.*)$/.exec(line) ?? [];
  const behind = ` (${project})`;
  return id === undefined ? [] : observation(id, title.endsWith(behind) ? title.slice(0, -behind.length) : title);
}

function observation(id: string, title: string): MemoryObservation[] {
  return title.trim() === '' ? [] : [{ id, title: title.trim() }];
}

const words = z.catch(z.string(), '');

const givenObservation = z.object({
  id: z.union([z.int(), z.string().check(z.regex(/^\d+$/))]),
  title: words,
  narrative: z.catch(z.nullish(z.string()), undefined),
  text: z.catch(z.nullish(z.string()), undefined),
  project: words,
});

const LONGEST_NARRATIVE = 600;

/** Observations as claude-mem gives them, one item each; what is none is left out. */
export function observationItems(observations: readonly unknown[]): string {
  return observations.flatMap(itemText).join('\n');
}

/** As the later versions list them. */
function itemText(value: unknown): string[] {
  const read = givenObservation.safeParse(value);
  if (!read.success) return [];
  const { id, title, project, narrative, text } = read.data;
  const about = (narrative ?? text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_NARRATIVE);
  const line = `- #${id} — ${oneLine(title)}${project === '' ? '' : ` (${oneLine(project)})`}`;
  return [about === '' || about === title ? line : `${line}\n  ${about}`];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
