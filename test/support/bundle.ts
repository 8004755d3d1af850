import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const bundles = new Map<string, Promise<string>>();

/**
 * Node 20 cannot run TypeScript: a driver that a test starts as a child process is bundled first. Gives the path of a
 * file that `node` runs, named after its content, so that parallel tests share it and an old one is never run.
 */
export function bundleDriver(entry: string): Promise<string> {
  const known = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, known);
  return known;
}

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({ input: entry, platform: 'node', moduleTypes: { '.md': 'text' }, logLevel: 'warn' });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  const code = output[0].code;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const file = path.resolve('.build/drivers', `${path.basename(entry, '.ts')}-${hash}.mjs`);
  if (fs.existsSync(file)) return file;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  fs.writeFileSync(unfinished, code);
  fs.renameSync(unfinished, file);
  return file;
}
