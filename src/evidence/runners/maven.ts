import fs from 'node:fs';
import path from 'node:path';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { readFreshReports } from '../report-files.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { readJunit } from '../reports/junit.ts';
import type { Runner } from '../runner.ts';
import { join } from './shell.ts';

export const maven: Runner = {
  name: 'maven',

  detect(folder) {
    const has = (file: string): boolean => fs.existsSync(path.join(folder, file));
    if (!has('pom.xml')) return undefined;
    return { line: `${has('mvnw') ? './mvnw' : 'mvn'} -B test`, takesArguments: true, measuresCoverage: false };
  },

  command({ line, takesArguments }, { only }) {
    if (!takesArguments) return { line };
    // The modules after one with a red test are tested too.
    const words = ['--fail-at-end'];
    const tests = [...(only?.files ?? []).map(classOf), ...(only?.names ?? []).map(methodOf)];
    if (tests.length > 0) words.push(`-Dtest=${tests.join(',')}`, '-Dsurefire.failIfNoSpecifiedTests=false');
    return { line: join(line, words) };
  },

  read({ folder, reports, stdout, stderr }) {
    const fits = (file: string): boolean =>
      /(?:^|\/)target\/(?:surefire|failsafe)-reports\/TEST-[^/]*\.xml$/.test(file);
    return readJunit(readFreshReports({ folder, reports }, fits), folder) ?? readClosingLines(stdout, stderr);
  },

  readCoverage: readUsualCoverage,
};

export function isMaven(words: readonly string[]): boolean {
  const isProgram = words[0] === 'mvn' || words[0] === './mvnw';
  return (
    isProgram && words.some((word) => word === 'test' || word === 'verify' || word === 'package' || word === 'install')
  );
}

function classOf(file: string): string {
  return path.posix.basename(file).replace(/\.\w+$/, '');
}

/** `com.shop.CartTest > adds` as Surefire wants it, `com.shop.CartTest#adds`. */
function methodOf(name: string): string {
  const parts = name.split(' > ');
  const method = (parts.at(-1) ?? '').replace(/[[({ ].*$/, '');
  return `${parts.length > 1 ? parts.at(-2) : '*'}#${method}`;
}
