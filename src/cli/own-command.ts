import fs from 'node:fs';
import path from 'node:path';

/**
 * What a person types to call this program from any folder: `orchestral` where it is installed, else what called it
 * now. npm puts folders of its own into PATH while it runs a script; they are gone when the person types.
 */
export function ownCommand(PATH = '', program = path.resolve(process.argv[1] ?? '')): string {
  const folders = PATH.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const theirs = folders.filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')));
  if (theirs.some((folder) => isProgram(path.join(folder, 'orchestral')))) return 'orchestral';
  return program.split(path.sep).includes('_npx') ? 'npx orchestral-cli' : `node ${quoted(program)}`;
}

/** As a shell takes it. */
export function quoted(file: string): string {
  return /^[\w./:@,=-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
