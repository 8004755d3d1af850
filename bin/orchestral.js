#!/usr/bin/env node
// CommonJS, so that whoever asks for the version need not wait until Node has loaded what ES modules need.
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const args = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`orchestral: Node 20.19 or newer is needed, this is ${process.versions.node}.`);
  process.exitCode = 5;
} else if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  // Asked often by scripts: answered without loading anything.
  const { version } = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8'));
  fs.writeSync(1, `${version}\n`);
} else if ((args.length === 2 && args[0] === 'hook' && args[1] !== '--help') || args.join() === 'statusline') {
  // Run at every edit of an agent, whose person must not wait or be held up by a program that is not there.
  void hook().catch(() => undefined);
} else if (args[0] === 'status') {
  void status()
    .catch(() => false)
    .then((isSaid) => isSaid || start());
} else {
  void start();
}

async function hook() {
  await require('../dist/quick/hook.cjs').main(args);
}

async function status() {
  return require('../dist/quick/status.cjs').main(args);
}

async function start() {
  const program = pathToFileURL(path.join(__dirname, '../dist/cli.js')).href;
  let main;
  try {
    ({ main } = await import(program));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== program) throw error;
    console.error('orchestral: not built yet; run `npm start` in the clone.');
    process.exitCode = 5;
    return;
  }
  await main(args);
}
