/** One way out, tried by a real command. */
export interface Attempt {
  readonly name: string;
  /** A shell script that ends well if it got what it wants. */
  readonly script: string;
  /** It got out only if this is there afterwards, whatever the script says. */
  readonly leaves?: string;
  /** The same: it got out only if this is something else afterwards. */
  readonly changes?: string;
  /** Who gets it without a sandbox. Both try it in the sandbox. */
  readonly works?: 'for root';
  /** Held by a private network alone. */
  readonly network?: 'off';
  /** Held by nothing in the sandbox: `SECURITY.md` says why it does no harm. */
  readonly isOpen?: true;
  /** Takes long: tried in full runs only. */
  readonly tier?: 'full';
}

/** Connects to a UNIX socket; a name that begins with `@` is abstract. */
const connect = (place: string): string =>
  `perl -MSocket -e 'my $n = shift; $n =~ s/^@/\\0/; socket(S, AF_UNIX, SOCK_STREAM, 0) && connect(S, pack("Sa*", AF_UNIX, $n)) or exit 1' "${place}"`;

/** Makes a system call; well if it is not refused. Strings have to be in variables, and are therefore `$a`, `$b`. */
const syscall = (call: string, before = ''): string => `perl -e '${before} exit(syscall(${call}) < 0)'`;
const socket = (family: number, type: number, protocol: number): string =>
  syscall(`41, ${family}, ${type}, ${protocol}`);

const SETUID = 'cp /bin/true setuid && chmod u+s setuid && test -u setuid';
const FORKS = `perl -e 'my @p; for (1 .. 4200) { my $p = fork; last unless defined $p; if (!$p) { sleep 60; exit } push @p, $p } kill 9, @p; waitpid($_, 0) for @p; exit(@p < 4200)'`;

const rewrite = (file: string): string => `value=$(cat ${file}) && printf %s "$value" > ${file}`;

/** By what they go for. */
export const attemptGroups: Readonly<Record<string, readonly Attempt[]>> = {
  Files: [
    { name: 'read a private key', script: 'cat "$HOME/.ssh/id"' },
    { name: 'read a private key by a link', script: 'ln -s "$HOME/.ssh/id" link && cat link' },
    { name: 'read another project', script: 'cat "$SCENE/other/secret"' },
    { name: 'link a file of another project', script: 'ln "$SCENE/other/secret" hard && cat hard' },
    { name: 'read the private folder', script: 'cat "$SCENE/private/trust.json"' },
    { name: 'read the key of the dashboard', script: 'cat "$SCENE/private/dashboard.json"' },
    { name: 'read what others have in /tmp', script: 'cat "$IN_TMP"' },
    { name: 'change the home folder', script: 'echo x > "$HOME/.profile"', leaves: '$HOME/.profile' },
    { name: 'change another project', script: 'echo x > "$SCENE/other/planted"', leaves: '$SCENE/other/planted' },
    { name: 'write beside the worktree', script: 'echo x > ../planted', leaves: '$SCENE/worktrees/planted' },
    { name: 'leave something in /tmp', script: 'echo x > /tmp/$ID', leaves: '/tmp/$ID' },
    { name: 'leave something in /var/tmp', script: 'echo x > /var/tmp/$ID', leaves: '/var/tmp/$ID' },
    { name: 'leave something in /dev/shm', script: 'echo x > /dev/shm/$ID', leaves: '/dev/shm/$ID' },
    { name: 'change the system', script: 'echo x > /usr/local/$ID', leaves: '/usr/local/$ID', works: 'for root' },
    { name: 'read the passwords', script: 'test -n "$(cat /etc/shadow)"', works: 'for root' },
    { name: 'read a descriptor that was left open', script: 'cat /proc/self/fd/200' },
    { name: 'move .git away', script: 'mv .git moved && mv moved .git' },
    { name: 'change git’s configuration', script: 'echo "# x" >> .git/config' },
    {
      name: 'plant a hook',
      script: 'echo x > .git/hooks/pre-commit',
      leaves: '$SCENE/worktrees/one/.git/hooks/pre-commit',
    },
    { name: 'plant git attributes', script: 'mkdir -p .git/info; echo x > .git/info/attributes' },
    { name: 'make a file of 17 GiB', script: 'truncate -s 17G large' },
    { name: 'give a program in the worktree the setuid bit', script: SETUID, isOpen: true },
  ],
  Processes: [
    { name: 'see a foreign process', script: 'test -e /proc/$OUTSIDE/status && grep -q sleep /proc/$OUTSIDE/comm' },
    { name: 'signal a foreign process', script: 'kill -0 $OUTSIDE' },
    { name: 'read the environment of a foreign process', script: 'grep -aq OUTSIDE_SECRET /proc/$OUTSIDE/environ' },
    { name: 'read the environment of the conductor', script: 'grep -aq CONDUCTOR_SECRET /proc/$DRIVER/environ' },
    { name: 'enter the folder of a foreign process', script: 'cat /proc/$OUTSIDE/cwd/secret' },
    { name: 'enter the root of the first process', script: 'cat "/proc/1/root$HOME/.ssh/id"', works: 'for root' },
    {
      name: 'read the environment of the first process',
      script: 'cat /proc/1/environ | grep -aq =',
      works: 'for root',
    },
    { name: 'read the memory of the first process', script: 'exec 3< /proc/1/mem', works: 'for root' },
    { name: 'trace a foreign process', script: syscall('101, 16, $ENV{OUTSIDE} + 0, 0, 0') },
    { name: 'read the memory of a foreign process', script: 'exec 3< /proc/$OUTSIDE/mem' },
    { name: 'open a foreign process', script: syscall('434, $ENV{OUTSIDE} + 0, 0') },
    {
      name: 'limit a foreign process',
      script: syscall('302, $ENV{OUTSIDE} + 0, 7, 0, $a', 'my $a = pack("QQ", 0, 0);'),
    },
    { name: 'slow a foreign process down', script: 'renice -n 19 -p $OUTSIDE' },
    { name: 'start 4,200 processes', script: FORKS, tier: 'full' },
    { name: 'attach foreign shared memory', script: `perl -e 'exit(!defined shmget($ENV{SHM_KEY}, 0, 0))'` },
  ],
  Sockets: [
    { name: 'connect to a socket of the person', script: connect('$SCENE/run/server.sock') },
    { name: 'connect to a socket in the worktree', script: connect('$SCENE/worktrees/one/server.sock') },
    {
      name: 'connect to a socket that is made in the worktree later',
      script: `: > wanted; for n in $(seq 100); do test -S later.sock && break; sleep 0.1; done; ${connect('later.sock')}`,
      isOpen: true,
    },
    { name: 'connect to an abstract socket', script: connect('@$ID') },
    { name: 'hear the kernel’s events', script: socket(16, 3, 15) },
    { name: 'read packets of the network', script: socket(17, 3, 0), works: 'for root' },
    { name: 'speak to the hypervisor', script: socket(40, 1, 0) },
    {
      name: 'connect to a service of this machine',
      script: `perl -MSocket -e 'socket(S, AF_INET, SOCK_STREAM, 0) && connect(S, pack_sockaddr_in($ENV{PORT}, INADDR_LOOPBACK)) or exit 1'`,
      network: 'off',
    },
  ],
  'Rights and namespaces': [
    { name: 'gain rights by a setuid program', script: 'grep -q "^NoNewPrivs:.0" /proc/self/status' },
    { name: 'have capabilities to gain', script: 'grep -q "^CapBnd:.*[1-9a-f]" /proc/self/status' },
    { name: 'make a user namespace', script: 'unshare --user true' },
    { name: 'be root in a namespace', script: 'unshare --user --map-root-user true' },
    { name: 'mount in a namespace', script: 'unshare --user --map-root-user --mount mount -t tmpfs none /mnt' },
    { name: 'make a network in a namespace', script: 'unshare --user --map-root-user --net true' },
    { name: 'enter the namespaces of a foreign process', script: 'nsenter -t $OUTSIDE -m true', works: 'for root' },
  ],
  Mounts: [
    { name: 'mount', script: 'mkdir -p m && mount -t tmpfs none m && umount m', works: 'for root' },
    { name: 'mount over something', script: 'mkdir -p n && mount --bind . n && umount n', works: 'for root' },
    { name: 'open a file system', script: syscall('430, $a, 0', 'my $a = "tmpfs";'), works: 'for root' },
    { name: 'clone a mount', script: syscall('428, -100, $a, 1', 'my $a = "/";'), works: 'for root' },
    { name: 'change the root', script: 'chroot / true', works: 'for root' },
    {
      name: 'get the handle of a file',
      script: syscall(
        '303, -100, $a, $b, $c, 0',
        'my $a = "/usr"; my $b = pack("Li", 128, 0) . "\\0" x 128; my $c = "\\0" x 8;',
      ),
    },
  ],
  'The kernel': [
    {
      name: 'say what runs when a program crashes',
      script: rewrite('/proc/sys/kernel/core_pattern'),
      works: 'for root',
    },
    { name: 'change a setting of the kernel', script: rewrite('/proc/sys/vm/swappiness'), works: 'for root' },
    { name: 'open the emergency keys', script: ': >> /proc/sysrq-trigger', works: 'for root' },
    { name: 'steer interrupts', script: rewrite('/proc/irq/default_smp_affinity'), works: 'for root' },
    {
      name: 'change a setting below /sys',
      script: ': >> /sys/kernel/mm/transparent_hugepage/enabled',
      works: 'for root',
    },
    {
      name: 'read the session’s keys',
      script: syscall('250, 10, -3, $a, $b, 0', 'my $a = "user"; my $b = "$ENV{ID}";'),
    },
    { name: 'add a key', script: syscall('248, $a, $b, $c, 1, -3', 'my ($a, $b, $c) = ("user", "planted", "x");') },
    {
      name: 'load a program into the kernel',
      script: syscall('321, 0, $a, 72', 'my $a = pack("LLLL", 2, 4, 4, 1) . "\\0" x 56;'),
      works: 'for root',
    },
    {
      name: 'measure other processes',
      script: syscall(
        '298, $a, $ENV{OUTSIDE} + 0, -1, -1, 0',
        'my $a = pack("LLQ", 1, 112, 0) . "\\0" x 24 . pack("Q", 0x60) . "\\0" x 64;',
      ),
    },
    { name: 'use io_uring', script: syscall('425, 1, $a', 'my $a = "\\0" x 120;') },
    { name: 'handle page faults', script: syscall('323, 1') },
    { name: 'set the clock', script: syscall('164, 0, 0'), works: 'for root' },
    { name: 'name the machine', script: 'hostname "$(hostname)"', works: 'for root' },
    { name: 'account processes', script: syscall('163, 0'), works: 'for root' },
    { name: 'read the kernel’s messages', script: syscall('103, 10, 0, 0'), works: 'for root' },
    { name: 'make a device', script: 'mknod disk b 254 0', works: 'for root' },
    {
      name: 'read a disk',
      script: 'for disk in /dev/vda /dev/sda /dev/nvme0n1; do head -c 1 $disk && exit; done; false',
      works: 'for root',
    },
    {
      name: 'type into a terminal',
      script: `perl -e 'use Fcntl; setpgrp; sysopen(M, "/dev/ptmx", O_RDWR) or exit 1; my $n = pack("i", 0); ioctl(M, 0x40045431, $n); ioctl(M, 0x80045430, $n); my $p = fork; if (!$p) { syscall(112); sysopen(T, "/dev/pts/" . unpack("i", $n), O_RDWR) or exit 1; ioctl(T, 0x540e, 0); my $c = "x"; exit(!ioctl(T, 0x5412, $c)) } waitpid($p, 0); exit($? >> 8)'`,
    },
  ],
};
