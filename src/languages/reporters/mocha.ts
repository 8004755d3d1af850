/** Prints as mocha's own does. Loaded before the files of the project. */
export const MOCHA_REPORTER = `'use strict';
const { createRequire } = require('node:module');
const { send, watchModules } = require('./channel.cjs');

function ownSpec() {
  for (const from of [process.argv[1], process.cwd() + '/package.json']) {
    try {
      return createRequire(from)('mocha').reporters.Spec;
    } catch {}
  }
  return class {};
}

watchModules();

module.exports = class extends ownSpec() {
  constructor(runner, options) {
    super(runner, options);
    const tell = (test, status, error) => {
      const names = [test.title];
      for (let at = test.parent; at && !at.root; at = at.parent) names.unshift(at.title);
      const reason = error === undefined ? undefined : String(error?.stack ?? error).slice(0, 2500);
      send({ done: test.type === 'test' ? 1 : 0, test: { file: test.file, names, status, reason } });
    };
    runner.once('start', () => send({ plan: runner.total }));
    runner.on('pass', (test) => tell(test, 'passed'));
    runner.on('pending', (test) => tell(test, 'skipped'));
    runner.on('fail', (test, error) => tell(test, 'failed', error ?? ''));
    runner.once('end', () => send({ end: true }));
  }
};
`;
