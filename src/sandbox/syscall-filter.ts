import { assembleBpf, type BpfLine } from './bpf.ts';
import { ABSENT, type Architecture, EXAMINED, numberOf, REFUSED, REFUSED_WITHOUT_NAMESPACES } from './syscalls.ts';

export interface FilterOptions {
  readonly architecture: Architecture;
  /** May programs make user namespaces, and mount in them? `by_filter`: no, and only this filter says so. */
  readonly namespaces: 'allowed' | 'refused' | 'by_filter';
}

/** Of `struct seccomp_data`; of an argument, the half that holds what is compared. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;

const AUDIT = { x64: 0xc0_00_00_3e, arm64: 0xc0_00_00_b7 } as const;
/** On x86_64, system calls of programs with 32-bit pointers begin here. */
const X32 = 0x40_00_00_00;

const ALLOW = 0x7f_ff_00_00;
const errno = (code: number): number => 0x00_05_00_00 + code;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [errno(1), errno(38), errno(97)];

/** They type into a terminal, and set up a console. */
const [TIOCSTI, TIOCLINUX] = [0x54_12, 0x54_1c];
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16];
const CLONE_NEWUSER = 0x10_00_00_00;

/**
 * The seccomp filter of every sandboxed process, as bytes for bubblewrap. What is refused was chosen by what reaches out of
 * a namespace; everything else, debuggers included, works as outside. Programs of other architectures find no system calls.
 */
export function buildSyscallFilter({ architecture, namespaces }: FilterOptions): Uint8Array {
  const number = (numbers: Parameters<typeof numberOf>[0]): number[] => {
    const found = numberOf(numbers, architecture);
    return found === null ? [] : [found];
  };
  const jumpAll = (table: Readonly<Record<string, Parameters<typeof numberOf>[0]>>, go: string): BpfLine[] =>
    Object.values(table)
      .flatMap(number)
      .map((value) => ({ when: 'equal', value, go }));
  const examine = (name: keyof typeof EXAMINED, go: string): BpfLine[] => jumpAll({ [name]: EXAMINED[name] }, go);
  return assembleBpf([
    { load: ARCHITECTURE },
    { unless: 'equal', value: AUDIT[architecture], go: 'absent' },
    { load: NUMBER },
    { when: 'at_least', value: X32, go: 'absent' },
    ...jumpAll(ABSENT, 'absent'),
    ...jumpAll(REFUSED, 'refused'),
    ...(namespaces === 'allowed' ? [] : jumpAll(REFUSED_WITHOUT_NAMESPACES, 'refused')),
    ...(namespaces === 'by_filter' ? refuseUserNamespaces(examine) : []),
    ...examine('ioctl', 'ioctl'),
    ...examine('socket', 'socket'),
    { answer: ALLOW },
    { label: 'ioctl' },
    { load: argument(1) },
    { when: 'equal', value: TIOCSTI, go: 'refused' },
    { when: 'equal', value: TIOCLINUX, go: 'refused' },
    { answer: ALLOW },
    { label: 'socket' },
    { load: argument(0) },
    ...[AF_UNIX, AF_INET, AF_INET6].map((value): BpfLine => ({ when: 'equal', value, go: 'allowed' })),
    { unless: 'equal', value: AF_NETLINK, go: 'no family' },
    // Routes and addresses, which programs ask for before they connect. Other protocols speak to parts of the kernel.
    { load: argument(2) },
    { unless: 'equal', value: 0, go: 'no family' },
    { label: 'allowed' },
    { answer: ALLOW },
    ...(namespaces === 'by_filter' ? flagsOfNamespaces : []),
    { label: 'no family' },
    { answer: EAFNOSUPPORT },
    { label: 'absent' },
    { answer: ENOSYS },
    { label: 'refused' },
    { answer: EPERM },
  ]);
}

/** The arguments of clone3 lie in memory, where no filter can look: programs then use clone. */
function refuseUserNamespaces(examine: (name: keyof typeof EXAMINED, go: string) => BpfLine[]): BpfLine[] {
  return [...examine('clone3', 'absent'), ...examine('clone', 'flags'), ...examine('unshare', 'flags')];
}

const flagsOfNamespaces: readonly BpfLine[] = [
  { label: 'flags' },
  { load: argument(0) },
  { mask: CLONE_NEWUSER },
  { when: 'equal', value: CLONE_NEWUSER, go: 'refused' },
  { answer: ALLOW },
];
