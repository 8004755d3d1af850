import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { defineConfig } from 'vitest/config';

const full = process.env['ORCHESTRAL_TEST_FULL'] === '1';
const minute = 60_000;

/** The build embeds templates as text; so do the tests. */
const templates = {
  name: 'templates',
  enforce: 'pre',
  load: (file: string) =>
    file.endsWith('.md') ? `export default ${JSON.stringify(fs.readFileSync(file, 'utf8'))}` : null,
} as const;

export default defineConfig({
  plugins: [templates],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: full ? [] : ['test/**/*.full.test.ts'],
    // Of files whose tests take turns (`test/support/one-in.ts`) a group may have none this time.
    passWithNoTests: process.env['ORCHESTRAL_TEST_SAMPLE'] === '1',
    setupFiles: ['test/support/isolate.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Loading the sources anew for each file took a third of all processor time. Modules therefore keep nothing of a test.
    isolate: false,
    // Tests start tens of thousands of processes, and forking takes as long as the memory of who does it is large.
    // The heap grows to this in any case; until then, every step of growth would be a collection.
    execArgv: ['--max-semi-space-size=4', '--initial-heap-size=256'],
    // Machines that run these are often busy with other things: a timeout says "hangs", never "is slow".
    testTimeout: full ? 60 * minute : 10 * minute,
    hookTimeout: 10 * minute,
    teardownTimeout: minute,
    expect: { poll: { timeout: 5 * minute } },
    env: { ORCHESTRAL_TEST_SEED: process.env['ORCHESTRAL_TEST_SEED'] ?? String(randomInt(2 ** 31)) },
  },
});
