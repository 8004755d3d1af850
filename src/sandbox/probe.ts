import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { makeFolder, removeFolder } from '../files/folder.ts';
import { nonce } from '../files/identity.ts';
import { realDisk } from '../files/disk.ts';
import { removeFile, replaceFile } from '../files/replace.ts';
import type { Environment, ProcessCommand, Spawner } from '../process/command.ts';
import type { Sandbox } from './sandbox.ts';
import { agentSandboxRules } from './sandbox-rules.ts';

/** Ways out of a sandbox that are tried on this machine, by name. */
export interface Probe {
  /** Those that work without it: only these tell anything. */
  readonly tried: readonly WayOut[];
  /** Of these, the ones that work in it, too. */
  readonly open: readonly WayOut[];
}

/** A name that begins with `@` is abstract; some versions of Node fill such a name up with zeros. */
const connect = (place: string): string =>
  `perl -MSocket -e 'my $n = shift; $n =~ s/^@/\\0/; for ($n, pack("a108", $n)) { socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, pack("Sa*", AF_UNIX, $_)) and exit 0 } exit 1' "${place}"`;
const [unshare, keyctl] = os.arch() === 'arm64' ? [97, 219] : [272, 250];

/** Each ends well if it gets what it wants, or leaves a file; all of it is the probe's own. */
const WAYS = {
  'read files': 'cat "$SCENE/home/secret"',
  'write files': 'echo x > "$SCENE/home/planted"; false',
  'leave files in /tmp': 'echo x > "/tmp/$MARK-left"; false',
  'change git settings': 'echo "# x" >> .git/config',
  'signal processes': 'kill -0 "$PROCESS"',
  'read environments': 'tr "\\0" "\\n" < /proc/"$PROCESS"/environ | grep -q "^PATH="',
  'UNIX sockets': connect('$SCENE/home/socket'),
  'abstract sockets': connect('@$MARK'),
  loopback: `perl -MSocket -e 'socket(S, AF_INET, SOCK_STREAM, 0) && connect(S, pack_sockaddr_in($ENV{PORT}, INADDR_LOOPBACK)) or exit 1'`,
  'user namespaces': `perl -e 'exit(syscall(${unshare}, 0x10000000) < 0)'`,
  'session keys': `perl -e 'exit(syscall(${keyctl}, 0, -3, 0) < 0)'`,
  'kernel settings': 'value=$(cat /proc/sys/vm/swappiness) && printf %s "$value" > /proc/sys/vm/swappiness',
  'setuid programs': 'grep -q "^NoNewPrivs:.0" /proc/self/status',
  capabilities: 'grep -q "^CapBnd:.*[1-9a-f]" /proc/self/status',
} as const;

export type WayOut = keyof typeof WAYS;

const NAMES = Object.keys(WAYS).filter((name): name is WayOut => name in WAYS);

/** Undefined: the sandbox ran nothing at all. */
export async function probeSandbox(
  confine: Sandbox,
  { run, env }: { readonly run: Spawner['run']; readonly env: Environment },
): Promise<Probe | undefined> {
  const mark = `orchestral-probe-${nonce()}`;
  const scene = path.join(fs.realpathSync(os.tmpdir()), mark);
  const at = (name: string): string => path.join(scene, name);
  const servers: net.Server[] = [];
  try {
    for (const name of ['home', 'worktree/.git', 'step', 'private']) makeFolder(at(name));
    replaceFile(realDisk, at('home/secret'), Buffer.from('secret\n'));
    replaceFile(realDisk, at('worktree/.git/config'), Buffer.from('[core]\n'));
    const listen = (place: string | number): Promise<number> => listenAt(place, servers);
    const [port] = [await listen(0), await listen(at('home/socket')), await listen(`\0${mark}`)];
    const probing = { SCENE: scene, MARK: mark, PORT: `${port}`, PROCESS: `${process.pid}` };
    const lines = NAMES.map((name, index) => `( ${WAYS[name]} ) >/dev/null 2>&1 && echo ${index}`);
    const command = {
      file: '/bin/sh',
      args: ['-c', [...lines, 'echo ended'].join('\n')],
      cwd: at('worktree'),
      env: { ...env, ...probing, HOME: at('home') },
      limits: { wallMs: 10_000 },
    };
    const rules = agentSandboxRules({
      folder: at('worktree'),
      stepFolder: at('step'),
      own: [],
      home: at('home'),
      privateFolder: at('private'),
    });
    const left = { 'write files': at('home/planted'), 'leave files in /tmp': path.join('/tmp', `${mark}-left`) };
    const attempt = async (how: ProcessCommand): Promise<{ readonly hasRun: boolean; readonly ways: Set<string> }> => {
      const lines = Buffer.from((await run(how)).stdout)
        .toString()
        .split('\n');
      const found = Object.entries(left).filter(([, file]) => fs.existsSync(file));
      for (const [, file] of found) removeFile(realDisk, file);
      const ways = [...NAMES.filter((_, index) => lines.includes(`${index}`)), ...found.map(([name]) => name)];
      return { hasRun: lines.includes('ended'), ways: new Set(ways) };
    };
    const [without, inside] = [await attempt(command), await attempt(confine(command, rules))];
    if (!inside.hasRun) return undefined;
    const tried = NAMES.filter((name) => without.ways.has(name));
    return { tried, open: tried.filter((name) => inside.ways.has(name)) };
  } finally {
    for (const server of servers) server.close();
    await removeFolder(scene);
  }
}

/** The port it has. A name that cannot be listened at is one way fewer to be tried. */
function listenAt(place: string | number, servers: net.Server[]): Promise<number> {
  const server = net.createServer((socket) => socket.destroy());
  servers.push(server);
  return new Promise((resolve) => {
    const ready = (): void => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    };
    server.once('error', () => resolve(0));
    if (typeof place === 'string') server.listen(place, ready);
    else server.listen(place, '127.0.0.1', ready);
  });
}
