import { main } from '../../src/cli/quick-status.ts';

/** As `bin/orchestral.js` calls it; ends with 99 where the rest of the program is needed. */
if (!(await main(process.argv.slice(2)))) process.exitCode = 99;
