import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import type { ProcessCommand, ProcessResult } from '../../src/process/command.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';

export function runCommand(command: ProcessCommand): Promise<ProcessResult> {
  const folder = path.join(os.tmpdir(), 'registry');
  const registry = openRegistry({ folder, disk: realDisk, clock: systemClock });
  return createSpawner({ registry, scope: 'test' }).run(command);
}
