import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../../base/failure.ts';
import { canonicalJson, isRecord, parseJson } from '../../base/json.ts';
import { realDisk } from '../../files/disk.ts';
import { getErrno } from '../../files/disk-failure.ts';
import { withFolderLocks } from '../../files/folder-lock.ts';
import { readSmallFile } from '../../files/read-file.ts';
import { replaceFile } from '../../files/replace.ts';
import { discard } from '../../files/temporary.ts';
import type { VendorName } from '../vendors.ts';
import { type SignInFile, signInFiles } from './sign-in-files.ts';

export interface SignInPlaces {
  readonly vendor: VendorName;
  /** The person's folder of the vendor, and that of the agents. */
  readonly theirs: string;
  readonly ours: string;
  /** A file of our own, where no agent sees it: which of the person's sign-ins the agents have. */
  readonly record: string;
}

const LARGEST_BYTES = 64 * 1024;

/** How long a program of the vendor's may be at it. */
const PATIENCE_MS = 10_000;

/** As Claude Code has it. */
const STALE_MS = 60_000;

/**
 * Makes the person's sign-in and that of the agents one again: a token that an agent's program renewed is the person's
 * from now on, for the old one may be worth nothing; one that the person renewed is the agents'. A sign-in that the
 * person changed or removed meanwhile is never touched.
 */
export async function syncSignIn({ vendor, theirs, ours, record }: SignInPlaces): Promise<void> {
  const file = signInFiles[vendor];
  const [their, our] = [realFile(path.join(theirs, file.name)), path.join(ours, file.name)];
  if (their === undefined) return;
  const look = (): State => ({ their: readDocument(their), our: readDocument(our), known: readRecord(record) });
  const wanted = plan(file, look());
  if (wanted === undefined) return;
  // Agents can keep the locks in their folder for as long as they like: the person's file must not wait for them.
  const locks = vendor === 'claude' ? claudeLocks(wanted.at === 'their' ? theirs : ours) : [];
  await withFolderLocks({ locks, staleMs: STALE_MS, patienceMs: PATIENCE_MS }, () => {
    const state = look();
    const todo = plan(file, state);
    const copied = todo?.at === wanted.at ? file.copy(todo.document) : undefined;
    if (todo === undefined || copied === undefined) return;
    if (todo.at === 'our') writeDocument(our, todo.document, false);
    else writeDocument(their, todo.document, state.their?.isIndented === true);
    unwrap(replaceFile(realDisk, record, Buffer.from(digest(copied))));
  });
}

/** Gives agents what they need to act in the person's name, and nothing else of the file it stands in. */
export function copySignIn({ vendor, theirs, ours, record }: SignInPlaces): void {
  const file = signInFiles[vendor];
  const their = realFile(path.join(theirs, file.name));
  const copied = their === undefined ? undefined : file.copy(readDocument(their)?.document ?? {});
  if (copied === undefined) return;
  writeDocument(path.join(ours, file.name), copied, false);
  unwrap(replaceFile(realDisk, record, Buffer.from(digest(copied))));
}

/** What an agent put in its place stays until the next sweep. */
export function removeSignIn({ vendor, ours, record }: Pick<SignInPlaces, 'vendor' | 'ours' | 'record'>): void {
  for (const file of [path.join(ours, signInFiles[vendor].name), record]) discard(realDisk, file);
}

interface Read {
  readonly document: Readonly<Record<string, unknown>>;
  readonly isIndented: boolean;
}

interface State {
  readonly their: Read | undefined;
  readonly our: Read | undefined;
  /** Of what was copied. */
  readonly known: string | undefined;
}

/** What is to be written, and where. */
interface Plan {
  readonly at: 'their' | 'our';
  readonly document: Read['document'];
}

function plan(file: SignInFile, { their, our, known }: State): Plan | undefined {
  const copied = their && file.copy(their.document);
  if (their === undefined || our === undefined || copied === undefined || known === undefined) return undefined;
  if (digest(copied) !== known) {
    const isNewer = file.refresh(our.document, copied, Date.now()) !== undefined;
    return isNewer ? { at: 'our', document: copied } : undefined;
  }
  const document = file.refresh(their.document, our.document, Date.now());
  return document && { at: 'their', document };
}

function digest(document: Read['document']): string {
  return createHash('sha256').update(canonicalJson(document)).digest('hex');
}

function readDocument(file: string): Read | undefined {
  const text = readSmallFile(file, LARGEST_BYTES)?.toString() ?? '';
  const document = parseJson(text);
  return isRecord(document) ? { document, isIndented: /^\{\s*\n/.test(text) } : undefined;
}

function readRecord(file: string): string | undefined {
  return readSmallFile(file, LARGEST_BYTES)?.toString();
}

function writeDocument(file: string, document: Read['document'], isIndented: boolean): void {
  unwrap(replaceFile(realDisk, file, Buffer.from(JSON.stringify(document, null, isIndented ? 2 : undefined))));
}

/** People keep such files elsewhere, too, and link to them. What belongs to somebody else would be ours afterwards. */
function realFile(file: string): string | undefined {
  try {
    const real = fs.realpathSync(file);
    return fs.statSync(real).uid === process.getuid?.() ? real : undefined;
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return undefined;
  }
}

/** The others have none. The second one is for its older versions. */
function claudeLocks(folder: string): string[] {
  return [path.join(folder, '.oauth_refresh.lock'), `${fs.realpathSync(folder)}.lock`];
}
