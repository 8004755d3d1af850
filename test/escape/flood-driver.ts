import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { allowedEnvironment } from '../../src/process/environment.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { callLimits } from '../../src/workflows/policy/limits.ts';
import { peakMemory } from '../support/peak-memory.ts';

/* Runs what prints 10 GB, as an agent is run, without the sandbox and in it. Prints how each ended, and its own size. */
const [folder = ''] = process.argv.slice(2);
const env = allowedEnvironment(process.env);
const registry = openRegistry({ folder: `${folder}/registry`, disk: realDisk, clock: systemClock });
const spawner = createSpawner({ registry, scope: 'flood' });
const confine = await findBubblewrap((one) => spawner.run(one), env);
const FLOOD = 'yes "$(head -c 8000 /dev/zero | tr "\\0" y)" | head -c 10737418240';
const limits = callLimits(undefined, {});
const flood = { file: 'sh', args: ['-c', FLOOD], cwd: folder, env, limits, effect: 'flood' };
const rules = { writable: [folder], readOnly: [], hidden: [] };
const endings: string[] = [];
for (const one of [flood, ...(confine === undefined ? [] : [confine(flood, rules)])])
  endings.push((await spawner.start(one, {}).ended).kind);
process.stdout.write(JSON.stringify({ endings, megabytes: Math.round(peakMemory() / 2 ** 20) }));
