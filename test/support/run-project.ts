import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Rehearsal } from '../../src/schema/rehearsal.ts';
import { temporaryFolder } from './auto-store.ts';

/** A person's project with git, and everything of Orchestral's beside it. */
export interface RunProject {
  readonly folder: string;
  /** HOME, and where Orchestral keeps what is its own. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  git(...args: string[]): string;
  write(files: Readonly<Record<string, string | Buffer>>): void;
  /** The latest run's folder. */
  run(): string;
  /** A text of the latest run. */
  read(name: string): string;
  /** What is kept of a step: `build-2/prompt.md`. */
  step(name: string): string;
}

export interface ProjectOptions {
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** By name: `global`, `agents`, `project` … */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly hasGit?: boolean;
  /** What git ignores besides `.orchestral/` and `ignored/`. */
  readonly ignores?: string;
}

/** Runs every `test/*.check` and tells in TAP how it went: as quick as tests can be. */
export const SHELL_TESTS = {
  'test/run.sh': `n=0 bad=0
for check in test/*.check; do
  [ -e "$check" ] || break
  n=$((n + 1))
  if sh "$check"; then echo "ok $n - $check"; else echo "not ok $n - $check"; bad=1; fi
done
echo "1..$n"
exit $bad
`,
  'test/base.check': 'test -e readme.md\n',
  'readme.md': 'hello\n',
};

/** What verifier.json requires by itself, a script would have to name in each answer. */
const NO_REQUIRED_CASES = {
  test_coverage: { require_edge_cases: false, require_error_cases: false },
  adversarial: { enabled: false },
};

export const SHELL_PROJECT = { version: 1, test_command: 'sh test/run.sh' };

export function runProject(options: ProjectOptions = {}): RunProject {
  const { files = SHELL_TESTS, config = {}, hasGit = true, ignores } = options;
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  fs.mkdirSync(path.join(home, 'data'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_STATE_HOME: path.join(home, 'state'),
    XDG_DATA_HOME: path.join(home, 'data'),
    LC_WITNESS: path.join(home, 'data/witness'),
    GIT_CONFIG_NOSYSTEM: '1',
    LANG: 'C.UTF-8',
  };
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
  const write: RunProject['write'] = (written) => {
    for (const [name, content] of Object.entries(written)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), content);
    }
  };
  const committed = {
    ...files,
    '.gitignore': `.orchestral/\nignored/\n${ignores === undefined ? '' : `${ignores}\n`}`,
  };
  write(committed);
  for (const [name, value] of Object.entries({ project: SHELL_PROJECT, verifier: NO_REQUIRED_CASES, ...config }))
    if (value !== null) write({ [`.orchestral/config/${name}.json`]: JSON.stringify(value) });
  fs.writeFileSync(
    path.join(home, '.gitconfig'),
    '[user]\nname = Ann\nemail = ann@example.com\n[maintenance]\nauto = false\n',
  );
  if (hasGit) commitAll({ git, gitDir: path.join(folder, '.git'), files: committed });
  const run = (): string => path.join(folder, '.orchestral/runs', lastOf(path.join(folder, '.orchestral/runs')));
  return {
    folder,
    home,
    env,
    git,
    write,
    run,
    read: (name) => fs.readFileSync(path.join(run(), name), 'utf8'),
    step(name) {
      const own = path.join(home, 'state/orchestral');
      const hash = fs.readdirSync(own).find((entry) => fs.existsSync(path.join(own, entry, 'steps'))) ?? '';
      return fs.readFileSync(path.join(own, hash, 'steps', path.basename(run()), name), 'utf8');
    },
  };
}

interface NewRepository {
  git(...args: string[]): string;
  readonly gitDir: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
}

/** What lies in `.git` after the first commit, by the files in it: most projects of tests begin with the same ones. */
const begun = new Map<string, ReadonlyMap<string, Buffer>>();

function commitAll({ git, gitDir, files }: NewRepository): void {
  const key = JSON.stringify(files);
  const known = begun.get(key);
  if (known === undefined) {
    git('init', '--quiet', '--initial-branch', 'main', '--template=');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Begin');
    begun.set(key, filesBelow(gitDir));
    return;
  }
  for (const folder of ['objects/info', 'objects/pack', 'refs/tags'])
    fs.mkdirSync(path.join(gitDir, folder), { recursive: true });
  for (const [name, content] of known) {
    fs.mkdirSync(path.dirname(path.join(gitDir, name)), { recursive: true });
    fs.writeFileSync(path.join(gitDir, name), content);
  }
  // The index has the times of other files.
  git('update-index', '--refresh', '-q');
}

function filesBelow(folder: string): ReadonlyMap<string, Buffer> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return new Map(files.map((name) => [name, fs.readFileSync(path.join(folder, name))]));
}

/** A script for the rehearsal, as `--agent` takes it. What is not said is what makes a run go through. */
export function rehearsed(home: string, roles: Rehearsal['roles']): string {
  const file = path.join(home, 'script.yaml');
  const usual = {
    refiner: [{ answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] } }],
    builder: [{ edit: { 'answer.txt': 'right\n' } }],
    verifier: [{ edit: { 'test/answer.check': 'grep -q right answer.txt\n' } }],
    gatekeeper: [{ answer: PASS }],
  };
  fs.writeFileSync(file, JSON.stringify({ version: 1, roles: { ...usual, ...roles } }));
  return `rehearsal:${file}`;
}

export const PASS = { verdict: 'PASS', reason: 'Looks fine.', issues: [], triggers: [] };

/** A question as agents ask it. */
export const QUESTION = {
  type: 'clarification',
  question: 'Round or not?',
  context: 'The briefing does not say.',
  options: [
    { id: 'A', label: 'No', description: 'As it is.', risk: 'low' },
    { id: 'B', label: 'Yes', description: 'To two places.', risk: 'some' },
  ],
  recommendation: 'A',
};

function lastOf(folder: string): string {
  return fs.readdirSync(folder).sort().at(-1) ?? '';
}
