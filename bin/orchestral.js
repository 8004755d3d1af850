#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const args = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`orchestral: Node 20.19 or newer is needed, this is ${process.versions.node}.`);
  process.exitCode = 5;
} else if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  // Asked often by scripts: answered without loading anything.
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
} else if ((args.length === 2 && args[0] === 'hook' && args[1] !== '--help') || args.join() === 'statusline') {
  // Run at every edit of an agent, whose person must not wait or be held up by a program that is not there.
  await import(new URL('../dist/hook.js', import.meta.url).href).then(
    ({ main }) => main(args),
    () => undefined,
  );
} else {
  await start();
}

async function start() {
  const program = new URL('../dist/cli.js', import.meta.url);
  let main;
  try {
    ({ main } = await import(program.href));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== program.href) throw error;
    console.error('orchestral: not built yet; run `npm start` in the clone.');
    process.exitCode = 5;
    return;
  }
  await main(args);
}
