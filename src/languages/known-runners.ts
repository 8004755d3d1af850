import { readTestScript, testScriptCommand } from './javascript/package-json.ts';
import type { ProjectFiles } from './project-files.ts';
import type { TestInvocation, TestRunner, TestSelection, TestTool } from './runner.ts';
import { anyCommand } from './runners/any-command.ts';
import { cargo } from './runners/cargo.ts';
import { dotnet } from './runners/dotnet.ts';
import { goTest } from './runners/go-test.ts';
import { gradle } from './runners/gradle.ts';
import { jest } from './runners/jest.ts';
import { maven } from './runners/maven.ts';
import { mocha } from './runners/mocha.ts';
import { nodeTest } from './runners/node-test.ts';
import { otherTools } from './runners/other-tools.ts';
import { pytest } from './runners/pytest.ts';
import { unittest } from './runners/unittest.ts';
import { vitest } from './runners/vitest.ts';
import { simpleCommand } from './shell-words.ts';

/**
 * A new runner is a file of its own and a line here. In the order in which a project is asked for them: a package's own
 * test script wins. Up to `anyCommand`, which runs whatever the script is, a runner is detected only where it is what
 * the script runs, or where there is no script.
 */
const RUNNERS: readonly TestRunner[] = [
  vitest,
  jest,
  mocha,
  nodeTest,
  anyCommand,
  unittest,
  pytest,
  goTest,
  cargo,
  maven,
  gradle,
  dotnet,
];

export const TEST_TOOLS: readonly TestTool[] = [...RUNNERS, ...otherTools];

const FILE_RUNNERS: ReadonlySet<string> = new Set(
  [vitest, jest, mocha, nodeTest, unittest, pytest].map(({ name }) => name),
);

/** Whether taking test files out of a tree leaves the runner with the others: scripts and compilers may miss them. */
export function canSelectFiles(runner: string): boolean {
  return FILE_RUNNERS.has(runner);
}

/** Whether new test files can be taken out: those of before were run without them. */
export function canLeaveOutNew(runner: string): boolean {
  return canSelectFiles(runner) || runner === goTest.name;
}

/** Whether a package is a test runner, a plugin of one, what it loads sources with, or an assertion library. */
export function isRunnerPackage(name: string): boolean {
  return TEST_TOOLS.some(({ packages }) => packages?.test(name) === true);
}

export interface FoundRunner {
  readonly runner: TestRunner;
  readonly detected: TestInvocation;
}

export function testCommand({ runner, detected }: FoundRunner, wanted: TestSelection): string {
  return detected.takesArguments ? runner.command(detected.line, wanted) : detected.line;
}

/** How a project is tested, as far as its files tell. */
export function detectRunner(project: ProjectFiles): FoundRunner | undefined {
  for (const runner of RUNNERS) {
    const detected = runner.detect(project);
    if (detected !== undefined) return { runner, detected };
  }
  return undefined;
}

/** Whether somebody who ran this ran the project's tests: its own command, or its runner in another way. */
export function runsTests(said: string, { runner, detected }: FoundRunner): boolean {
  const last = said.split(/&&|;/).at(-1)?.trim() ?? '';
  const line = last.replace(/^(?:\w+=\S*\s+)+/, '').replace(/\s+/g, ' ');
  const own = detected.line.replace(/ --(?: ignore-scripts)?$/, '').trim();
  if (line === own || line.startsWith(`${own} `) || own.startsWith(`${line} `)) return true;
  if (testScriptCommand(line) !== undefined) return /\btest\b/.test(own) || JAVASCRIPT_RUNNERS.includes(runner);
  const words = simpleCommand(line) ?? line.split(' ');
  return runner !== anyCommand && runner.isCommand(words);
}

const JAVASCRIPT_RUNNERS: readonly TestRunner[] = [vitest, jest, mocha, nodeTest, anyCommand];

/** The runner whose command a line clearly is; otherwise it is run as it stands. */
export function runnerFor(project: ProjectFiles, line: string): FoundRunner {
  const words = simpleCommand(line) ?? [];
  const isScript = words.join(' ') === testScriptCommand(words.join(' ')) && readTestScript(project) !== undefined;
  const byScript = isScript ? detectRunner(project) : undefined;
  if (byScript !== undefined) return byScript;
  const runner = RUNNERS.find((one) => one.isCommand(words));
  if (runner === undefined) {
    return { runner: anyCommand, detected: { line, takesArguments: false, measuresCoverage: false } };
  }
  const measuresCoverage = runner.detect(project)?.measuresCoverage ?? false;
  return { runner, detected: { line, takesArguments: true, measuresCoverage } };
}
