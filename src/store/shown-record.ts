import fs from 'node:fs';
import { isRecord, parseJson } from '../base/json.ts';

/*
 * What a log last showed, kept in the private folder: how far it had come, and which files its documents were then. The first
 * is the only way to tell that a log was cut, since a cut log looks like any other. The second spares those who only look from
 * checking what nobody touched since: no schema is loaded here, so that they need not load any, either.
 */
export interface ShownRecord {
  readonly seq: number;
  /** By path, how the file of a document, or one that was noted beside them, is known again. */
  readonly files: Readonly<Record<string, string>>;
}

/** Another one after every change: the time of the last change cannot be set back. */
export function fileSignature({ dev, ino, size, mtimeNs, ctimeNs }: fs.BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

export function shownRecordText({ seq, files }: ShownRecord): string {
  return `${JSON.stringify({ version: 1, seq, files })}\n`;
}

/** Of a log that showed nothing yet, or whose record cannot be read: line 0 and no files. */
export function readShownRecord(file: string): ShownRecord {
  const nothing = { seq: 0, files: {} };
  let read: unknown;
  try {
    read = parseJson(fs.readFileSync(file, 'utf8'));
  } catch {
    return nothing;
  }
  if (!isRecord(read) || read['version'] !== 1 || !Number.isSafeInteger(read['seq'])) return nothing;
  const { seq, files = {} } = read;
  return areSigned(files) ? { seq: Number(seq), files } : nothing;
}

function areSigned(files: unknown): files is ShownRecord['files'] {
  if (!isRecord(files)) return false;
  for (const file in files) if (typeof files[file] !== 'string') return false;
  return true;
}

/** The files of a project, by path, as its logs left them. */
export function readShownFiles(folder: string): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const name of namesIn(folder)) {
    const { files } = readShownRecord(`${folder}/${name}`);
    for (const file in files) known.set(file, files[file] ?? '');
  }
  return known;
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** The text of a document that is still the file that was shown; undefined where it is not, or changes just now; null without a file. */
export function readAsShown(file: string, signature: string | undefined): string | null | undefined {
  try {
    const before = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (before === undefined) return null;
    if (!before.isFile() || fileSignature(before) !== signature) return undefined;
    // Hundreds of them are read in one go: by its path, that takes half as many calls.
    const text = fs.readFileSync(file, { encoding: 'utf8', flag: READING });
    return fileSignature(fs.lstatSync(file, { bigint: true })) === signature ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Not through a link, and without waiting for whoever writes into a pipe. Numbers are taken wherever names of flags are. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types know only the names
const READING = (fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW) as unknown as string;
