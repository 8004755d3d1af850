import { once } from 'node:events';
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { realDisk } from '../../../src/files/disk.ts';
import { FileLock } from '../../../src/files/lock.ts';

/*
 * Takes a lock, adds one to a counter as only its holder may, says so, and keeps it until it is told to go on, on stdin.
 * `--times N` says that it is ready and, told to go on, takes it N times instead, each time claiming a file that nobody
 * else may have at that moment.
 */
const { values } = parseArgs({
  options: {
    lock: { type: 'string', default: '' },
    counter: { type: 'string', default: '' },
    times: { type: 'string', default: '0' },
  },
});
const lock = new FileLock({ disk: realDisk, path: values.lock, command: 'test', onNotice: () => {} });
const times = Number(values.times);

if (times === 0) await hold();
else say('ready');
await untilTold();
for (let time = 0; time < times; time++) await claim();
lock.close();
say('released');

async function hold(): Promise<void> {
  await take();
  const count = Number(fs.readFileSync(values.counter, 'utf8')) + 1;
  fs.writeFileSync(values.counter, `${count}`);
  say(`taken ${count}`);
}

async function untilTold(): Promise<void> {
  await once(createInterface({ input: process.stdin }), 'line');
  process.stdin.destroy();
}

async function claim(): Promise<void> {
  await take();
  const claimed = fs.openSync(`${values.lock}.claimed`, 'wx');
  await nextTurn();
  fs.closeSync(claimed);
  fs.unlinkSync(`${values.lock}.claimed`);
  lock.release();
}

async function take(): Promise<void> {
  const taken = await lock.take();
  if (!taken.ok) throw new Error(JSON.stringify(taken.error));
}

function say(line: string): void {
  fs.writeSync(1, `${line}\n`);
}
