import fs from 'node:fs';
import process from 'node:process';

/* Loaded into a process of the command line: leaves the most memory that it had, in kilobytes. */
process.on('exit', () => {
  const file = process.env['ORCHESTRAL_TEST_MEMORY'];
  if (file !== undefined) fs.appendFileSync(file, `${process.resourceUsage().maxRSS}\n`);
});
