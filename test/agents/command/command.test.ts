import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createCommand } from '../../../src/agents/command/command.ts';
import { bundleDriver } from '../../support/bundle.ts';
import { record } from '../../support/scorecard.ts';
import { byTier } from '../../support/tier.ts';
import { makeCall, makeCallFolders, recordCall, type RecordedCall, type CallChange } from '../make-call.ts';

function run(script: string, change: CallChange = {}): Promise<RecordedCall> {
  const place = makeCallFolders();
  return recordCall(createCommand({ spawner: place.spawner, command: ['sh', '-c', script] }), makeCall(place, change));
}

test('the prompt goes in, however long, and the answer comes out line by line', async () => {
  const prompt = `${'word '.repeat(100_000)}\nlast`;
  const { outcome, events } = await run('wc -c; echo done', { prompt });
  expect(outcome).toMatchObject({ status: 'answered', text: `${prompt.length}\ndone`, exit: 0 });
  expect(events).toEqual([
    { type: 'text', text: `${prompt.length}\n` },
    { type: 'text', text: 'done\n' },
  ]);
});

test('a program that does not read its prompt may still answer', async () => {
  const { outcome } = await run('echo done', { prompt: 'x'.repeat(1_000_000) });
  expect(outcome).toMatchObject({ status: 'answered', text: 'done' });
});

test('another exit code is a crash, told by the last line of stderr', async () => {
  const { outcome } = await run(`echo half; printf 'first\\n%0600d' 0 >&2; exit 3`);
  expect(outcome).toMatchObject({ status: 'failed', kind: 'crash', exit: 3 });
  expect(outcome.status === 'failed' && outcome.message).toMatch(/^0{499}…$/);
});

test('so is a signal', async () => {
  const { outcome } = await run('kill -SEGV $$');
  expect(outcome).toMatchObject({ status: 'failed', kind: 'crash', exit: 'SIGSEGV' });
});

test('more than the limit of output', async () => {
  const { outcome } = await run('while :; do echo 123456789; done', { limits: { outputBytes: 1000 } });
  expect(outcome).toMatchObject({ status: 'failed', kind: 'crash', message: 'output limit' });
});

const mb = 1024 * 1024;
const shortLines = byTier({ usual: 16, full: 256 });
const floods: [what: string, script: string, end: string][] = [
  ['256 MB without a line end', `head -c ${256 * mb} /dev/zero | tr '\\0' x`, 'x[…]'],
  [
    `${shortLines} MB of short lines`,
    `yes 'a line of the flood' | head -c ${shortLines * mb}; echo; echo the end`,
    'the end',
  ],
];

test.each(floods)('%s: neither memory nor the file grows, and the cut is marked', async (what, script, end) => {
  const { root } = makeCallFolders();
  const driver = await bundleDriver(fileURLToPath(new URL('flood-driver.ts', import.meta.url)));
  const { stdout } = await promisify(execFile)(process.execPath, [driver, root, script]);
  const flood = JSON.parse(stdout) as { status: string; length: number; end: string; heard: number; rss: number };
  expect(flood).toMatchObject({ status: 'answered' });
  expect(flood.end.endsWith(end)).toBe(true);
  expect(flood.length).toBeLessThan(2 * mb);
  expect(fs.statSync(path.join(root, 'stream.log')).size).toBeLessThan(11 * mb);
  expect(flood.rss).toBeLessThan(300 * mb);
  record({
    promise: `${what} through \`command\``,
    asked: 'at most 300 MB',
    measured: `${Math.round(flood.rss / mb)} MB`,
  });
});
