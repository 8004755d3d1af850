/** Runs in the process that runs the files; each of those has its own process, with `NODE_TEST_PRELOAD` in it. */
export const NODE_TEST_REPORTER = `import { createRequire } from 'node:module';
const { send } = createRequire(import.meta.url)('./channel.cjs');
export default async function* (events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, file, skip, todo, details } = data;
    const error = details?.error?.cause?.stack ?? details?.error?.cause ?? details?.error;
    send({
      node: {
        nodeTest: type === 'test:pass' ? 'pass' : 'fail', name, nesting, file,
        skip: skip !== undefined && skip !== false, todo: todo !== undefined && todo !== false,
        suite: details?.type === 'suite',
        reason: error === undefined ? undefined : String(error).slice(0, 2500),
      },
    });
  }
  send({ end: true });
}
`;

/** Node forgets the tests of a file that ends its process, and takes the file for a test that passed. */
export const NODE_TEST_PRELOAD = `'use strict';
const { send, watchModules } = require('./channel.cjs');
if (process.env.NODE_TEST_CONTEXT !== undefined || process.execArgv.includes('--test-isolation=none')) {
  watchModules();
  if (process.env.NODE_TEST_CONTEXT !== undefined && !process.execArgv.includes('--test-force-exit')) {
    let done = false;
    const tell = () => {
      if (!done) send({ done: 1 });
      done = true;
    };
    send({ plan: 1 });
    process.once('beforeExit', tell);
    process.once('exit', (code) => code === 0 || tell());
  }
}
`;
