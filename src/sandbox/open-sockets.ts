import fs from 'node:fs';
import { getErrno } from '../files/disk-failure.ts';
import { realPlace } from './visible-places.ts';

/**
 * The files by which programs on this machine can be spoken to. A socket that can be seen can be connected to, even where
 * it is read-only: those that are visible have to be hidden. One that is made later in a visible folder is not.
 */
export function listSockets(): string[] {
  // A name that does not begin with a slash is abstract, or relative to who knows what.
  const places = readTable().matchAll(/^(?:\S+\s+){6}\d+ (\/.*)$/gm);
  return [...new Set([...places].flatMap(([, place = '']) => realPlace(place) ?? []))];
}

function readTable(): string {
  try {
    return fs.readFileSync('/proc/net/unix', 'utf8');
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return '';
  }
}
