import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomFrom } from '../random.ts';
import { writtenLog } from '../written-logs.ts';

/*
 * Writes to the logs that it is given, by turns, as several conductors would: pairs of small events, now and then ones
 * so large that the log goes on in another segment; closes and opens them again; until it has written enough.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    logs: { type: 'string', default: '' },
    writes: { type: 'string', default: '100' },
    seed: { type: 'string', default: '0' },
  },
});
const random = randomFrom(Number(values.seed));
const ids = values.logs.split(',');
const logs = new Map<string, Awaited<ReturnType<typeof writtenLog>>>();
for (let nth = 0; nth < Number(values.writes); nth++) {
  const id = ids[Math.floor(random() * ids.length)] ?? '';
  const log = logs.get(id) ?? (await writtenLog(values.folder, id));
  logs.set(id, log);
  await log.write(random() < 0.06 ? 3_000_000 : Math.floor(random() * 100));
  if (random() < 0.05) {
    await log.close();
    logs.delete(id);
  }
  if (random() < 0.3) await pause(random() * 30);
}
for (const log of logs.values()) await log.close();
fs.writeSync(1, 'done\n');
