import { createCommand } from '../../../src/agents/command/command.ts';
import { openRawStream } from '../../../src/agents/raw-stream.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { realDisk } from '../../../src/files/disk.ts';
import { openRegistry } from '../../../src/process/registry.ts';
import { createSpawner } from '../../../src/process/spawner.ts';
import { peakMemory } from '../../support/peak-memory.ts';

/** Calls a program that prints without end (of a line, at least), in a process whose memory is then its alone. */
const [folder = '', script = ''] = process.argv.slice(2);
const spawner = createSpawner({
  registry: openRegistry({ folder: `${folder}/registry`, disk: realDisk, clock: systemClock }),
  scope: folder,
});
const raw = openRawStream({ disk: realDisk, file: `${folder}/stream.log`, redact: (line) => line });
let heard = 0;
const outcome = await createCommand({ spawner, command: ['sh', '-c', script] }).run(
  {
    effect: 'flood',
    role: 'builder',
    prompt: '',
    folder,
    stepFolder: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    signal: new AbortController().signal,
    limits: { wallMs: 300_000, idleMs: 60_000, outputBytes: 2 ** 30 },
    onRaw: (line) => raw.ok && raw.value.add(line),
  },
  (event) => (heard += event.type === 'text' ? event.text.length : 0),
);
if (raw.ok) raw.value.close();
const text = outcome.status === 'answered' ? outcome.text : '';
console.log(
  JSON.stringify({
    status: outcome.status,
    length: text.length,
    end: text.slice(-20),
    heard,
    rss: peakMemory(),
  }),
);
