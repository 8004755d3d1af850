import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inRounds, ratios, spread } from './rounds.ts';
import { printTable } from './table.ts';

/*
 * What a task of `auto` costs in a git repository, beside a shell loop with the same result: four worktrees that are used
 * again, a commit for each task, a merge with the tick in the list of tasks, and the tests on every merged tree. Agents are
 * rehearsed and take no time; each changes one data file, so that no test has to be run twice.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    tasks: { type: 'string', default: '12' },
    files: { type: 'string', default: '10,20000' },
  },
});
const TASKS = Number(values.tasks);
const AT_ONCE = 4;
const ROOT = path.dirname(path.dirname(import.meta.dirname));
const SCRATCH = fs.mkdtempSync(path.join(ROOT, '.build/auto-git-'));

try {
  for (const files of values.files.split(',').map(Number)) await compare(files);
} finally {
  fs.rmSync(SCRATCH, { recursive: true });
}

async function compare(files: number): Promise<void> {
  const counts: number[] = [];
  const figures = await inRounds(
    [
      { name: 'auto', turn: () => timed(files, (place) => void counts.push(runAuto(place))) },
      { name: 'loop', turn: () => timed(files, runLoop) },
    ],
    Number(values.rounds),
  );
  const perTask = (name: string): string =>
    spread(
      (figures.get(name) ?? []).map((ms) => ms / TASKS),
      0,
    );
  printTable(
    `A task with git, ${files.toLocaleString('en')} files, ${TASKS} tasks, ${AT_ONCE} at once`,
    ['', 'ms a task', '× the loop', 'git processes a task'],
    [
      ['**`orchestral auto`**', perTask('auto'), spread(ratios(figures, 'auto', 'loop'), 2), spread(counts, 1)],
      ['the same by a shell loop', perTask('loop'), '1', ''],
    ],
  );
}

interface Place {
  readonly folder: string;
  readonly home: string;
}

/** Milliseconds that `work` takes in a fresh repository. */
function timed(files: number, work: (place: Place) => void): number {
  const place = makeProject(files);
  const began = performance.now();
  work(place);
  const ms = performance.now() - began;
  const done = execFileSync('git', ['log', '--format=%s', 'main'], { cwd: place.folder, encoding: 'utf8' });
  const open = fs.readFileSync(path.join(place.folder, 'TASKS.md'), 'utf8').match(/- \[ \]/g);
  if (open !== null) throw new Error(`${open.length} tasks are open:\n${done}`);
  fs.rmSync(path.dirname(place.folder), { recursive: true });
  return ms;
}

function makeProject(files: number): Place {
  const root = fs.mkdtempSync(path.join(SCRATCH, 'project-'));
  const [folder, home] = [path.join(root, 'repository'), path.join(root, 'home')];
  for (const name of ['data', 'test']) fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.mkdirSync(path.join(home, 'bin'), { recursive: true });
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  const ids = Array.from({ length: TASKS }, (_, n) => n + 1);
  for (const id of ids) write(`data/${id}.txt`, 'old\n');
  for (let n = 0; n < files; n++) write(`files/${Math.floor(n / 100)}/${n}.txt`, `${n}\n`);
  write('package.json', '{ "name": "small", "type": "module", "scripts": { "test": "node --test test/" } }\n');
  write(
    'test/data.test.js',
    `import assert from 'node:assert';\nimport fs from 'node:fs';\nimport test from 'node:test';
test('there is data', () => assert.ok(fs.readdirSync('data').length > 0));\n`,
  );
  write('.gitignore', '.claude/\n');
  write('TASKS.md', `# Plan\n\n${ids.map((id) => `- [ ] T1.${id}: Change data/${id}.txt\n`).join('')}`);
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'A person');
  git('config', 'user.email', 'person@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  return { folder, home };
}

/** Git processes that were started for each task. */
function runAuto({ folder, home }: Place): number {
  const script = path.join(home, 'tasks.json');
  const steps = Array.from({ length: TASKS }, (_, n) => [
    `T1.${n + 1}`,
    [{ edit: { [`data/${n + 1}.txt`]: `new ${n + 1}\n` } }],
  ]);
  fs.writeFileSync(script, JSON.stringify({ version: 1, tasks: Object.fromEntries(steps), roles: {} }));
  const log = path.join(home, 'git.log');
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  fs.writeFileSync(path.join(home, 'bin/git'), `#!/bin/sh\necho >> '${log}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
  const args = ['auto', '--ultra-thin', '--yes', '--parallel', String(AT_ONCE), '--agent', `rehearsal:${script}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'bin/orchestral.js'), ...args], {
    cwd: folder,
    env: {
      PATH: `${path.join(home, 'bin')}${path.delimiter}${process.env['PATH']}`,
      HOME: home,
      ORCHESTRAL_DASHBOARD: 'off',
    },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return fs.statSync(log).size / TASKS;
}

function runLoop({ folder, home }: Place): void {
  const loop = `
    set -e
    cd "$1"
    for slot in $(seq 0 ${AT_ONCE - 1}); do git worktree add --quiet --detach "$2/slot-$slot" main; done
    git worktree add --quiet --detach "$2/merged" main
    for id in $(seq 1 ${TASKS}); do
      slot="$2/slot-$((id % ${AT_ONCE}))"
      git -C "$slot" checkout --quiet -B "task-$id" merged 2>/dev/null || git -C "$slot" checkout --quiet -B "task-$id" main
      echo "new $id" > "$slot/data/$id.txt"
      git -C "$slot" add --all
      git -C "$slot" commit --quiet --message "T1.$id"
      cd "$2/merged"
      git merge --quiet --no-ff --no-commit "task-$id"
      sed -i "s/- \\[ \\] T1\\.$id:/- [x] T1.$id:/" TASKS.md
      git commit --quiet --all --message "Merge T1.$id"
      node --test test/ > /dev/null
      git branch --quiet --force merged HEAD
    done
    cd "$1"
    git merge --quiet --ff-only merged`;
  const { status, stderr } = spawnSync('bash', ['-c', loop, 'loop', folder, home], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
