import type { TestRunner } from '../runner.ts';
import { addWords, ownName } from '../shell-words.ts';
import { countRest } from '../summary-line.ts';
import { fileName } from '../tree-path.ts';

export const gradle: TestRunner = {
  name: 'gradle',

  detect(project) {
    const builds = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];
    if (!builds.some((file) => project.has(file))) return undefined;
    // Gradle does not run tests again that it believes unchanged, and would leave a daemon behind.
    const line = `${project.has('gradlew') ? './gradlew' : 'gradle'} --no-daemon --console=plain cleanTest test`;
    return { line, takesArguments: true, measuresCoverage: false };
  },

  isCommand(words) {
    const isProgram = words[0] === 'gradle' || words[0] === './gradlew';
    return isProgram && words.at(-1)?.split(':').at(-1) === 'test';
  },

  command(line, { only }) {
    const tests = [
      ...(only?.files ?? []).map((file) => `*${fileName(file).replace(/\.\w+$/, '')}`),
      ...(only?.names ?? []).map((name) => `*${ownName(name).replace(/[[({].*$/, '')}*`),
    ];
    return addWords(line, ['--continue', ...tests.flatMap((test) => ['--tests', test])]);
  },

  reports: [
    { format: 'junit', below: 'project', fits: (path) => /(?:^|\/)build\/test-results\/.*\.xml$/.test(path) },
    { format: 'summary', printed: true },
  ],

  // When a test failed: `5 tests completed, 1 failed, 1 skipped`
  readSummary(line) {
    const match = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/.exec(line);
    return match === null ? undefined : countRest({ total: match[1], failed: [match[2]], skipped: [match[3]] });
  },
};
