import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { allowedEnvironment } from '../../src/process/environment.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { checkSandboxRules } from '../../src/sandbox/sandbox-rules.ts';

/*
 * Runs a command, given after a folder, without a sandbox, in it, and in it without a network. Prints a line of JSON: what the
 * command printed each time; null where there is no sandbox.
 */
const [root = '', file = '', ...args] = process.argv.slice(2);
const [folder, scratch, home] = ['worktree', 'scratch', 'home'].map((name) => path.join(root, name));
for (const place of [folder, `${scratch}/tmp`, home]) fs.mkdirSync(`${place}`, { recursive: true });
const env = allowedEnvironment(process.env, { HOME: `${scratch}`, TMPDIR: `${scratch}/tmp` });
const spawner = createSpawner({
  registry: openRegistry({ folder: path.join(root, 'registry'), disk: realDisk, clock: systemClock }),
  scope: 'driver',
});
const confine = await findBubblewrap((one) => spawner.run(one), env);
const rules = checkSandboxRules({
  folder: `${folder}`,
  scratch: `${scratch}`,
  readOnly: [],
  home: `${home}`,
  privateFolder: path.join(root, 'private'),
});
const command = { file, args, cwd: `${folder}`, env };
const told: (string | null)[] = [];
for (const one of [command, confine?.(command, rules), confine?.(command, { ...rules, network: 'off' })]) {
  const ran = one === undefined ? undefined : await spawner.run(one);
  told.push(ran === undefined ? null : Buffer.from(ran.stdout).toString() + Buffer.from(ran.stderr).toString());
}
process.stdout.write(`${JSON.stringify(told)}\n`);
