import fs from 'node:fs';
import path from 'node:path';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { readFreshReports } from '../report-files.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { readJunit } from '../reports/junit.ts';
import type { Runner } from '../runner.ts';
import { join, ownName } from './shell.ts';

export const gradle: Runner = {
  name: 'gradle',

  detect(folder) {
    const has = (file: string): boolean => fs.existsSync(path.join(folder, file));
    if (!['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].some(has)) return undefined;
    // Gradle does not run tests again that it believes unchanged, and would leave a daemon behind.
    const line = `${has('gradlew') ? './gradlew' : 'gradle'} --no-daemon --console=plain cleanTest test`;
    return { line, takesArguments: true, measuresCoverage: false };
  },

  command({ line, takesArguments }, { only }) {
    if (!takesArguments) return { line };
    const tests = [
      ...(only?.files ?? []).map((file) => `*${path.posix.basename(file).replace(/\.\w+$/, '')}`),
      ...(only?.names ?? []).map((name) => `*${ownName(name).replace(/[[({].*$/, '')}*`),
    ];
    return { line: join(line, ['--continue', ...tests.flatMap((test) => ['--tests', test])]) };
  },

  read({ folder, reports, stdout, stderr }) {
    const fits = (file: string): boolean => /(?:^|\/)build\/test-results\/.*\.xml$/.test(file);
    return readJunit(readFreshReports({ folder, reports }, fits), folder) ?? readClosingLines(stdout, stderr);
  },

  readCoverage: readUsualCoverage,
};

export function isGradle(words: readonly string[]): boolean {
  const isProgram = words[0] === 'gradle' || words[0] === './gradlew';
  return isProgram && words.at(-1)?.split(':').at(-1) === 'test';
}
