import fs from 'node:fs';
import path from 'node:path';
import { readGoProfile } from '../coverage/go-profile.ts';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { readReport } from '../report-files.ts';
import { readGoJson } from '../reports/go-json.ts';
import type { Runner } from '../runner.ts';
import { anyOf, join } from './shell.ts';

export const goTest: Runner = {
  name: 'go-test',

  detect(folder) {
    if (!fs.existsSync(path.join(folder, 'go.mod'))) return undefined;
    return { line: everything, takesArguments: true, measuresCoverage: true };
  },

  /** Go tests packages, so for a file its whole package is tested. */
  command({ line, takesArguments }, { only, coverage, reports }) {
    if (!takesArguments) return { line };
    const words = ['-json'];
    if (coverage) words.push(`-coverprofile=${path.join(reports, 'cover.out')}`);
    if (only?.names !== undefined) words.push('-run', `^(?:${anyOf(only.names.map(topTest))})$`);
    if (only?.files === undefined || line !== everything) return { line: join(line, words) };
    const packages = new Set(only.files.map((file) => `./${path.posix.dirname(file)}`));
    return { line: join('go test', [...words, ...packages]) };
  },

  read: ({ stdout }) => readGoJson(stdout),

  readCoverage(ran) {
    const text = readReport(path.join(ran.reports, 'cover.out'));
    const [, module = ''] = /^module\s+(\S+)/m.exec(readReport(path.join(ran.folder, 'go.mod')) ?? '') ?? [];
    return text === undefined ? readUsualCoverage(ran) : readGoProfile(text, ran.folder, module);
  },
};

const everything = 'go test ./...';

export function isGoTest(words: readonly string[]): boolean {
  return (
    words[0] === 'go' && words[1] === 'test' && !words.some((word) => /^-?-(?:args|json|coverprofile)\b/.test(word))
  );
}

/** Of `package > TestName > case`, or of `TestName/case`, the function. */
function topTest(name: string): string {
  const parts = name.split(/ > |\//);
  return parts.find((part) => /^(?:Test|Example|Fuzz)/.test(part)) ?? name;
}
