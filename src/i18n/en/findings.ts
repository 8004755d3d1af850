interface Names {
  readonly names: readonly string[];
  readonly more: number;
}

/** What Orchestral itself found in a round's work; one sentence each, for people and agents alike. */
export const findings = {
  tests_red: ({ failed, names, more }: { readonly failed: number } & Names) => {
    if (failed === 0) return `the test run broke off${names.length === 0 ? '' : `: ${some({ names, more })}`}`;
    const fail = failed === 1 ? '1 test fails' : `${failed} tests fail`;
    if (names.length === 0) return fail;
    return `${fail}${names.length + more < failed ? ', among them' : ''}: ${some({ names, more })}`;
  },
  tests_did_not_run: ({ ending }: { readonly ending: string }) => `the tests did not run (${ending})`,
  build_red: ({ command, exit_code }: { readonly command: string; readonly exit_code: number | null }) =>
    `the build fails: ${command} (${exit_code === null ? 'ended by a signal' : `exit ${exit_code}`})`,
  no_tests: () => 'no test shows that the work does what it should: none runs in this project',
  test_command_changed: ({ before, now }: { readonly before: string; readonly now: string }) =>
    `the work changes how it is tested: ${before} before, ${now} now`,
  tests_gone: (names: Names) => `tests of the base no longer run: ${some(names)}`,
  tests_skipped: (names: Names) => `tests of the base are skipped now: ${some(names)}`,
  fewer_tests: ({ before, now }: { readonly before: number; readonly now: number }) =>
    `fewer tests run than on the base: ${before} before, ${now} now`,
  coverage_low: ({ coverage, needed }: { readonly coverage: number; readonly needed: number }) =>
    `coverage is ${Math.floor(coverage * 10) / 10} %, and ${needed} % is needed`,
  tests_unwritten: () => 'new code came without a new test, and nothing measures how much of it the tests reach',
  empty_diff: () => 'the work changes nothing',
  critical_issues: ({ count }: { readonly count: number }) =>
    `the Gatekeeper itself names ${count === 1 ? 'a critical issue' : `${count} critical issues`}`,
  file_too_long: ({ file, lines, limit }: { readonly file: string; readonly lines: number; readonly limit: number }) =>
    `${file} has ${lines} lines, and ${limit} is the limit`,
  types_missing: ({ file, line }: { readonly file: string; readonly line: number | null }) =>
    `${line === null ? file : `${file}:${line}`} lacks types`,
  library_avoided: ({ file, library }: { readonly file: string; readonly library: string }) =>
    `${file} uses ${library}, which is to be avoided`,
  trigger: ({ name, detail }: { readonly name: string; readonly detail: string }) =>
    `a person must decide on ${name}${detail === '' ? '' : `: ${detail}`}`,
  agent_failed_it: () => 'the Gatekeeper said FAIL',
  human_rejected: ({ decision }: { readonly decision: string }) => `a person sent it back: ${decision}`,
};

function some({ names, more }: Names): string {
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}
