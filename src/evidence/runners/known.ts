import type { DetectedTests, Runner } from '../runner.ts';
import { anyCommand } from './any-command.ts';
import { cargo, isCargoTest } from './cargo.ts';
import { dotnet, isDotnetTest } from './dotnet.ts';
import { goTest, isGoTest } from './go-test.ts';
import { gradle, isGradle } from './gradle.ts';
import { isJest, jest } from './jest.ts';
import { isMaven, maven } from './maven.ts';
import { isMocha, mocha } from './mocha.ts';
import { isNodeTest, nodeTest } from './node-test.ts';
import { isPytest, pytest } from './pytest.ts';
import { simpleCommand } from './shell.ts';
import { testScript } from './test-script.ts';
import { isVitest, vitest } from './vitest.ts';

/**
 * In the order in which a project is asked for them. A package's own test script wins: up to `anyCommand`, which runs
 * whatever the script is, a runner is detected only where it is what the script runs, or where there is no script.
 */
export const runners: readonly Runner[] = [
  vitest,
  jest,
  mocha,
  nodeTest,
  anyCommand,
  pytest,
  goTest,
  cargo,
  maven,
  gradle,
  dotnet,
];

const recognised: readonly { readonly runner: Runner; readonly is: (words: readonly string[]) => boolean }[] = [
  { runner: vitest, is: isVitest },
  { runner: jest, is: isJest },
  { runner: mocha, is: isMocha },
  { runner: nodeTest, is: isNodeTest },
  { runner: pytest, is: isPytest },
  { runner: goTest, is: isGoTest },
  { runner: cargo, is: isCargoTest },
  { runner: maven, is: isMaven },
  { runner: gradle, is: isGradle },
  { runner: dotnet, is: isDotnetTest },
];

/** The runner whose command a line clearly is. */
export function runnerOf(folder: string, line: string): { readonly runner: Runner; readonly detected: DetectedTests } {
  const words = simpleCommand(line) ?? [];
  const script = testScript(folder);
  if (script !== undefined && isScriptAlone(words)) {
    for (const runner of runners) {
      const detected = runner.detect(folder);
      if (detected !== undefined) return { runner, detected };
    }
  }
  const runner = recognised.find(({ is }) => is(words))?.runner;
  if (runner === undefined)
    return { runner: anyCommand, detected: { line, takesArguments: false, measuresCoverage: false } };
  return {
    runner,
    detected: { line, takesArguments: true, measuresCoverage: runner.detect(folder)?.measuresCoverage ?? false },
  };
}

function isScriptAlone(words: readonly string[]): boolean {
  return ['npm test', 'npm run test', 'pnpm test', 'pnpm run test', 'yarn test', 'yarn run test'].includes(
    words.join(' '),
  );
}
