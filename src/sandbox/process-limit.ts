import os from 'node:os';
import type { Architecture } from './syscalls.ts';

/**
 * From Linux 6.14 on each namespace of processes has a bound of its own, which holds for root, too. On an older one the
 * same file is that of the whole machine.
 */
export function canLimitNamespace(release = os.release()): boolean {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(release) ?? [];
  return Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 14);
}

interface NamespaceLimit {
  readonly architecture: Architecture;
  /** How many processes and threads there may be in all that the command starts. */
  readonly processes: number;
}

/**
 * What starts a command in a namespace of processes with a bound, and stays until it ends. Where that may not be made the
 * command is started without one. Needs `PERL_BADLANG=0`, which the command does not get.
 */
export function namespaceLimitArguments({ architecture, processes }: NamespaceLimit): string[] {
  const { unshare, prctl, mount } = architecture === 'x64' ? X64 : ARM64;
  const script = `
delete $ENV{PERL_BADLANG};
sub put { open(my $file, ">", $_[0]) or return 0; print $file $_[1]; close $file }
if (syscall(${unshare}, 0x30020000) != 0) { exec { $ARGV[0] } @ARGV; exit 127 }
put("/proc/self/setgroups", "deny"); put("/proc/self/uid_map", "0 0 1"); put("/proc/self/gid_map", "0 0 1");
my $child = fork;
exit 127 unless defined $child;
if (!$child) {
  syscall(${prctl}, 1, 9);
  my ($kind, $place) = ("proc", "/proc");
  put("/proc/sys/kernel/pid_max", ${processes}) if syscall(${mount}, $kind, $place, $kind, 14, 0) == 0;
  exec { $ARGV[0] } @ARGV;
  exit 127;
}
syscall(${prctl}, 1, 9);
open(STDIN, "<", "/dev/null");
syscall(436, 3, 0xffffffff, 0);
waitpid($child, 0);
my ($signal, $code) = ($? & 127, $? >> 8);
kill $signal, $$ if $signal;
exit $code;`;
  return ['-e', script.trim().replaceAll('\n', ' '), '--'];
}

const X64 = { unshare: 272, prctl: 157, mount: 165 };
const ARM64 = { unshare: 97, prctl: 167, mount: 40 };
