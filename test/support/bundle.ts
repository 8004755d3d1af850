import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What drivers are made of. */
const SOURCES = ['src', 'templates', 'test', 'package-lock.json', 'scripts/bundle-drivers.mjs'];

let folder: Promise<string> | undefined;

/**
 * Node 20 cannot run TypeScript: a driver that a test starts as a child process is bundled first. Gives the path of a
 * file that `node` runs. All drivers are bundled together, once for each state of the sources and by a process of its
 * own: the bundler would leave this one so large that starting processes, which tests do all the time, takes twice as long.
 */
export async function bundleDriver(entry: string): Promise<string> {
  folder ??= bundleAll();
  return path.join(await folder, `${path.relative('test', entry).replace(/\.ts$/, '')}.mjs`);
}

async function bundleAll(): Promise<string> {
  const made = path.resolve('.build/drivers', stateOfSources());
  if (!fs.existsSync(made)) await run(process.execPath, ['scripts/bundle-drivers.mjs', made]);
  return made;
}

function stateOfSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of fs.statSync(source).isFile() ? [source] : filesBelow(source)) {
      const { mtimeMs, size } = fs.statSync(file);
      hash.update(`${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex').slice(0, 12);
}

function filesBelow(place: string): string[] {
  return fs
    .readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(place, name))
    .filter((file) => /\.(ts|md)$/.test(file));
}
