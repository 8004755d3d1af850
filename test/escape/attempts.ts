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
  'Files, by other doors': [
    {
      name: 'write beside the worktree by its folder in /proc',
      script: 'echo x > /proc/self/cwd/../by-proc',
      leaves: '$SCENE/worktrees/by-proc',
    },
    { name: 'read a key by the root in /proc', script: 'cat "/proc/self/root$HOME/.ssh/id"' },
    { name: 'read a key by a thread’s root in /proc', script: 'cat "/proc/thread-self/root$HOME/.ssh/id"' },
    { name: 'list the home folder', script: 'ls -a "$HOME" | grep -qx .ssh && ls "$HOME/.ssh" | grep -qx id' },
    {
      name: 'name a file without a name outside',
      script:
        'perl -e \'use Fcntl; sysopen(F, $ENV{SCENE} . "/other", 020000000 | 0200000 | O_RDWR) or exit 1; my ($a, $b) = ("/proc/self/fd/" . fileno(F), $ENV{SCENE} . "/other/unnamed"); exit(syscall(265, -100, $a, -100, $b, 0x400) < 0)\'',
      leaves: '$SCENE/other/unnamed',
    },
    {
      name: 'exchange the worktree with another folder',
      script:
        'perl -e \'my ($a, $b) = ($ENV{SCENE} . "/worktrees/one", $ENV{SCENE} . "/other"); exit(syscall(316, -100, $a, -100, $b, 2) < 0)\' && perl -e \'my ($a, $b) = ($ENV{SCENE} . "/worktrees/one", $ENV{SCENE} . "/other"); syscall(316, -100, $a, -100, $b, 2)\'',
    },
    { name: 'give a file to another user', script: ': > given && chown 12345 given', works: 'for root' },
    {
      name: 'give a program capabilities',
      script:
        'cp /bin/true capable && perl -e \'my ($a, $b, $c) = ("capable", "security.capability", pack("LLLLL", 0x02000001, 0x200000, 0, 0, 0)); exit(syscall(188, $a, $b, $c, 20, 0) < 0)\'',
      works: 'for root',
    },
    {
      name: 'open a file by its handle',
      script:
        'perl -e \'my $a = "/usr"; my $b = pack("Li", 128, 0) . "\\0" x 128; my $c = "\\0" x 8; syscall(303, -100, $a, $b, $c, 0) < 0 and $b = pack("LiLL", 8, 1, 2, 0); open(D, "<", "/") or exit 1; exit(syscall(304, fileno(D), $b, 0) < 0)\'',
      works: 'for root',
    },
    { name: 'watch a whole file system', script: syscall('300, 0x200, 0') },
    {
      name: 'read keys of the machine',
      script: 'cat /etc/ssh/ssh_host_*_key /etc/gshadow | grep -q .',
      works: 'for root',
    },
    { name: 'write into the kernel’s messages', script: 'echo "<7>x" > /dev/kmsg', works: 'for root' },
    {
      name: 'make a group of processes',
      script: 'mkdir "/sys/fs/cgroup/$ID" && rmdir "/sys/fs/cgroup/$ID"',
      works: 'for root',
    },
    { name: 'leave something in /run', script: 'echo x > /run/$ID', leaves: '/run/$ID', works: 'for root' },
  ],
  'System calls, by other numbers': [
    {
      name: 'read the memory of a foreign process at once',
      script: `at=$(head -n 1 /proc/$OUTSIDE/maps | cut -d - -f 1) && perl -e 'my $x = "\\0" x 8; my $a = pack("PQ", $x, 8); my $b = pack("QQ", hex shift, 8); exit(syscall(310, $ENV{OUTSIDE} + 0, $a, 1, $b, 1, 0) < 8)' "$at"`,
    },
    { name: 'schedule a foreign process', script: 'chrt --other -p 0 $OUTSIDE' },
    { name: 'set the priority of a foreign process’s disk', script: 'ionice -c 3 -p $OUTSIDE' },
    { name: 'pin a foreign process', script: 'taskset -p 1 $OUTSIDE' },
    {
      name: 'make a user namespace by clone3',
      script: `perl -e 'my $a = pack("Q11", 0x10000000, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0); my $p = syscall(435, $a, 64); exit 0 if $p == 0; exit($p < 0)'`,
    },
    {
      name: 'make a user namespace by clone',
      script: `perl -e 'my $p = syscall(56, 0x10000000 | 17, 0, 0, 0, 0); exit 0 if $p == 0; exit($p < 0)'`,
    },
    {
      name: 'change the attributes of a mount',
      script: syscall('442, -100, $a, 0, $b, 32', 'my $a = "/"; my $b = pack("QQQQ", 0, 0, 0, 0);'),
      works: 'for root',
    },
    { name: 'list all connections', script: socket(16, 3, 4) },
    { name: 'speak to the kernel’s firewall', script: socket(16, 3, 12) },
    { name: 'speak to the kernel’s auditor', script: socket(16, 3, 9) },
    { name: 'make a raw socket', script: socket(2, 3, 1), works: 'for root' },
    {
      name: 'send to an abstract socket',
      script: `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_DGRAM, 0); defined(send(S, "x", 0, pack("Sa*", AF_UNIX, "\\0$ENV{ID}-datagram"))) or exit 1'`,
    },
    { name: 'attach foreign messages', script: `perl -e 'exit(!defined msgget($ENV{SHM_KEY}, 0))'` },
    { name: 'attach a foreign semaphore', script: `perl -e 'exit(!defined semget($ENV{SHM_KEY}, 0, 0))'` },
    {
      name: 'take a descriptor of a foreign process',
      script: `perl -e 'my $p = syscall(434, $ENV{OUTSIDE} + 0, 0); exit 1 if $p < 0; exit(syscall(438, $p, 0, 0) < 0)'`,
    },
  ],
};
