import type { TestRunner } from '../runner.ts';
import { addWords } from '../shell-words.ts';
import { countRest } from '../summary-line.ts';
import { fileName } from '../tree-path.ts';

export const maven: TestRunner = {
  name: 'maven',

  detect(project) {
    if (!project.has('pom.xml')) return undefined;
    const program = project.has('mvnw') ? './mvnw' : 'mvn';
    return { line: `${program} -B test`, takesArguments: true, measuresCoverage: false };
  },

  isCommand(words) {
    const isProgram = words[0] === 'mvn' || words[0] === './mvnw';
    return isProgram && words.some((word) => ['test', 'verify', 'package', 'install'].includes(word));
  },

  command(line, { only }) {
    // The modules after one with a red test are tested too.
    const words = ['--fail-at-end'];
    const tests = [...(only?.files ?? []).map(classOf), ...(only?.names ?? []).map(methodOf)];
    if (tests.length > 0) words.push(`-Dtest=${tests.join(',')}`, '-Dsurefire.failIfNoSpecifiedTests=false');
    return addWords(line, words);
  },

  reports: [
    {
      format: 'junit',
      below: 'project',
      fits: (path) => /(?:^|\/)target\/(?:surefire|failsafe)-reports\/TEST-[^/]*\.xml$/.test(path),
    },
    { format: 'summary', printed: true },
  ],

  configuration: [
    /(?:^|\/)(?:junit-platform\.properties|testng\.xml)$/,
    // Found on the class path, wherever they lie.
    /(?:^|\/)META-INF\/services\/(?:org\.(?:junit|testng|spockframework|assertj|mockito)|io\.kotest)[\w.]*$/,
    /(?:^|\/)mockito-extensions\//,
  ],

  // `Tests run: 5, Failures: 1, Errors: 0, Skipped: 1`; with a time it is one class of them.
  readSummary(line) {
    const match = /^(?:\[\w+\] )?Tests run: *(\d+), Failures: *(\d+), Errors: *(\d+), Skipped: *(\d+)$/.exec(line);
    if (match === null) return undefined;
    return countRest({ total: match[1], failed: [match[2], match[3]], skipped: [match[4]] });
  },
};

function classOf(file: string): string {
  return fileName(file).replace(/\.\w+$/, '');
}

/** `com.shop.CartTest > adds` as Surefire wants it, `com.shop.CartTest#adds`. */
function methodOf(name: string): string {
  const parts = name.split(' > ');
  const method = (parts.at(-1) ?? '').replace(/[[({ ].*$/, '');
  return `${parts.length > 1 ? parts.at(-2) : '*'}#${method}`;
}
