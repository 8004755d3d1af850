import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the samples' project lay. */
export const shop = '/home/ada/shop';

const folder = fileURLToPath(new URL('../fixtures/evidence/', import.meta.url));

/** What a runner really wrote; those named `sample-` are written after its documentation. */
export function sample(name: string): string {
  return fs.readFileSync(`${folder}${name}`, 'utf8');
}
