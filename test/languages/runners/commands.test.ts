import { expect, it } from 'vitest';
import { testCommand } from '../../../src/languages/known-runners.ts';
import type { TestRunner, TestSelection } from '../../../src/languages/runner.ts';
import { anyCommand } from '../../../src/languages/runners/any-command.ts';
import { cargo } from '../../../src/languages/runners/cargo.ts';
import { dotnet } from '../../../src/languages/runners/dotnet.ts';
import { goTest } from '../../../src/languages/runners/go-test.ts';
import { gradle } from '../../../src/languages/runners/gradle.ts';
import { jest } from '../../../src/languages/runners/jest.ts';
import { maven } from '../../../src/languages/runners/maven.ts';
import { mocha } from '../../../src/languages/runners/mocha.ts';
import { nodeTest } from '../../../src/languages/runners/node-test.ts';
import { pytest } from '../../../src/languages/runners/pytest.ts';
import { vitest } from '../../../src/languages/runners/vitest.ts';

function lineOf(runner: TestRunner, line: string, wanted: Partial<TestSelection> = {}): string {
  const detected = { line, takesArguments: true, measuresCoverage: true };
  const command = testCommand({ runner, detected }, { coverage: false, reports: '/r', ...wanted });
  return command.replace(/'--test-reporter=data:[^']*'/, 'REPORTER');
}

const files = { only: { files: ['test/a b.test.ts'] } };
const names = { only: { names: ['cart > adds (all)', "it's"] } };

it.each<[TestRunner, string, Partial<TestSelection>, string]>([
  [
    vitest,
    'npm test --',
    {},
    'npm test -- --watch=false --reporter=default --reporter=json --outputFile.json=/r/vitest.json',
  ],
  [
    vitest,
    'vitest run',
    files,
    "vitest run --watch=false --reporter=default --reporter=json --outputFile.json=/r/vitest.json 'test/a b.test.ts'",
  ],
  [
    vitest,
    'vitest run',
    names,
    String.raw`vitest run --watch=false --reporter=default --reporter=json --outputFile.json=/r/vitest.json -t 'cart adds \(all\)|it'\''s'`,
  ],
  [
    vitest,
    'vitest run',
    { coverage: true },
    'vitest run --watch=false --reporter=default --reporter=json --outputFile.json=/r/vitest.json --coverage.enabled --coverage.reportOnFailure --coverage.reporter=lcovonly --coverage.reportsDirectory=/r/coverage',
  ],
  [jest, 'jest', files, "jest --json --outputFile=/r/jest.json --runTestsByPath 'test/a b.test.ts'"],
  [
    jest,
    'jest',
    { coverage: true },
    'jest --json --outputFile=/r/jest.json --coverage --coverageReporters=lcovonly --coverageDirectory=/r/coverage',
  ],
  [mocha, 'npm test --', {}, 'npm test -- --reporter json --reporter-option output=/r/mocha.json'],
  [
    nodeTest,
    'node --test',
    {},
    'node --test --test-reporter=spec --test-reporter-destination=stdout REPORTER --test-reporter-destination=/r/events.jsonl',
  ],
  [
    nodeTest,
    'npm run pretest && A=1 node --import tsx --test test/*.ts',
    { ...files },
    "npm run pretest && A=1 node --import tsx --test --test-reporter=spec --test-reporter-destination=stdout REPORTER --test-reporter-destination=/r/events.jsonl 'test/a b.test.ts'",
  ],
  [
    nodeTest,
    'node --test test/',
    names,
    String.raw`node --test --test-reporter=spec --test-reporter-destination=stdout REPORTER --test-reporter-destination=/r/events.jsonl '--test-name-pattern=adds \(all\)|it'\''s' test/`,
  ],
  [
    pytest,
    'python3 -m pytest',
    {},
    'python3 -m pytest --junitxml=/r/junit.xml -o junit_family=xunit1 --continue-on-collection-errors',
  ],
  [
    pytest,
    'pytest',
    { only: { files: ['tests/test_a.py'], names: ['TestCart > test_rows[1]', 'test_b'] } },
    "pytest --junitxml=/r/junit.xml -o junit_family=xunit1 --continue-on-collection-errors -k 'test_rows or test_b' tests/test_a.py",
  ],
  [
    pytest,
    'pytest',
    { coverage: true },
    'pytest --junitxml=/r/junit.xml -o junit_family=xunit1 --continue-on-collection-errors --cov --cov-report=lcov:/r/lcov.info',
  ],
  [goTest, 'go test ./...', { coverage: true }, 'go test ./... -json -coverprofile=/r/cover.out'],
  [
    goTest,
    'go test ./...',
    { only: { files: ['cart/a_test.go', 'cart/b_test.go', 'c_test.go'] } },
    'go test -json ./cart ./.',
  ],
  [
    goTest,
    'go test ./...',
    { only: { names: ['example.com/shop > TestAdd > two'] } },
    "go test ./... -json -run '^(?:TestAdd)$'",
  ],
  [cargo, 'cargo test', { only: { files: ['tests/whole.rs'] } }, 'cargo test --no-fail-fast --test whole'],
  [cargo, 'cargo test', { only: { files: ['tests/whole.rs', 'src/lib.rs'] } }, 'cargo test --no-fail-fast'],
  [cargo, 'cargo test', { only: { names: ['tests::adds'] } }, 'cargo test --no-fail-fast -- tests::adds'],
  [
    maven,
    'mvn -B test',
    { only: { files: ['src/test/java/shop/CartTest.java'], names: ['shop.CartTest > adds'] } },
    "mvn -B test --fail-at-end '-Dtest=CartTest,shop.CartTest#adds' -Dsurefire.failIfNoSpecifiedTests=false",
  ],
  [
    gradle,
    './gradlew test',
    { only: { files: ['src/test/java/shop/CartTest.java'], names: ['shop.CartTest > adds()'] } },
    "./gradlew test --continue --tests '*CartTest' --tests '*adds*'",
  ],
  [
    dotnet,
    'dotnet test',
    { coverage: true, only: { names: ['Shop.CartTests > Adds(x: 1)'] } },
    "dotnet test --logger trx --results-directory /r --collect 'XPlat Code Coverage' --filter 'FullyQualifiedName~Adds'",
  ],
  [anyCommand, 'make check', { coverage: true, ...files }, 'make check'],
])('$name', (runner, line, wanted, expected) => {
  expect(lineOf(runner, line, wanted)).toBe(expected);
});

it('a line that takes no arguments is run as it is', () => {
  for (const runner of [vitest, jest, mocha, nodeTest, pytest, goTest, cargo, maven, gradle, dotnet]) {
    const detected = { line: 'make --test', takesArguments: false, measuresCoverage: false };
    expect(testCommand({ runner, detected }, { coverage: true, reports: '/r', ...files })).toBe('make --test');
  }
});
