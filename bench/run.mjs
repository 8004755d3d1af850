// Runs the benchmarks, or those that are named: npm run bench -- commits start. What they mean: docs/benchmarks.md.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';

const benchmarks = [
  'agents',
  'auto-git',
  'auto-scale',
  'commits',
  'dashboard',
  'fleet',
  'fleet-git',
  'latency',
  'proof-cost',
  'reading',
  'sandbox',
  'start',
  'whole-run',
];

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, '.build/bench');
const scratch = path.join(folder, `scratch-${process.pid}`);
const named = process.argv.slice(2).filter((argument) => benchmarks.includes(argument));
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));

/** Where programs to compare with are kept, and whose settings npm fetches them with. */
const own = {
  ORCHESTRAL_BENCH_CACHE: path.join(
    process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'),
    'orchestral-bench',
  ),
  ORCHESTRAL_BENCH_HOME: os.homedir(),
};

await bundle();
fs.mkdirSync(scratch, { recursive: true });
try {
  for (const name of named.length === 0 ? benchmarks : named) run(name);
} finally {
  fs.rmSync(scratch, { recursive: true, force: true });
}

/** Node 20 cannot run TypeScript. */
async function bundle() {
  const input = Object.fromEntries(benchmarks.map((name) => [name, path.join(root, 'bench', `${name}.ts`)]));
  const built = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    moduleTypes: { '.md': 'text' },
    logLevel: 'warn',
  });
  await built.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await built.close();
}

/** On the disk of the clone: a temporary folder may be in memory, where fdatasync costs nothing. */
function run(name) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', path.join(folder, `${name}.mjs`), ...options], {
    cwd: root,
    stdio: 'inherit',
    // With more certificates to read, Node itself takes three times as long to start.
    env: {
      ...process.env,
      ...own,
      NODE_EXTRA_CA_CERTS: undefined,
      TMPDIR: scratch,
      HOME: scratch,
      XDG_STATE_HOME: scratch,
    },
  });
  if (status !== 0) process.exitCode = 1;
}
