import fs from 'node:fs';
import path from 'node:path';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { readCargoLines } from '../reports/cargo-lines.ts';
import type { Runner } from '../runner.ts';
import { join } from './shell.ts';

export const cargo: Runner = {
  name: 'cargo',

  detect(folder) {
    if (!fs.existsSync(path.join(folder, 'Cargo.toml'))) return undefined;
    return { line: 'cargo test', takesArguments: true, measuresCoverage: false };
  },

  /** Only the files of `tests/` can be run alone; with others, all are. */
  command({ line, takesArguments }, { only }) {
    if (!takesArguments) return { line };
    const binaries = (only?.files ?? []).map((file) => /^tests\/([^/]+)(?:\.rs|\/main\.rs)$/.exec(file)?.[1]);
    const words = ['--no-fail-fast'];
    if (binaries.every((name) => name !== undefined)) words.push(...binaries.flatMap((name) => ['--test', name]));
    if (only?.names !== undefined) words.push('--', ...only.names);
    return { line: join(line, words) };
  },

  read: ({ stdout }) => readCargoLines(stdout),

  readCoverage: readUsualCoverage,
};

export function isCargoTest(words: readonly string[]): boolean {
  return words[0] === 'cargo' && words[1] === 'test' && !words.includes('--') && !words.includes('--no-run');
}
