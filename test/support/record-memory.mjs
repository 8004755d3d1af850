import fs from 'node:fs';
import process from 'node:process';

/* Loaded into a process of the command line: leaves the most memory that it had itself (see peak-memory.ts), in kilobytes. */
process.on('exit', () => {
  const file = process.env['ORCHESTRAL_TEST_MEMORY'];
  if (file === undefined) return;
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'utf8')) ?? [];
  fs.appendFileSync(file, `${peak}\n`);
});
