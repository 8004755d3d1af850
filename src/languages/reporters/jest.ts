/** A file at a time: before its end a test may be tried again. */
export const JEST_REPORTER = `'use strict';
const { send } = require('./channel.cjs');

module.exports = class {
  onRunStart(results) {
    send({ plan: results.numTotalTestSuites });
  }
  onTestResult(_test, result) {
    const file = result.testFilePath;
    let failed = false;
    for (const test of result.testResults) {
      const status = test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped';
      failed ||= status === 'failed';
      const reason = status === 'failed' ? (test.failureMessages ?? []).join('\\n\\n').slice(0, 2500) : undefined;
      send({ test: { file, names: [...test.ancestorTitles, test.title], status, reason } });
    }
    const broken = result.testExecError !== undefined && result.testExecError !== null;
    if (!failed && (broken || (result.failureMessage && result.numFailingTests === 0)))
      send({ test: { file, names: [], status: 'failed', reason: String(result.failureMessage).slice(0, 2500) } });
    send({ done: 1 });
  }
  onRunComplete() {
    send({ end: true });
  }
};
`;
