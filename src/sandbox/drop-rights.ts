import fs from 'node:fs';
import type { Architecture } from './syscalls.ts';

/** Not by PATH: what it finds there may be the project's. */
const PERL = ['/usr/bin/perl', '/bin/perl', '/run/current-system/sw/bin/perl'];

export interface ResourceLimits {
  /** Processes and threads of one sandbox; of root's see `process-limit.ts`. */
  readonly processes: number;
  /** Of one file. */
  readonly fileBytes: number;
}

/** Undefined: there is no Perl here. Nothing else that every system has can make a system call. */
export function findPerl(): string | undefined {
  return PERL.find((place) => fs.existsSync(place));
}

/**
 * What becomes the program itself after it gave up more than bubblewrap can take away: abstract sockets and signals to
 * processes outside (Landlock, from Linux 6.12 on; older kernels refuse, which is ignored), unbounded resources, and
 * descriptors that whoever started us left open. When memory runs out the kernel ends it before what people work with.
 */
export function dropRightsArguments(
  perl: string,
  { architecture, limits }: { readonly architecture: Architecture; readonly limits: ResourceLimits },
): string[] {
  const prlimit = architecture === 'x64' ? 302 : 261;
  const script = `
my $scope = pack("QQQ", 0, 0, 3);
my $rules = syscall(444, $scope, 24, 0);
syscall(446, $rules, 0) if $rules >= 0;
for ([6, ${limits.processes}], [1, ${limits.fileBytes}], [4, 0]) {
  my ($kind, $most) = @$_;
  my $now = pack("QQ", 0, 0);
  next if syscall(${prlimit}, 0, $kind, 0, $now) != 0;
  my ($soft, $hard) = unpack("QQ", $now);
  $most = $hard if $hard < $most;
  my $new = pack("QQ", $soft < $most ? $soft : $most, $most);
  syscall(${prlimit}, 0, $kind, $new, 0);
}
if (open(my $file, ">", "/proc/self/oom_score_adj")) { print $file 500; close $file }
syscall(436, 3, 0xffffffff, 0);
delete $ENV{PERL_BADLANG};
exec { $ARGV[0] } @ARGV;
print STDERR "$ARGV[0]: $!\\n";
exit 127;`;
  return [perl, '-e', script.trim().replaceAll('\n', ' '), '--'];
}
