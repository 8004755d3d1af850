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
