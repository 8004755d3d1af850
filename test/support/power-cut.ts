import fs from 'node:fs';
import path from 'node:path';
import type { Disk } from '../../src/files/disk.ts';
import { withoutWaiting } from './faulty-disk.ts';

/** What a program asked of its disk, in order; names are relative to the folder that is watched. */
type Operation =
  /** A name in a folder: of a file, of a folder, or (undefined) no longer of anything. A rename is two at once. */
  | { readonly kind: 'names'; readonly folder: string; readonly set: readonly (readonly [string, Entry | undefined])[] }
  | { readonly kind: 'namesSynced'; readonly folder: string }
  | { readonly kind: 'write'; readonly file: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly file: number; readonly length: number }
  | { readonly kind: 'synced'; readonly file: number }
  | { readonly kind: 'acknowledged'; readonly what: string };

type Entry = 'folder' | number;
type Random = () => number;

/** Records everything that is done below a folder, so that the power can be cut afterwards, at any point. */
export class RecordingDisk {
  readonly operations: Operation[] = [];
  readonly disk: Disk;
  readonly #root: string;
  /** The files that were there before, which counts as durable. */
  readonly #before = new Map<string, { readonly entry: Entry; readonly content: Uint8Array }>();
  readonly #names = new Map<string, Entry>();
  readonly #descriptors = new Map<number, { readonly name: string; readonly entry: Entry }>();
  #files = 0;

  constructor(root: string) {
    this.#root = root;
    for (const { name, isFolder, content } of filesBelow(root)) {
      const entry = isFolder ? 'folder' : ++this.#files;
      this.#before.set(name, { entry, content });
      this.#names.set(name, entry);
    }
    this.disk = {
      open: (file, flags, mode) => {
        const fd = withoutWaiting.open(file, flags, mode);
        const name = this.#nameOf(file);
        if (!this.#names.has(name) && name !== '') this.#set([[name, ++this.#files]]);
        this.#descriptors.set(fd, { name, entry: this.#names.get(name) ?? 'folder' });
        return fd;
      },
      write: (fd, bytes, offset) => {
        const written = withoutWaiting.write(fd, bytes, offset);
        this.#onFile(fd, (file) => ({
          kind: 'write',
          file,
          bytes: Uint8Array.from(bytes.subarray(offset, offset + written)),
        }));
        return written;
      },
      fsync: (fd) => {
        const { name = '', entry } = this.#descriptors.get(fd) ?? {};
        if (entry === 'folder') this.operations.push({ kind: 'namesSynced', folder: name });
        else this.#onFile(fd, (file) => ({ kind: 'synced', file }));
      },
      fdatasync: (fd) => this.#onFile(fd, (file) => ({ kind: 'synced', file })),
      truncate: (fd, length) => {
        withoutWaiting.truncate(fd, length);
        this.#onFile(fd, (file) => ({ kind: 'truncate', file, length }));
      },
      close: (fd) => withoutWaiting.close(fd),
      link: (from, to) => {
        withoutWaiting.link(from, to);
        this.#set([[this.#nameOf(to), this.#names.get(this.#nameOf(from))]]);
      },
      rename: (from, to) => {
        withoutWaiting.rename(from, to);
        const [old, now] = [this.#nameOf(from), this.#nameOf(to)];
        const entry = this.#names.get(old);
        // Two names of one file stay as they are.
        if (entry !== this.#names.get(now))
          this.#set([
            [old, undefined],
            [now, entry],
          ]);
      },
      unlink: (file) => {
        withoutWaiting.unlink(file);
        this.#set([[this.#nameOf(file), undefined]]);
      },
      mkdir: (folder, mode) => {
        withoutWaiting.mkdir(folder, mode);
        this.#set([[this.#nameOf(folder), 'folder']]);
      },
    };
  }

  acknowledged(what: string): void {
    this.operations.push({ kind: 'acknowledged', what });
  }

  /**
   * Puts into `target` what a legal file system may hold when the power goes after so many operations: of what was not
   * synced all, nothing, a part, or zeros. Gives what had been acknowledged by then.
   */
  cutPower(after: number, target: string, random: Random): string[] {
    const files = new Map<number, Uint8Array>();
    const names = new Map<string, Entry>();
    for (const [name, { entry, content }] of this.#before) {
      names.set(name, entry);
      if (entry !== 'folder') files.set(entry, content);
    }
    const said: string[] = [];
    let open: Operation[] = [];
    const settle = (operation: Operation) => apply(operation, names, files);
    for (const operation of this.operations.slice(0, after)) {
      if (operation.kind === 'acknowledged') said.push(operation.what);
      const isSynced = isSyncedBy(operation);
      open.filter(isSynced).forEach(settle);
      open = open.filter((earlier) => !isSynced(earlier));
      if (operation.kind === 'names' || operation.kind === 'write' || operation.kind === 'truncate')
        open.push(operation);
    }
    // Each folder and each file has a fate of its own.
    for (const group of grouped(open)) survivors(group, random).forEach(settle);
    materialise(target, names, files);
    return said;
  }

  #nameOf(file: string): string {
    return path.relative(this.#root, file);
  }

  #set(set: readonly (readonly [string, Entry | undefined])[]): void {
    for (const [name, entry] of set) {
      if (entry === undefined) this.#names.delete(name);
      else this.#names.set(name, entry);
    }
    const folder = path.dirname(set[0]?.[0] ?? '');
    this.operations.push({ kind: 'names', folder: folder === '.' ? '' : folder, set });
  }

  #onFile(fd: number, operation: (file: number) => Operation): void {
    const entry = this.#descriptors.get(fd)?.entry;
    if (typeof entry === 'number') this.operations.push(operation(entry));
  }
}

function isSyncedBy(sync: Operation): (earlier: Operation) => boolean {
  if (sync.kind === 'namesSynced') return (earlier) => earlier.kind === 'names' && earlier.folder === sync.folder;
  if (sync.kind !== 'synced') return () => false;
  return (earlier) => (earlier.kind === 'write' || earlier.kind === 'truncate') && earlier.file === sync.file;
}

/** By folder or file. */
function grouped(operations: readonly Operation[]): Iterable<Operation[]> {
  const groups = new Map<string | number, Operation[]>();
  for (const operation of operations) {
    const place = operation.kind === 'names' ? operation.folder : 'file' in operation ? operation.file : '';
    groups.set(place, [...(groups.get(place) ?? []), operation]);
  }
  return groups.values();
}

/** All of it, nothing, the beginning, any part of it (names only: the bytes of a file have an order), or zeros. */
function survivors(group: readonly Operation[], random: Random): Operation[] {
  const kept = group.slice(0, Math.floor(random() * (group.length + 1)));
  const chance = random();
  if (chance < 0.25) return [...group];
  if (chance < 0.5) return [];
  const last = kept.at(-1);
  if (last?.kind === 'names') return chance < 0.75 ? kept : group.filter(() => random() < 0.5);
  if (last?.kind !== 'write') return kept;
  const bytes = last.bytes.slice(0, Math.floor(random() * (last.bytes.length + 1)));
  return [...kept.slice(0, -1), { ...last, bytes: chance < 0.75 ? bytes : bytes.fill(0) }];
}

function apply(operation: Operation, names: Map<string, Entry>, files: Map<number, Uint8Array>): void {
  if (operation.kind === 'names') {
    for (const [name, entry] of operation.set) {
      if (entry === undefined) names.delete(name);
      else names.set(name, entry);
    }
  } else if (operation.kind === 'write') {
    files.set(operation.file, Buffer.concat([files.get(operation.file) ?? Buffer.alloc(0), operation.bytes]));
  } else if (operation.kind === 'truncate') {
    files.set(operation.file, (files.get(operation.file) ?? Buffer.alloc(0)).slice(0, operation.length));
  }
}

function materialise(target: string, names: ReadonlyMap<string, Entry>, files: ReadonlyMap<number, Uint8Array>): void {
  const first = new Map<number, string>();
  for (const [name, entry] of [...names].sort(([a], [b]) => a.length - b.length)) {
    const file = path.join(target, name);
    // A name in a folder that is itself not there is lost with it.
    if (!fs.existsSync(path.dirname(file))) continue;
    const linked = entry === 'folder' ? undefined : first.get(entry);
    if (entry === 'folder') fs.mkdirSync(file);
    else if (linked !== undefined) fs.linkSync(linked, file);
    else fs.writeFileSync(file, files.get(entry) ?? '');
    if (entry !== 'folder' && linked === undefined) first.set(entry, file);
  }
}

function filesBelow(root: string): { name: string; isFolder: boolean; content: Uint8Array }[] {
  return fs.readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const isFolder = entry.isDirectory();
    return { name: path.relative(root, file), isFolder, content: isFolder ? Buffer.alloc(0) : fs.readFileSync(file) };
  });
}
