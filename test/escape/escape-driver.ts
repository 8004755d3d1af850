import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { openVendorFolders } from '../../src/agents/vendor-folders/open-vendor-folders.ts';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import type { ProcessCommand } from '../../src/process/command.ts';
import { allowedEnvironment } from '../../src/process/environment.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { movedSignIns } from '../../src/sandbox/moved-sign-ins.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { agentSandboxRules } from '../../src/sandbox/sandbox-rules.ts';
import type { Attempt } from './attempts.ts';
import { movedSignInAttempts, movedVariables } from './vendor-attempts.ts';
import { attempts } from './ways-out.ts';

/*
 * Makes a scene with something worth reaching, and tries every way out of it: first without a sandbox, then in it, in one
 * start. Prints a line of JSON: the names of attempts that got what they wanted. The folder is the first argument.
 */
const ABSTRACT = `socket(S, AF_UNIX, SOCK_STREAM, 0); bind(S, pack("Sa*", AF_UNIX, "\\0$ARGV[0]")) or die $!;
  listen(S, 9);
  socket(D, AF_UNIX, SOCK_DGRAM, 0); bind(D, pack("Sa*", AF_UNIX, "\\0$ARGV[0]-datagram")) or die $!; $| = 1; print "ready"; sleep 600`;
const [scene = '', id = ''] = process.argv.slice(2);
const at = (...names: string[]): string => path.join(scene, ...names);
const [home, folder, stepFolder, privateFolder] = [at('home'), at('worktrees/one'), at('step'), at('private')];

const inMoved = (name: string): string => at('tools/share', name);

const files = {
  'home/.ssh/id': 'secret\n',
  'home/.claude/settings.json': '{}\n',
  'home/.claude/hooks/own.sh': 'true\n',
  'home/.claude/history.jsonl': 'secret\n',
  'home/.claude/.credentials.json': JSON.stringify({
    claudeAiOauth: { accessToken: 'a', refreshToken: 'r', expiresAt: 1 },
    mcpOAuth: { server: 'secret' },
  }),
  'home/.claude.json': JSON.stringify({ mcpServers: { one: { env: { KEY: 'secret' } } } }),
  'home/.claude-mem/settings.json': '{}\n',
  'home/.codex/config.toml': '\n',
  'home/.codex/auth.json': '{"OPENAI_API_KEY":"key"}',
  'home/.gemini/settings.json': '{}\n',
  'home/.config/opencode/opencode.json': '{}\n',
  'home/.local/share/opencode/auth.json': '{"one":{"type":"api","key":"key"}}',
  'home/.vault-token': 'secret\n',
  'home/.netrc': 'secret\n',
  'home/.config/gh/hosts.yml': 'secret\n',
  'tools/bin/tool': '',
  'tools/lib/library': '',
  ...Object.fromEntries(
    movedSignInAttempts.flatMap(({ script }) =>
      [...script.matchAll(/\$MOVED\/([^"]+)/g)].map(([, name = '']) => [`tools/share/${name}`, 'secret\n']),
    ),
  ),
  'other/secret': 'secret\n',
  'private/trust.json': 'secret\n',
  'private/dashboard.json': 'secret\n',
  'worktrees/one/.git/config': '[core]\n',
  'worktrees/one/.git/HEAD': 'ref: refs/heads/main\n',
  'run/empty': '',
  'step/prompt': '',
};
for (const [name, text] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), text);
}
fs.mkdirSync(at('worktrees/one/.git/hooks'));
const expand = (text: string): string => text.replaceAll(/\$(\w+)/g, (_, name: string) => env[name] ?? '');
const inTmp = fs.mkdtempSync('/tmp/escape-');
fs.writeFileSync(path.join(inTmp, 'file'), 'secret\n');

const outside = spawn('sleep', ['600'], { cwd: at('other'), env: { OUTSIDE_SECRET: 'x', PATH: process.env['PATH'] } });
const server = net.createServer((socket) => socket.end());
const listen = (place: string): Promise<void> =>
  new Promise((resolve) =>
    net
      .createServer((socket) => socket.end())
      .listen(place, () => resolve())
      .unref(),
  );
for (const place of [at('run/server.sock'), at('worktrees/one/server.sock')]) await listen(place);
// One that somebody makes while the sandbox is there.
let later: net.Server | undefined;
const wanted = path.join(folder, 'wanted');
setInterval(() => {
  if (later !== undefined || !fs.existsSync(wanted)) return;
  later = net.createServer((socket) => socket.end()).listen(path.join(folder, 'later.sock'));
}, 50).unref();
const abstract = spawn('perl', ['-MSocket', '-e', ABSTRACT, id], { stdio: ['ignore', 'pipe', 'inherit'] });
await once(abstract.stdout, 'data');
const port = await new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(address !== null && typeof address === 'object' ? address.port : 0);
  });
});
const shmKey = Number.parseInt(id.slice(-6), 16);
const MAKE = `print join " ", shmget(${shmKey}, 4096, 0600 | 01000), msgget(${shmKey}, 0600 | 01000), semget(${shmKey}, 1, 0600 | 01000)`;
const made = spawnSync('perl', ['-e', MAKE], { encoding: 'utf8' }).stdout.split(' ');
const [shm = '', messages = '', semaphore = ''] = made;

// Where a person's folders are when nobody says otherwise.
const usual = Object.entries(process.env).filter(([name]) => !name.startsWith('XDG_'));
const env = allowedEnvironment(Object.fromEntries(usual), {
  HOME: home,
  PATH: `${at('tools/bin')}:${process.env['PATH']}`,
  MOVED: inMoved(''),
  SCENE: scene,
  ID: id,
  OUTSIDE: `${outside.pid}`,
  DRIVER: `${process.pid}`,
  IN_TMP: path.join(inTmp, 'file'),
  PORT: `${port}`,
  SHM_KEY: `${shmKey}`,
});
const before = new Map(
  attempts.flatMap(({ changes }) => (changes === undefined ? [] : [[changes, read(changes)] as const])),
);
const lines = attempts.map(
  ({ script }, index) =>
    `timeout -k 1 60 sh -c ${quote(script)} >/dev/null 2>"$SCENE/step/error"; echo "${index} $? $(head -c 200 "$SCENE/step/error" | tr '\\n' ' ')"`,
);
const command: ProcessCommand = { file: 'sh', args: ['-c', lines.join('\n')], cwd: folder, env };

/** By an attempt. */
const CLOSED = ['home/.claude', 'home/.claude/junk', 'home/.claude/junk/x'];

const spawner = createSpawner({
  registry: openRegistry({ folder: at('registry'), disk: realDisk, clock: systemClock }),
  scope: 'escape',
});
const moved = Object.entries(movedVariables).map(([name, places]) => {
  const all = places.split(':').map(inMoved);
  return [name, all.join(':')] as const;
});
const hidden = movedSignIns(Object.fromEntries(moved));
const confine = await findBubblewrap((one) => spawner.run(one), env, { hidden });
try {
  const without = await play(command);
  tidy();
  const on = confine && (await playInside('on', confine));
  tidy();
  const off = confine && (await playInside('off', confine));
  process.stdout.write(`${JSON.stringify({ without, on, off, gaps: confine?.gaps })}\n`);
} finally {
  for (const started of [outside, abstract]) started.kill('SIGKILL');
  spawnSync('ipcrm', ['-m', shm, '-q', messages, '-s', semaphore]);
  tidy();
  fs.rmSync(inTmp, { recursive: true });
}
process.exit();

interface Played {
  readonly reached: readonly string[];
  /** What stopped the others. */
  readonly held: Readonly<Record<string, string>>;
}

/** As an agent that may be any vendor's, in the folders of a run. */
async function playInside(network: 'on' | 'off', sandbox: Sandbox): Promise<Played> {
  const vendor = await openVendorFolders({ backend: 'acp', env, root: at('private/vendors') });
  const paths = { folder, stepFolder, home, privateFolder, own: vendor.overlays, binds: vendor.binds };
  return play(sandbox(command, { ...agentSandboxRules(paths), network }), () => vendor.close());
}

async function play(one: ProcessCommand, close = async (): Promise<void> => {}): Promise<Played> {
  const { stdout, stderr } = await spawner.run(one);
  await close();
  const told = Buffer.from(stdout).toString();
  const ended = new Map(
    [...told.matchAll(/^(\d+) (\d+) ?(.*)$/gm)].map(([, index, code, why]) => [Number(index), { code, why }]),
  );
  if (ended.size !== attempts.length) throw new Error(`${told}\n${Buffer.from(stderr).toString()}`);
  for (const name of CLOSED) if (fs.existsSync(at(name))) fs.chmodSync(at(name), 0o700);
  const isReached = ({ leaves, changes }: Attempt, index: number): boolean => {
    if (leaves !== undefined) return fs.existsSync(expand(leaves));
    return changes === undefined ? ended.get(index)?.code === '0' : before.get(changes) !== read(changes);
  };
  const reached = attempts.filter(isReached).map(({ name }) => name);
  const held = attempts.flatMap(({ name }, index) =>
    reached.includes(name) ? [] : [[name, ended.get(index)?.why ?? '']],
  );
  return { reached, held: Object.fromEntries(held) };
}

/** Undefined: it is a link, or gone. */
function read(changes: string): string | undefined {
  const file = expand(changes);
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true ? fs.readFileSync(file, 'utf8') : undefined;
}

/** Of what attempts left behind. */
function tidy(): void {
  for (const { leaves } of attempts)
    if (leaves !== undefined) fs.rmSync(expand(leaves), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    if (!name.startsWith('home/')) continue;
    fs.rmSync(at(name), { force: true });
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), text);
  }
  later?.close();
  later = undefined;
  for (const name of [
    'link',
    'hard',
    'large',
    'disk',
    'm',
    'n',
    'setuid',
    'given',
    'capable',
    'wanted',
    'later.sock',
    '.git/info',
  ])
    fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  fs.writeFileSync(path.join(folder, '.git/config'), '[core]\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
