import fs from 'node:fs';
import path from 'node:path';

/**
 * The file that a program's name stands for, as PATH has it. Undefined: there is none. A relative entry of PATH counts
 * for nothing: it would be looked up in the project, which may hold anything.
 */
export function findProgram(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}

export function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
