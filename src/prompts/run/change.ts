import { quoted, quotedList } from '../quoted.ts';

export interface ChangedFile {
  readonly path: string;
  readonly kind: string;
  /** Lines; null for a binary file. */
  readonly added: number | null;
  readonly deleted: number | null;
}

export interface Patch {
  readonly text: string;
  /** There was more than fits. */
  readonly cut: boolean;
}

/** At most 20 or so, and how many there are beyond them. */
export interface SomeNames {
  readonly names: readonly string[];
  readonly more: number;
}

const MOST_FILES = 500;

export function changedText(files: readonly ChangedFile[]): string {
  if (files.length === 0) return 'None.';
  const shown = files.slice(0, MOST_FILES);
  return someText({ names: shown.map(fileText), more: files.length - shown.length });
}

export function patchText({ text, cut }: Patch): string {
  const patch = text.trim() === '' ? 'It is empty.' : quoted(text);
  if (!cut) return patch;
  return `${patch}\n\nThe patch was too long and ends here. The list of changed files is complete: read in the folder what is missing above.`;
}

export function someText({ names, more }: SomeNames): string {
  if (names.length === 0) return 'None.';
  return more === 0 ? quotedList(names) : `${quotedList(names)}\n\nand ${more} more.`;
}

function fileText({ path, kind, added, deleted }: ChangedFile): string {
  return `${path} (${kind}, ${added === null || deleted === null ? 'binary' : `+${added} -${deleted}`})`;
}
