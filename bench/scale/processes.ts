import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { temporaryFolder } from '../../test/support/auto-store.ts';
import { type Scale, workThrough } from './ours.ts';

/** Each task is a process, recorded before it starts, watched, and its whole tree gone before the task is done. */
export async function ourProcesses(scale: Scale): Promise<void> {
  const folder = temporaryFolder();
  const registry = openRegistry({ folder: path.join(folder, 'registry'), disk: realDisk, clock: systemClock });
  const spawner = createSpawner({ registry, scope: folder });
  const work = async (id: string): Promise<void> => {
    const { ending } = await spawner.run({ effect: id, file: '/bin/true', args: [], cwd: folder, env: {} });
    if (ending.kind !== 'exited' || ending.code !== 0) throw new Error(JSON.stringify(ending));
  };
  await workThrough({ ...scale, work });
}

export function make(scale: Scale, recipe: '/bin/true' | ''): void {
  const folder = temporaryFolder();
  const rules = names(scale).map(([task, need]) => `${task}: ${need} ; ${recipe === '' ? '' : `@${recipe}`}`);
  const all = names(scale).map(([task]) => task);
  fs.writeFileSync(
    path.join(folder, 'Makefile'),
    `all: ${all.join(' ')}\n.PHONY: all ${all.join(' ')}\n${rules.join('\n')}\n`,
  );
  execFileSync('make', ['-s', `-j${scale.parallel}`, 'all'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

export function ninja(scale: Scale): void {
  const folder = temporaryFolder();
  const builds = names(scale).map(([task, need]) => `build ${task}: nothing ${need}`.trimEnd());
  fs.writeFileSync(path.join(folder, 'build.ninja'), `rule nothing\n  command = /bin/true\n${builds.join('\n')}\n`);
  execFileSync('ninja', [`-j${scale.parallel}`, '--quiet'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function names({ tasks, width }: Scale): (readonly [task: string, need: string])[] {
  return Array.from({ length: tasks }, (_, at) => [`t${at}`, at < width ? '' : `t${at - width}`] as const);
}
