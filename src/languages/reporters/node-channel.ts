import type { ReporterOptions } from '../runner.ts';

/**
 * A module for reporters that run in Node. What it needs of Node it takes before any code of the project has run. A line
 * is at most what a pipe takes as a whole, so that several processes may write.
 */
export function nodeChannel({ pipe, key, folder }: ReporterOptions): string {
  return `'use strict';
const { openSync, writeSync, realpathSync, constants } = require('node:fs');
const { stringify } = JSON;
const { from, byteLength } = Buffer;
const { fileURLToPath, pathToFileURL } = require('node:url');
const Module = require('node:module');
const KEY = ${JSON.stringify(key)}, PIPE = ${JSON.stringify(pipe)};
const ROOT = real(${JSON.stringify(folder)}) + '/';
const LONGEST = 4096;
let fd;

function real(place) {
  try { return realpathSync(place); } catch { return place; }
}

function send(line) {
  try {
    fd ??= openSync(PIPE, constants.O_WRONLY);
    let text = stringify({ ...line, key: KEY }) + '\\n';
    if (byteLength(text) > LONGEST) text = stringify({ ...shortened(line), key: KEY }) + '\\n';
    writeSync(fd, from(text));
  } catch {}
}

function shortened(line) {
  const cut = (value, longest) => (typeof value === 'string' && value.length > longest ? value.slice(0, longest) : value);
  const test = line.test ?? line.node;
  if (test === undefined) return line;
  const less = { ...test, reason: cut(test.reason, 400), name: cut(test.name, 300), names: test.names?.slice(0, 8).map((name) => cut(name, 120)) };
  return { ...line, [line.test === undefined ? 'node' : 'test']: less };
}

const seen = new Set();
function noteFile(file) {
  if (typeof file !== 'string' || seen.has(file) || !file.startsWith(ROOT) || file.includes('/node_modules/')) return;
  seen.add(file);
  send({ loaded: [file.slice(ROOT.length)] });
}

function noteUrl(url) {
  if (!url.startsWith('file:')) return;
  try { noteFile(fileURLToPath(url)); } catch {}
}

function noteModules() {
  for (const file of Object.keys(Module._cache)) noteFile(file);
}

/** Tells of every file of the project that this process loads. */
function watchModules() {
  if (typeof Module.registerHooks === 'function') {
    Module.registerHooks({ load(url, context, next) { noteUrl(url); return next(url, context); } });
  } else if (typeof Module.register === 'function') {
    Module.register(pathToFileURL(__dirname + '/hooks.mjs'));
  } else return;
  send({ measures: true });
  process.on('exit', noteModules);
}

module.exports = { send, noteFile, noteUrl, noteModules, watchModules };
`;
}

/** For Nodes whose hooks run in a thread of their own. */
export const NODE_HOOKS = `import { createRequire } from 'node:module';
const { noteUrl } = createRequire(import.meta.url)('./channel.cjs');
export async function load(url, context, next) {
  noteUrl(url);
  return next(url, context);
}
`;
