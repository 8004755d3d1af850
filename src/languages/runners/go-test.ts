import type { TestRunner } from '../runner.ts';
import { addWords, matchAny } from '../shell-words.ts';
import { folderOf } from '../tree-path.ts';

export const goTest: TestRunner = {
  name: 'go-test',

  detect(project) {
    return project.has('go.mod') ? { line: EVERYTHING, takesArguments: true, measuresCoverage: true } : undefined;
  },

  isCommand(words) {
    const isTest = words[0] === 'go' && words[1] === 'test';
    return isTest && !words.some((word) => /^-?-(?:args|json|coverprofile)\b/.test(word));
  },

  /** Go tests packages, so for a file its whole package is tested. */
  command(line, { only, coverage, reports }) {
    const words = ['-json'];
    if (coverage) words.push(`-coverprofile=${reports}/cover.out`);
    if (only?.names !== undefined) words.push('-run', `^(?:${matchAny(only.names.map(topTest))})$`);
    if (only?.files === undefined || line !== EVERYTHING) return addWords(line, words);
    const packages = new Set(only.files.map((file) => `./${folderOf(file)}`));
    return addWords('go test', [...words, ...packages]);
  },

  reports: [{ format: 'go-json', printed: true }],
  coverage: { format: 'go-profile', file: 'cover.out' },
};

const EVERYTHING = 'go test ./...';

/** Of `a_test.go > TestName > case`, or of `TestName/case`, the function. */
function topTest(name: string): string {
  const functions = name.split(' > ').filter((part) => /^(?:Test|Example|Fuzz)/.test(part) && !part.endsWith('.go'));
  return functions[0]?.split('/')[0] ?? name;
}
