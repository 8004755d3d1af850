import fs from 'node:fs';
import path from 'node:path';
import { removeEmptyFolder } from '../../files/folder.ts';

/** Codex protects these in every folder it may write to, by mounting over them; where there is none, it makes one. */
const PROTECTED = ['.agents', '.aws', '.codex', '.git'];

/**
 * To be asked before a call; what it returns is for afterwards. A call that was ended has not taken its empty folders
 * away. Those that were there before, and those with anything in them, stay.
 */
export function rememberLeftovers(folders: readonly string[]): () => void {
  const absent = folders
    .flatMap((folder) => PROTECTED.map((name) => path.join(folder, name)))
    .filter((file) => fs.lstatSync(file, { throwIfNoEntry: false }) === undefined);
  return () => absent.forEach(removeEmptyFolder);
}
