import fs from 'node:fs';
import path from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { allowedEnvironment } from '../../src/process/environment.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { agentSandboxRules } from '../../src/sandbox/sandbox-rules.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { needs, notRun } from '../support/needs.ts';
import { processesWith } from '../support/processes.ts';

const spawner = createSpawner({
  registry: openRegistry({ folder: temporaryFolder(), disk: realDisk, clock: systemClock }),
  scope: 'sandbox',
});

test('an agent writes its worktree and the step’s folder, and nothing else', async (context) => {
  const scene = await confined(context);
  const { stdout } = await scene.sh(
    'echo a > mine.txt; echo b > "$STEP/mine.txt"; echo c > "$HOME/not-mine"; echo d > ../not-mine; echo e > /usr/not-mine || echo refused; echo f > /not-mine || echo refused',
  );
  expect(stdout).toBe('refused\nrefused\n');
  expect(fs.existsSync(path.join(scene.folder, '../not-mine'))).toBe(false);
  expect(fs.readFileSync(path.join(scene.folder, 'mine.txt'), 'utf8')).toBe('a\n');
  expect(fs.readFileSync(path.join(scene.stepFolder, 'mine.txt'), 'utf8')).toBe('b\n');
  expect(fs.readdirSync(scene.home)).not.toContain('not-mine');
});

test('/tmp can be written to, nothing of it stays, and what others have there is not seen', async (context) => {
  const scene = await confined(context);
  const there = fs.mkdtempSync('/tmp/orchestral-test-');
  try {
    fs.writeFileSync(path.join(there, 'old'), 'old\n');
    const { stdout } = await scene.sh(
      `cat ${there}/old || echo unseen; mkdir -p ${there} && echo new > ${there}/old && cat ${there}/old`,
    );
    expect(stdout).toBe('unseen\nnew\n');
    expect(fs.readFileSync(path.join(there, 'old'), 'utf8')).toBe('old\n');
  } finally {
    fs.rmSync(there, { recursive: true });
  }
});

test('secrets and other agents’ sign-ins cannot be read, its own can', async (context) => {
  const scene = await confined(context);
  const { stdout } = await scene.sh(
    'cat ~/.ssh/id || echo no; cat ~/.netrc; cat ~/.codex/auth || echo no; cat ~/.claude/auth; cat "$PRIVATE/trust.json" || echo no; echo new > ~/.claude/auth && echo kept',
  );
  expect(stdout).toBe('no\nno\nmine\nno\nkept\n');
  expect(fs.readFileSync(path.join(scene.home, '.ssh/id'), 'utf8')).toBe('secret\n');
});

test('git’s own settings and hooks can be read, never changed', async (context) => {
  const scene = await confined(context);
  const { stdout } = await scene.sh(
    'cat .git; echo gitdir: /elsewhere > .git || echo refused; mv .git x || echo refused; rm .git || echo refused',
  );
  expect(stdout).toBe('gitdir: /repository/.git/worktrees/x\nrefused\nrefused\nrefused\n');
  const repository = await confined(context, { ownRepository: true });
  const changed = await repository.sh(
    'echo bad >> .git/config || echo refused; echo bad > .git/hooks/pre-commit || echo refused; mv .git x || echo refused; echo bad > .git/info/attributes || echo refused; echo ok > .git/index && echo written',
  );
  expect(changed.stdout).toBe('refused\nrefused\nrefused\nrefused\nwritten\n');
});

test('nothing in it outlives it', async (context) => {
  const scene = await confined(context);
  await scene.sh('setsid sleep 600 & (setsid nohup sleep 600 >/dev/null 2>&1 &) ; echo started');
  expect(processesWith(`ORCHESTRAL_EFFECT=${scene.effect}@`)).toEqual([]);
});

interface Scene {
  readonly folder: string;
  readonly stepFolder: string;
  readonly home: string;
  readonly effect: string;
  sh(script: string): Promise<{ stdout: string }>;
}

async function confined(context: TestContext, { ownRepository = false } = {}): Promise<Scene> {
  needs(context, 'bwrap');
  const root = temporaryFolder();
  const place = (name: string) => path.join(root, name);
  const [home, privateFolder] = [place('home'), place('private')];
  const [folder, stepFolder] = [path.join(privateFolder, 'abc/worktrees/one'), place('step')];
  const files = {
    'home/.ssh/id': 'secret\n',
    'home/.netrc': 'secret\n',
    'home/.codex/auth': 'theirs\n',
    'home/.claude/auth': 'the person’s\n',
    'vendor/auth': 'mine\n',
    'vendor/settings.json': '',
    settings: 'fixed\n',
    'private/trust.json': 'secret\n',
    'private/abc/worktrees/one/readme': 'here\n',
    'step/prompt': 'go\n',
    ...(ownRepository
      ? {
          'private/abc/worktrees/one/.git/config': 'a\n',
          'private/abc/worktrees/one/.git/hooks/sample': 'b\n',
          'private/abc/worktrees/one/.git/index': 'c\n',
        }
      : { 'private/abc/worktrees/one/.git': 'gitdir: /repository/.git/worktrees/x\n' }),
  };
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(place(name)), { recursive: true });
    fs.writeFileSync(place(name), text);
  }
  const env = allowedEnvironment(process.env, { HOME: home, STEP: stepFolder, PRIVATE: privateFolder });
  const confine = await findBubblewrap((command) => spawner.run(command), env);
  if (confine === undefined) notRun(context, 'bubblewrap may not make namespaces here');
  const parts = [{ name: 'settings.json', from: place('settings') }, { name: 'hooks' }];
  const own = [{ at: path.join(home, '.claude'), from: place('vendor'), parts }];
  const confines = agentSandboxRules({ folder, stepFolder, own, home, privateFolder });
  const effect = `sandbox-${path.basename(root)}`;
  return {
    folder,
    stepFolder,
    home,
    effect,
    async sh(script) {
      const command = confine({ file: 'sh', args: ['-c', script] }, confines);
      const { stdout, ending } = await spawner.run({ ...command, cwd: folder, env, effect });
      if (ending.kind !== 'exited') throw new Error(JSON.stringify(ending));
      return { stdout: new TextDecoder().decode(stdout) };
    },
  };
}
