// What the tests of ordinary projects do. Prints for each thing what came of it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

const sh = (script, options = {}) => execFileSync('sh', ['-c', script], { encoding: 'utf8', ...options }).trim();
const writeIn = (folder) => {
  const made = fs.mkdtempSync(path.join(folder, 'everyday-'));
  fs.writeFileSync(path.join(made, 'file'), 'text');
  fs.symlinkSync('file', path.join(made, 'link'));
  fs.linkSync(path.join(made, 'file'), path.join(made, 'hard'));
  fs.chmodSync(path.join(made, 'file'), 0o755);
  const read = fs.readFileSync(path.join(made, 'link'), 'utf8');
  fs.rmSync(made, { recursive: true });
  return read;
};
const echo = async (server, where) => {
  server.listen(...where);
  await once(server, 'listening');
  const address = server.address();
  const client = net.connect(typeof address === 'string' ? address : { port: address.port, host: address.address });
  const [chunk] = await once(client, 'data');
  client.destroy();
  server.close();
  return chunk.toString();
};
const greet = () => net.createServer((socket) => socket.end('hello'));
const PTY = `use Fcntl; sysopen(M, "/dev/ptmx", O_RDWR) or die $!; my $n = pack("i", 0); ioctl(M, 0x40045431, $n);
  ioctl(M, 0x80045430, $n); my $p = fork; if (!$p) { use POSIX; POSIX::setsid(); sysopen(T, "/dev/pts/" . unpack("i", $n), O_RDWR) or exit 1;
  ioctl(T, 0x540e, 0); open(C, "+<", "/dev/tty") or exit 2; syswrite(C, "hello"); exit 0 } waitpid($p, 0); sysread(M, my $said, 5); print "$said $?"`;

const things = {
  '/tmp': () => writeIn('/tmp'),
  '/var/tmp': () => writeIn('/var/tmp'),
  'os.tmpdir()': () => writeIn(os.tmpdir()),
  'the home folder': () => writeIn(os.homedir()),
  'the account': () => `${os.userInfo().uid === process.getuid()} ${sh('whoami') !== ''}`,
  'a port on loopback': () => echo(greet(), [0, '127.0.0.1']),
  'a name of this machine': async () => (await dns.lookup('localhost')).address.length > 0,
  'a socket': () => echo(greet(), [path.join(fs.mkdtempSync(path.join(os.tmpdir(), 's-')), 's')]),
  'an abstract socket': () =>
    sh(
      `perl -MSocket -e 'my $n = pack("Sa*", AF_UNIX, "\\0everyday$$"); socket(S, AF_UNIX, SOCK_STREAM, 0); bind(S, $n) or die; listen(S, 1); socket(C, AF_UNIX, SOCK_STREAM, 0); connect(C, $n) or die; print "connected"'`,
    ),
  'a pipe with a name': () => sh('cd "$(mktemp -d)" && mkfifo p && (echo hello > p &) && cat p'),
  'shared memory': () =>
    sh(
      `perl -e 'my $i = shmget(0, 4096, 0600) // die $!; shmwrite($i, "hello", 0, 5) or die; shmread($i, my $b, 0, 5); shmctl($i, 0, 0); print $b'`,
    ),
  '/dev/shm': () => writeIn('/dev/shm'),
  'a semaphore': () => sh(`perl -e 'my $i = semget(0, 1, 0600) // die $!; semctl($i, 0, 0, 0); print "made"'`),
  'a daemon': async () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'd-')), 'told');
    sh(`(setsid sh -c 'sleep 0.1; echo alive > "$FILE"' >/dev/null 2>&1 &)`, { env: { ...process.env, FILE: file } });
    for (let tries = 0; tries < 200 && !fs.existsSync(file); tries++) await pause(20);
    return fs.readFileSync(file, 'utf8').trim();
  },
  'a terminal': () => sh(`perl -e '${PTY}'`),
  signals: async () => {
    const child = spawn('sleep', ['60']);
    child.kill('SIGTERM');
    return (await once(child, 'exit'))[1];
  },
  'a debugger': () =>
    spawnSync(
      'perl',
      [
        '-e',
        'my $p = fork; if (!$p) { sleep 60 } my $r = syscall(101, 16, $p, 0, 0); waitpid($p, 0); kill 9, $p; print $r',
      ],
      { encoding: 'utf8' },
    ).stdout,
  git: () =>
    sh(
      'cd "$(mktemp -d)" && git init -q . && git -c user.name=a -c user.email=b commit -q --allow-empty -m x && git log --format=%s',
    ),
  'a thread': async () =>
    (await once(new Worker('require("worker_threads").parentPort.postMessage("hi")', { eval: true }), 'message'))[0],
  'watching files': async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'w-'));
    const watcher = fs.watch(folder);
    setTimeout(() => fs.writeFileSync(path.join(folder, 'new'), ''), 20);
    const [, name] = await once(watcher, 'change');
    watcher.close();
    return name;
  },
  'the processors': () => os.cpus().length > 0 && os.totalmem() > 0 && fs.existsSync('/proc/self/status'),
  'a process with many descriptors': () => sh('exec 7>&1; echo told >&7'),
};

const said = {};
for (const [name, thing] of Object.entries(things)) {
  try {
    said[name] = String(await thing());
  } catch (error) {
    said[name] = `failed: ${error.message}`;
  }
}
process.stdout.write(JSON.stringify(said));
process.exit();
