import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { redactor } from '../../src/base/redact.ts';
import type { CheckContext } from '../../src/evidence/check-context.ts';
import { findCommands, type ProjectCommands } from '../../src/evidence/project-commands.ts';
import type { Proof } from '../../src/evidence/proof.ts';
import type { ProofRequest } from '../../src/evidence/assemble-proof.ts';
import { prove } from '../../src/evidence/prove.ts';
import { realDisk } from '../../src/files/disk.ts';
import type { Worktree } from '../../src/git/git.ts';
import { allowedEnvironment } from '../../src/process/environment.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import type { ConfigProject } from '../../src/schema/config/settings.ts';
import { must, scene, type Scene } from '../git/scene.ts';
import { needs, notRun } from '../support/needs.ts';

/** A person's project that tests itself with node:test, and a worktree of it that nobody wrote to. */
export interface CheckScene extends Scene {
  readonly checking: CheckContext;
  readonly checkout: Worktree;
  readonly tree: string;
  readonly own: ProjectCommands;
  /** Lies in the private folder, as real ones do. */
  readonly scratch: string;
  prove(wanted?: Partial<ProofRequest>, checking?: Partial<CheckContext>): Promise<Proof>;
}

export const SECRET = 'hunter2-hunter2';

export async function checkScene(
  files: Record<string, string>,
  { config, checking: changed }: { config?: Omit<ConfigProject, 'version'>; checking?: Partial<CheckContext> } = {},
): Promise<CheckScene> {
  const here = await scene();
  here.commit({ 'package.json': JSON.stringify({ name: 'sample', type: 'module' }), ...files });
  const scratch = path.join(here.root, 'private/scratch');
  const spawner = createSpawner({
    registry: openRegistry({ folder: path.join(here.root, 'private/registry'), disk: realDisk, clock: systemClock }),
    scope: 'evidence',
    graceMs: 200,
  });
  const checking: CheckContext = {
    git: here.git,
    spawner,
    effect: 'run-1/verify#1',
    env: allowedEnvironment(process.env, { HOME: path.join(here.root, 'home') }),
    limits: { wallMs: 60_000, idleMs: 60_000, outputBytes: 1024 * 1024 },
    signal: new AbortController().signal,
    scratch,
    sandbox: undefined,
    redact: redactor([SECRET]),
    clock: systemClock,
    ...changed,
  };
  const checkout = await here.worktree('checks');
  const tree = here.user('rev-parse', 'HEAD^{tree}');
  const own = findCommands(checkout.folder, config === undefined ? undefined : { version: 1, ...config });
  return {
    ...here,
    checking,
    checkout,
    tree,
    own,
    scratch,
    async prove(wanted = {}, other = {}) {
      const proved = must(
        await prove({ ...checking, ...other }, { worktree: checkout, tree, commands: own, coverage: false, ...wanted }),
      );
      if (proved.status !== 'proved') throw new Error(proved.status);
      return proved.proof;
    },
  };
}

/** The sandbox, with what it hides in place. */
export async function sandboxOf(context: TestContext, here: CheckScene): Promise<NonNullable<CheckContext['sandbox']>> {
  needs(context, 'bwrap');
  const { spawner, env } = here.checking;
  const confine = await findBubblewrap((command) => spawner.run(command), env);
  if (confine === undefined) notRun(context, 'bubblewrap may not make namespaces here');
  const privateFolder = path.join(here.root, 'private');
  fs.mkdirSync(path.join(here.root, 'home/.ssh'), { recursive: true });
  fs.writeFileSync(path.join(here.root, 'home/.ssh/id'), 'secret\n');
  fs.mkdirSync(privateFolder, { recursive: true });
  fs.writeFileSync(path.join(privateFolder, 'trust.json'), 'secret\n');
  return { confine, privateFolder, caches: path.join(privateFolder, 'abc/caches') };
}
