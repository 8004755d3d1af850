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
const { fileURLToPath } = require('node:url');
const Module = require('node:module');
const Session = inspectorSession();
const KEY = ${JSON.stringify(key)}, PIPE = ${JSON.stringify(pipe)};
const ROOT = real(${JSON.stringify(folder)}) + '/';
const LONGEST = 4096;
let fd;

/** A Node can be built without it. */
function inspectorSession() {
  try { return require('node:inspector').Session; } catch {}
}

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

function noteLoaded() {
  for (const file of Object.keys(Module._cache)) noteFile(file);
  // Modules of ECMAScript are in no cache that can be read. A debugger that attaches is told of each; one that is attached
  // from the start makes every \`await\` several times as dear, and hooks of the loader cost a thread in every process. It
  // stays attached: to take it away resets what was measured of coverage.
  try {
    const session = new Session();
    session.emit = (name, { params }) => void (name === 'Debugger.scriptParsed' && noteUrl(params.embedderName ?? params.url));
    session.connect();
    session.post('Debugger.enable');
  } catch {}
}

/** Tells of every file of the project that this process has loaded, when it ends. */
function watchModules() {
  if (Session === undefined) return;
  send({ measures: true });
  process.on('exit', noteLoaded);
}

module.exports = { send, noteFile, watchModules };
`;
}
