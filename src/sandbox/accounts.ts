import type { Environment } from '../process/command.ts';
import { readLines } from './read-if-there.ts';

/** Who root is in the sandbox: many programs refuse to work for root, and it has no rights there that root would have. */
export const INNER_ID = 1000;
const NAME = 'agent';

/** Arguments by which programs find the account they run as. Without it some do not start. */
export function accountArguments(give: (content: Uint8Array) => string, env: Environment): string[] {
  const home = env['HOME'] ?? '/';
  const lists = {
    '/etc/passwd': `${NAME}:x:${INNER_ID}:${INNER_ID}::${home.replaceAll(/[:\n]/g, '')}:/bin/sh`,
    '/etc/group': `${NAME}:x:${INNER_ID}:`,
  };
  return Object.entries(lists).flatMap(([file, own]) => {
    const others = readLines(file).filter((line) => line.split(':')[2] !== `${INNER_ID}`);
    if (others.length === 0) return [];
    return ['--ro-bind-data', give(Buffer.from([...others, own, ''].join('\n'))), file];
  });
}
