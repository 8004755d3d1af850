import fs from 'node:fs';
import path from 'node:path';
import { removeEmptyFolder } from '../../files/folder.ts';
import { type Backend, otherFolders } from '../port.ts';

/** Codex protects these in every folder it may write to, by mounting over them; where there is none, it makes one. */
const PROTECTED = ['.agents', '.aws', '.codex', '.git'];

/**
 * Removes the empty folders that an ended call of Codex, or of its ACP adapter, left behind. Folders that existed before
 * or hold anything stay.
 */
export function withMountPointCleanup(run: Backend['run']): Backend['run'] {
  return async (call, on) => {
    const absent = [call.folder, ...otherFolders(call)]
      .flatMap((folder) => PROTECTED.map((name) => path.join(folder, name)))
      .filter((file) => fs.lstatSync(file, { throwIfNoEntry: false }) === undefined);
    try {
      return await run(call, on);
    } finally {
      absent.forEach(removeEmptyFolder);
    }
  };
}
