import fs from 'node:fs';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import type { ProcessCommand } from '../../src/process/command.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { peakMemory } from '../support/peak-memory.ts';

/** A conductor of its own, to be killed, restarted, starved and measured: `node conductor <what> <folder> [<command>]`. */
const [what = '', folder = '', json = '{}'] = process.argv.slice(2);
const registry = openRegistry({ folder, disk: realDisk, clock: systemClock });
const spawner = createSpawner({ registry, scope: 'test', graceMs: 300 });
const command: ProcessCommand = JSON.parse(json);

switch (what) {
  case 'start':
    await spawner.start(command, { stdout: (line) => console.log(line) }).ended;
    break;
  case 'settle':
    console.log(JSON.stringify(await registry.settle({ graceMs: 300 })));
    break;
  case 'run': {
    const { ending, stdout, cut } = await spawner.run(command);
    const megabytes = peakMemory() / 2 ** 20;
    console.log(JSON.stringify({ ending, kept: stdout.length, cut, megabytes }));
    break;
  }
  case 'read': {
    const lines: { length: number; cut: boolean }[] = [];
    const { ended } = spawner.start(command, { stdout: (line, cut) => lines.push({ length: line.length, cut }) });
    console.log(JSON.stringify({ ending: await ended, lines, megabytes: peakMemory() / 2 ** 20 }));
    break;
  }
  case 'run without descriptors': {
    const taken: number[] = [];
    try {
      for (;;) taken.push(fs.openSync('/dev/null', 'r'));
    } catch {
      // That was the last one.
    }
    const { ending } = await spawner.run(command);
    for (const fd of taken) fs.closeSync(fd);
    console.log(JSON.stringify({ ending }));
    break;
  }
  default:
    throw new Error(`no such part: ${what}`);
}
