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

function noteLoaded({ Session, isCollected }) {
  for (const file of Object.keys(Module._cache)) noteFile(file);
  // Modules of ECMAScript are in no cache that can be read. A profiler that attaches can tell which scripts there are; one
  // that is attached from the start makes everything dearer, and hooks of the loader cost a thread in every process. It stays
  // attached: to take it away resets what was measured of coverage.
  try {
    const session = new Session();
    session.connect();
    session.post('Profiler.enable');
    let isWhole = false;
    session.post('Profiler.getBestEffortCoverage', (error, { result }) => {
      for (const { url } of result) noteUrl(url);
      const isNamed = result.every(({ url }) => url === '' || /^(?:file|node|data):/.test(url));
      isWhole = isNamed && !isCollected() && result.some(({ functions }) => functions.some(isCounted));
    });
    if (!isWhole) askDebugger(session);
  } catch {}
}

/** It ran when the process began. Not counted any more where the project has measured coverage itself: that begins anew then. */
function isCounted({ functionName, ranges: [whole] }) {
  return functionName === watchModules.name && whole.count > 0;
}

/**
 * Ten times as dear, but it also knows the files of scripts that gave themselves another name (\`sourceURL\`), and those of
 * which no function is left that was counted: after a garbage collection, of a module that waited at its top level and holds
 * only data.
 */
function askDebugger(session) {
  session.emit = (name, { params }) => void (name === 'Debugger.scriptParsed' && noteUrl(params.embedderName ?? params.url));
  session.post('Debugger.enable');
}

/** Tells of every file of the project that this process has loaded, when it ends. */
function watchModules() {
  let Session;
  // A Node can be built without it.
  try { ({ Session } = require('node:inspector')); } catch { return; }
  send({ measures: true });
  const garbage = new WeakRef({});
  process.on('exit', () => noteLoaded({ Session, isCollected: () => garbage.deref() === undefined }));
}

module.exports = { send, noteFile, watchModules };
`;
}
