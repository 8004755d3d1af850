import { startVitest } from 'vitest/node';

/** Runs the test files that `filters` choose (all when there are none): counts, and what was not run with the reason. */
export async function runTests(filters, options = {}) {
  const vitest = await startVitest('test', filters, { watch: false, run: true, ...options });
  const modules = vitest.state.getTestModules();
  const cases = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state) => cases.filter((test) => test.result().state === state);
  // A file that cannot load, a failing hook and an error nobody awaited have no test of their own.
  const brokenModules = modules.filter(
    (module) =>
      module.state() === 'failed' && ![...module.children.allTests()].some((test) => test.result().state === 'failed'),
  );
  const notRun = inState('skipped').map((test) => ({
    file: test.module.relativeModuleId,
    name: test.fullName,
    why: test.result().note ?? 'skipped by the test file',
  }));
  const failed =
    inState('failed').length +
    inState('pending').length +
    brokenModules.length +
    vitest.state.getUnhandledErrors().length +
    notRun.filter(isRequired).length +
    Number(cases.length === 0);
  await vitest.close();
  return { passed: inState('passed').length, failed, notRun };
}

/** `test/support/needs.ts` says so of what `test/optional-programs.json` names. */
function isRequired({ why }) {
  return process.env.ORCHESTRAL_TEST_REQUIRE === 'all' && !why.startsWith('optional: ');
}
