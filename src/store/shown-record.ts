import fs from 'node:fs';
import path from 'node:path';
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
  const { files = {} } = read;
  if (!isRecord(files)) return nothing;
  const known = Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { seq: Number(read['seq']), files: Object.fromEntries(known) };
}

/** The files of a project, by path, as its logs left them. */
export function readShownFiles(folder: string): ReadonlyMap<string, string> {
  let names: string[];
  try {
    names = fs.readdirSync(folder);
  } catch {
    return new Map();
  }
  return new Map(names.flatMap((name) => Object.entries(readShownRecord(path.join(folder, name)).files)));
}

/** The text of a document that is still the file that was shown; undefined where it is not, or changes just now. */
export function readAsShown(file: string, signature: string | undefined): string | undefined {
  if (signature === undefined) return undefined;
  let fd: number | undefined;
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW);
    const before = fs.fstatSync(fd, { bigint: true });
    if (!before.isFile() || fileSignature(before) !== signature) return undefined;
    const text = fs.readFileSync(fd, 'utf8');
    return fileSignature(fs.fstatSync(fd, { bigint: true })) === signature ? text : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
