// Makes a clone ready: dependencies, build, and (with --for-tests) the programs that tests use. Does only what is
// missing, says each command before it runs it, and is silent when there is nothing to do. Uses nothing but Node.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isBuilt, isInstalled, nodeModulesMatchLock, root, stampInstalled } from './stamp.mjs';

/** What `npm test` uses beyond Node. `apt` is the Debian package. */
const TEST_PROGRAMS = [
  {
    program: 'git',
    apt: 'git',
    atLeast: [2, 38],
    why: 'worktrees and merge-tree --write-tree are tried on real repositories',
  },
  { program: 'bwrap', apt: 'bubblewrap', why: 'agents are confined by it' },
  { program: 'jq', apt: 'jq', why: 'hand edits are made the way people make them' },
  { program: 'chromium', apt: 'chromium', why: 'the dashboard is tried in a real browser' },
  { program: 'tmux', apt: 'tmux', why: 'terminals are tried in a real terminal' },
  { program: 'gh', apt: 'gh', why: 'pull requests are opened with it, on a scripted host' },
  { program: 'redis-server', apt: 'redis-server', why: 'workers of a fleet get their steps from it' },
  { program: 'ip', apt: 'iproute2', why: 'workers of a fleet have networks of their own that are cut' },
  { program: 'sshd', apt: 'openssh-server', why: 'work is pushed over ssh, to this machine' },
];

try {
  checkNode();
  installDependencies();
  if (!isBuilt()) run(process.execPath, ['scripts/build.mjs']);
  if (process.argv.includes('--for-tests')) installTestPrograms();
} catch (error) {
  console.error(`setup: ${error.message}`);
  process.exitCode = 1;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(
    `Node 20.19 or newer is needed, this is ${process.versions.node}. Install it from https://nodejs.org or your distribution.`,
  );
}

function installDependencies() {
  if (isInstalled()) return;
  if (!nodeModulesMatchLock()) run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  stampInstalled();
}

function installTestPrograms() {
  const missing = TEST_PROGRAMS.filter((wanted) => !isThere(wanted));
  if (missing.length === 0) return;
  const packages = missing.map(({ apt }) => apt);
  const isDebian = fs.existsSync('/etc/debian_version') && isOnPath('apt-get');
  if (isDebian && process.getuid() === 0 && apt(packages)) return;
  for (const { program, apt: name, atLeast, why } of missing.filter((wanted) => !isThere(wanted))) {
    const version = atLeast === undefined ? '' : ` ${atLeast.join('.')} or newer`;
    const how = isDebian ? ` (apt-get install ${name})` : '';
    console.error(`setup: ${program}${version} is missing: ${why}. Install it${how}; tests that use it will not run.`);
  }
}

/** False instead of an error: tests that lack a program say so themselves. */
function apt(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    run('apt-get', ['update', '-q'], { env });
    run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], { env });
    return true;
  } catch (error) {
    console.error(`setup: ${error.message}`);
    return false;
  }
}

function isThere({ program, atLeast }) {
  if (!isOnPath(program)) return false;
  if (atLeast === undefined) return true;
  const said = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const [major = 0, minor = 0] = (said.match(/\d+\.\d+/)?.[0] ?? '').split('.').map(Number);
  return major > atLeast[0] || (major === atLeast[0] && minor >= atLeast[1]);
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));
}

function run(program, args, options = {}) {
  const shown = [program === process.execPath ? 'node' : program, ...args].join(' ');
  console.error(`> ${shown}`);
  const { status, signal, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (error !== undefined) throw new Error(`${shown}: ${error.code === 'ENOENT' ? 'not found' : error.message}`);
  if (status !== 0) throw new Error(`${shown} failed (${signal ?? `exit ${status}`}); what it said is above.`);
}
