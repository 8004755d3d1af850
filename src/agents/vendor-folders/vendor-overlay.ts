import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../../base/failure.ts';
import { realDisk } from '../../files/disk.ts';
import { makeFolder } from '../../files/folder.ts';
import { replaceFile } from '../../files/replace.ts';
import type { Overlay, OverlayPart } from '../../sandbox/sandbox.ts';
import type { VendorFolder } from '../vendors.ts';

const { O_CREAT, O_EXCL, O_WRONLY } = fs.constants;

export interface OverlayOptions {
  /** The folder that the agents of a run share. */
  readonly ours: string;
  /** Where files lie that stand for those that the person does not have. */
  readonly substitutes: string;
}

/** What an agent finds in the place of a vendor's folder. What steers programs it can only read. */
export function vendorOverlay(folder: VendorFolder & { readonly at: string }, options: OverlayOptions): Overlay {
  const { at, isPrivate, files = {}, ifThere = [], folders = [], scratch = [] } = folder;
  const fileParts = Object.entries(files).map(([name, otherwise]) => ({
    name,
    from: theirFile(at, name) ?? substitute(options.substitutes, otherwise),
  }));
  const optional = ifThere.flatMap((name) => {
    const from = theirFile(at, name);
    return from === undefined ? [] : [{ name, from }];
  });
  const folderParts = folders.flatMap((name): OverlayPart[] => {
    const from = theirFolder(at, name);
    if (from !== undefined) return [{ name, from }];
    return isPrivate === true ? [] : [{ name }];
  });
  const parts = [...fileParts, ...optional, ...folderParts, ...scratch.map((name) => ({ name }))];
  if (isPrivate === true) return { at, parts };
  for (const part of parts) makeMountPoint(path.join(options.ours, part.name), part);
  return { at, from: options.ours, parts };
}

/** Names that are not to be swept while agents run: what is mounted there would be gone for them, too. */
export function mountedNames({ files = {}, ifThere = [], folders = [], scratch = [] }: VendorFolder): string[] {
  return [...Object.keys(files), ...ifThere, ...folders, ...scratch];
}

function theirFile(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  return fs.existsSync(file) && fs.statSync(file).isFile() ? fs.realpathSync(file) : undefined;
}

function theirFolder(folder: string, name: string): string | undefined {
  const inside = path.join(folder, name);
  return fs.existsSync(inside) && fs.statSync(inside).isDirectory() ? fs.realpathSync(inside) : undefined;
}

function substitute(folder: string, content: string): string {
  const file = path.join(folder, content === '' ? 'empty' : 'empty.json');
  if (!fs.existsSync(file)) unwrap(replaceFile(realDisk, file, Buffer.from(content)));
  return file;
}

/** Those that another agent's program stands on are there already, and of the same kind. */
function makeMountPoint(place: string, { from }: OverlayPart): void {
  if (fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined) return;
  if (from === undefined || fs.statSync(from).isDirectory()) makeFolder(place);
  else realDisk.close(realDisk.open(place, O_WRONLY | O_CREAT | O_EXCL, 0o600));
}
