import fs from 'node:fs';
import { getErrno } from '../files/disk-failure.ts';

/** The lines of a file that are not empty; none where it cannot be read. */
export function readLines(file: string): string[] {
  return ifThere(() => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean));
}

/** What is in a folder; nothing where it cannot be looked into. */
export function listFolder(folder: string): fs.Dirent[] {
  return ifThere(() => fs.readdirSync(folder, { withFileTypes: true }));
}

function ifThere<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return [];
  }
}
