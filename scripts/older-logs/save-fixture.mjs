// Saves what a scenario left on the disk, in a form that git can carry.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { formatJson, writeFiles } from './scratch-project.mjs';

/** What agents were told and said is large, and no workflow reads it: one scenario keeps it. */
const WITH_STEPS = 'run-asking';

/** Temporary files, caches, what only the recording needs, and index files, which are binary. */
const LEFT_OUT = /\.tmp-[0-9a-f]{6}-|^home\/data\/|\/caches\/|(?:^|\/)(?:orchestral\.)?index$/;

/**
 * `objects.txt` has every commit (git fast-export), `repository.json` the text files of `.git`; `project/` and `home/`
 * have the files that no commit has, byte for byte, except that locks name no machine.
 */
export function saveFixture(project, target) {
  fs.rmSync(target, { recursive: true, force: true });
  const { root } = project;
  const checkouts = listCheckouts(project);
  const files = {};
  for (const file of listFiles(root, root).filter((one) => !one.startsWith(`${root}/project/.git/`))) {
    const name = path.relative(root, file);
    const checkout = checkouts.find((place) => file.startsWith(`${place}/`));
    const isWanted = !LEFT_OUT.test(name) && (!name.includes('/steps/') || project.name === WITH_STEPS);
    if (!isWanted || (checkout !== undefined && isCommitted(project, checkout, file))) continue;
    // Under its own name it would apply to the fixture.
    files[name.replace(/\.gitignore$/, 'dot-gitignore')] = readFile(file);
  }
  writeFiles(target, { ...files, 'objects.txt': exportObjects(project), 'repository.json': readRepository(project) });
}

/** The project and its worktrees. A deleted file could not be told from a committed one. */
function listCheckouts({ git }) {
  const listed = git('worktree', 'list', '--porcelain').matchAll(/^worktree (.*)$/gm);
  const all = [...listed].map(([, place]) => place);
  for (const place of all)
    if (git('-C', place, 'ls-files', '--deleted') !== '') throw new Error(`files were deleted in ${place}`);
  return all;
}

function isCommitted({ git, env }, checkout, file) {
  const name = path.relative(checkout, file);
  if (name === '.git') return true;
  if (git('-C', checkout, 'ls-tree', 'HEAD', '--', name) === '') return false;
  return execFileSync('git', ['show', `HEAD:${name}`], { cwd: checkout, env }).equals(fs.readFileSync(file));
}

function readFile(file) {
  const text = fs.readFileSync(file, 'utf8');
  if (!/\.(?:owner|lock|breaker)$|\/processes\//.test(file)) return text;
  return text
    .replaceAll(/("host":\s*)"[^"]*"/g, '$1"recording"')
    .replaceAll(/("boot_id":\s*)"[^"]*"/g, '$1"00000000-0000-0000-0000-000000000000"');
}

/** Every commit there is: the log may name one that no ref holds. */
function exportObjects({ git, env, folder, root }) {
  const all = git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype) %(objectname)');
  const commits = all.split('\n').flatMap((line) => (line.startsWith('commit ') ? [line.slice(7)] : []));
  const reachable = new Set(git('rev-list', '--all').split('\n'));
  const unreachable = commits.filter((commit) => !reachable.has(commit));
  for (const commit of unreachable) git('update-ref', `refs/recording/${commit}`, commit);
  const exported = execFileSync('git', ['fast-export', '--all', '--reencode=no'], { cwd: folder, env });
  for (const commit of unreachable) git('update-ref', '-d', `refs/recording/${commit}`);

  const copy = path.join(root, 'copy.git');
  execFileSync('git', ['init', '--quiet', '--bare', copy], { env });
  execFileSync('git', ['-C', copy, 'fast-import', '--quiet'], { env, input: exported });
  for (const commit of commits) execFileSync('git', ['-C', copy, 'cat-file', '-e', `${commit}^{commit}`], { env });
  fs.rmSync(copy, { recursive: true });
  return exported;
}

function readRepository({ git, folder }) {
  const place = path.join(folder, '.git');
  const names = ['logs', 'worktrees'].flatMap((name) => listFiles(path.join(place, name), name));
  const texts = ['HEAD', 'config', ...names]
    .filter((name) => !LEFT_OUT.test(name))
    .map((name) => [name, fs.readFileSync(path.join(place, name), 'utf8')]);
  const refs = `${git('for-each-ref', '--sort=refname', '--format=%(objectname) %(refname)')}\n`;
  return formatJson({ ...Object.fromEntries(texts), 'packed-refs': refs });
}

/** Every file below a folder, its name beginning with `as`. */
function listFiles(folder, as) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = `${as}/${entry.name}`;
    return entry.isDirectory() ? listFiles(path.join(folder, entry.name), name) : [name];
  });
}
