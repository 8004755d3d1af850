import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import type { ProcessCommand, ProcessResult, Spawner } from '../../src/process/command.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';

/** One that tells of every command before it is started. */
export function spawnerTelling(onCommand: (command: ProcessCommand) => unknown = () => undefined): Spawner {
  const folder = path.join(os.tmpdir(), 'registry');
  const registry = openRegistry({ folder, disk: realDisk, clock: systemClock });
  const spawner = createSpawner({ registry, scope: 'test' });
  return {
    run: (command) => {
      onCommand(command);
      return spawner.run(command);
    },
    start: (command, on) => {
      onCommand(command);
      return spawner.start(command, on);
    },
  };
}

export function runCommand(command: ProcessCommand): Promise<ProcessResult> {
  return spawnerTelling().run(command);
}
