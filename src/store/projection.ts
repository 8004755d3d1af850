import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { canonicalJson } from '../base/json.ts';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';
import { syncFolder } from '../files/replace.ts';
import { discard, temporaryName, writeTemporary } from '../files/temporary.ts';
import { decode } from '../schema/codec.ts';
import { encodeJson } from '../schema/own-layout.ts';
import { type JsonDocumentName, kindOf } from '../schema/documents.ts';
import { mostUsefulFirst, type Problem } from '../base/document-problem.ts';
import type { OnStorePoint } from './crash-points.ts';
import { fileSignature } from './shown-record.ts';

/** How many bytes of earlier versions are kept in memory, to tell which one an edit began with; two at the least. */
const RECENT_BYTES = 4 << 20;
const RECENT_VERSIONS = 16;

export interface ShownDocument {
  readonly name: JsonDocumentName;
  readonly path: string;
  /** Fields that are a person's to set: carried over from the file as they are, never from the log. */
  readonly inputs?: readonly string[];
}

export interface ProjectionOptions extends ShownDocument {
  readonly disk: Disk;
  readonly onPoint: OnStorePoint;
}

/** What stands in the file now. */
export type DocumentContent =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: object; readonly bytes: number; readonly sha256: string }
  /** No JSON at all, or JSON that breaks the schema. */
  | { readonly kind: 'broken' | 'invalid' | 'newer'; readonly problems: readonly Problem[] };

/** The document as it should stand in the file. */
export interface ShownVersion {
  readonly value: object;
  readonly sha256: string;
}

/** A version that is ready to take the file's place. */
export interface PreparedVersion extends ShownVersion {
  readonly bytes: number;
  readonly temporary: string;
}

/** One document in its file: what we last put there, whether it is still that, and how it is replaced. */
export class Projection {
  readonly #options: ProjectionOptions;
  /** Of the file as we wrote or accepted it. */
  #signature: string | undefined;
  /** Whether that file is worth keeping as a backup. */
  #isGood = false;
  #recent: { readonly value: object; readonly bytes: number }[] = [];
  #inputs: Readonly<Record<string, unknown>> = {};
  #seen: { readonly signature: string; readonly found: DocumentContent } | undefined;

  constructor(options: ProjectionOptions) {
    this.#options = options;
  }

  get name(): JsonDocumentName {
    return this.#options.name;
  }

  get path(): string {
    return this.#options.path;
  }

  /** The versions this process found or put there, newest last. */
  get recent(): readonly object[] {
    return this.#recent.map((version) => version.value);
  }

  /** Changes whenever the file does: another inode, size or time. */
  signature(): string {
    return readSignature(this.path);
  }

  isUntouched(): boolean {
    return this.#signature === this.signature();
  }

  /** How a document that is good and as we know it can be known again by other processes. */
  knownFile(): string | undefined {
    const found = fs.lstatSync(this.path, { bigint: true, throwIfNoEntry: false });
    return found !== undefined && this.#isGood && signatureOf(found) === this.#signature
      ? fileSignature(found)
      : undefined;
  }

  /** The file with this signature is known, and what people set in it counts from now on. */
  accept(signature: string, found: DocumentContent): void {
    this.#signature = signature;
    this.#isGood = found.kind === 'value';
    if (found.kind !== 'value') return;
    this.#recent.push(found);
    this.#forgetOld();
    this.#takeInputs(found.value);
  }

  /** The file with this signature was kept elsewhere and may be replaced; it is no version of ours. */
  dismiss(signature: string, found: DocumentContent): void {
    if (found.kind === 'value') this.#takeInputs(found.value);
    else if (this.#signature === undefined) this.acceptBackup();
    this.#signature = signature;
    this.#isGood = false;
  }

  /** What people set, where the file itself cannot say any more. */
  acceptBackup(): void {
    this.accept(this.signature(), readDocumentFile(this.name, `${this.path}.bak`));
  }

  /** What people set, as last read. */
  get inputs(): Readonly<Record<string, unknown>> {
    return this.#inputs;
  }

  /** Sets it for them, from the next writing on. */
  setInputs(inputs: Readonly<Record<string, unknown>>): void {
    this.#inputs = { ...this.#inputs, ...inputs };
  }

  /** A document as the workflow shows it, with what people set in it. */
  withInputs(value: object): object {
    return { ...value, ...this.#inputs };
  }

  /** Read again only when it changed: a large document takes a second to read. */
  read(): DocumentContent {
    const signature = this.signature();
    if (this.#seen?.signature !== signature) this.#seen = { signature, found: readDocumentFile(this.name, this.path) };
    return this.#seen.found;
  }

  createVersion(shown: object): ShownVersion {
    const value = this.withInputs(shown);
    return { value, sha256: hashValue(value) };
  }

  prepare(version: ShownVersion): PreparedVersion {
    const { disk, onPoint } = this.#options;
    const bytes = Buffer.from(encodeJson(version.value));
    const temporary = writeTemporary(disk, this.path, [bytes]);
    onPoint('document.written');
    return { ...version, bytes: bytes.length, temporary };
  }

  discardPrepared(prepared: PreparedVersion): void {
    discard(this.#options.disk, prepared.temporary);
  }

  /**
   * Puts a prepared version in place, keeping the one before as `.bak`. False when the file turned out not to be ours any
   * more: then nothing was replaced. The caller holds the lock.
   */
  replace(prepared: PreparedVersion): Result<boolean, Failure> {
    const { disk, onPoint } = this.#options;
    if (!this.#keepBackup()) return ok(false);
    onPoint('document.kept');
    const signature = readSignature(prepared.temporary);
    disk.rename(prepared.temporary, this.path);
    onPoint('document.replaced');
    this.#signature = signature;
    this.#isGood = true;
    this.#recent.push({ value: prepared.value, bytes: prepared.bytes });
    this.#forgetOld();
    const synced = syncFolder(disk, path.dirname(this.path));
    if (!synced.ok) return synced;
    onPoint('document.durable');
    return ok(true);
  }

  /** By a second name, not a copy: whoever writes into the old file writes into the backup, where it can be found. */
  #keepBackup(): boolean {
    const { disk } = this.#options;
    const backup = `${this.path}.bak`;
    const linked = temporaryName(backup);
    try {
      disk.link(this.path, linked);
    } catch (error) {
      if (getErrno(error) === 'ENOENT') return true;
      throw error;
    }
    try {
      if (readSignature(linked) !== this.#signature) return false;
      if (this.#isGood) disk.rename(linked, backup);
      return true;
    } finally {
      // Where the backup is this very file already, rename(2) leaves both names.
      discard(disk, linked);
    }
  }

  #takeInputs(value: object): void {
    const fields = Object.entries(value);
    this.#inputs = Object.fromEntries(fields.filter(([field]) => this.#options.inputs?.includes(field) === true));
  }

  #forgetOld(): void {
    let bytes = this.#recent.reduce((sum, version) => sum + version.bytes, 0);
    const isTooMuch = () => this.#recent.length > RECENT_VERSIONS || bytes > RECENT_BYTES;
    while (this.#recent.length > 2 && isTooMuch()) bytes -= this.#recent.shift()?.bytes ?? 0;
  }
}

export function readDocumentFile(name: JsonDocumentName, file: string): DocumentContent {
  let bytes: Uint8Array;
  try {
    const found = fs.lstatSync(file);
    const limit_bytes = kindOf(name).maxBytes;
    if (!found.isFile()) return { kind: 'broken', problems: [] };
    if (found.size > limit_bytes) {
      return {
        kind: 'broken',
        problems: [{ path: '', expected: { kind: 'too_large', limit_bytes }, got: `${found.size}` }],
      };
    }
    bytes = fs.readFileSync(file);
  } catch (error) {
    if (getErrno(error) === 'ENOENT') return { kind: 'absent' };
    throw error;
  }
  const decoded = decode(name, bytes);
  if (decoded.ok) return { kind: 'value', value: decoded.value, bytes: bytes.length, sha256: hashValue(decoded.value) };
  const problems = mostUsefulFirst(decoded.error);
  const kind = problems[0]?.expected.kind;
  if (kind === 'version') return { kind: 'newer', problems };
  return { kind: kind === 'syntax' || kind?.startsWith('too_') ? 'broken' : 'invalid', problems };
}

/** Over the canonical value, so that neither layout nor order of keys counts. */
export function hashValue(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function readSignature(file: string): string {
  const found = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'absent' : signatureOf(found);
}

/** Without the time of the last change, which a second name for the file sets, too. */
function signatureOf({ ino, size, mtimeNs }: fs.BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}`;
}
