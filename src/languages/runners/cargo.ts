import type { TestRunner } from '../runner.ts';
import { addWords } from '../shell-words.ts';
import { countWords } from '../summary-line.ts';

export const cargo: TestRunner = {
  name: 'cargo',

  detect(project) {
    return project.has('Cargo.toml')
      ? { line: 'cargo test', takesArguments: true, measuresCoverage: false }
      : undefined;
  },

  isCommand: (words) =>
    words[0] === 'cargo' && words[1] === 'test' && !words.includes('--') && !words.includes('--no-run'),

  /** Only the files of `tests/` can be run alone; with others, all are. */
  command(line, { only }) {
    const binaries = (only?.files ?? []).map((file) => /^tests\/([^/]+)(?:\.rs|\/main\.rs)$/.exec(file)?.[1]);
    const words = ['--no-fail-fast'];
    if (binaries.every((name) => name !== undefined)) words.push(...binaries.flatMap((name) => ['--test', name]));
    if (only?.names !== undefined) words.push('--', ...only.names);
    return addWords(line, words);
  },

  reports: [{ format: 'cargo-lines', printed: true }],

  configuration: [/(?:^|\/)\.config\/nextest\.toml$/],

  // `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.00s`
  readSummary: (line) => (/^test result: \w+\. \d+ passed; \d+ failed;/.test(line) ? countWords(line) : undefined),
};
