import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'vitest';

const optional: Record<string, string> = JSON.parse(fs.readFileSync('test/optional-programs.json', 'utf8'));

/**
 * Call first in a test that uses a program which may be absent. Without it the test counts as not run, with the reason
 * listed at the end of the run; under `ORCHESTRAL_TEST_REQUIRE=all` it fails, unless `test/optional-programs.json`
 * names the program.
 *
 *     test('…', (context) => { needs(context, 'jq'); … })
 */
export function needs(context: Pick<TestContext, 'skip'>, ...programs: string[]): void {
  const missing = programs.filter((program) => !isOnPath(program));
  const required = missing.filter((program) => optional[program] === undefined);
  if (required.length > 0) notRun(context, `${required.join(', ')} not installed`);
  const [first] = missing;
  if (first !== undefined) context.skip(`optional: ${first} not installed: ${optional[first]}`);
}

/** The same for a program that a test installs itself. */
export function notInstalled(context: Pick<TestContext, 'skip'>, program: string, why: string): never {
  const reason = optional[program];
  return reason === undefined
    ? notRun(context, `${program} ${why}`)
    : context.skip(`optional: ${program} ${why}: ${reason}`);
}

/** The same for anything else a test may lack: a mount it may not make, a download it cannot have. */
export function notRun(context: Pick<TestContext, 'skip'>, why: string): never {
  if (process.env['ORCHESTRAL_TEST_REQUIRE'] === 'all') throw new Error(`required, but cannot run here: ${why}`);
  return context.skip(why);
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      fs.accessSync(path.join(folder, program), fs.constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
