// Bundles the programs that tests start as child processes into the folder it is given.
import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const DAY = 24 * 60 * 60 * 1000;

const [folder] = process.argv.slice(2);
const drivers = fs
  .readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(-driver|^support\/drivers\/.*)\.ts$/.test(file));
const build = await rolldown({
  input: Object.fromEntries(drivers.map((file) => [file.replace(/\.ts$/, ''), `test/${file}`])),
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
  moduleTypes: { '.md': 'text' },
  logLevel: 'warn',
});
// Moved into place whole: another worker may be at it, too.
const unfinished = `${folder}.${process.pid}`;
await build.write({
  dir: unfinished,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await build.close();
try {
  fs.renameSync(unfinished, folder);
} catch (error) {
  if (!fs.existsSync(folder)) throw error;
  fs.rmSync(unfinished, { recursive: true });
}

// Those of older sources; the youngest may be in use.
for (const name of fs.readdirSync(path.dirname(folder))) {
  const other = path.join(path.dirname(folder), name);
  if (fs.statSync(other).mtimeMs < Date.now() - DAY) fs.rmSync(other, { recursive: true, force: true });
}
