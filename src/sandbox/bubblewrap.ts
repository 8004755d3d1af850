import os from 'node:os';
import type { Environment, Spawner } from '../process/command.ts';
import { accountArguments, INNER_ID } from './accounts.ts';
import { dropRightsArguments, findPerl } from './drop-rights.ts';
import { type Mount, mountArguments } from './mounts.ts';
import type { Launchable, Sandbox, SandboxRules } from './sandbox.ts';
import { buildSyscallFilter, type FilterOptions } from './syscall-filter.ts';
import type { Architecture } from './syscalls.ts';
import { canLimitNamespace, namespaceLimitArguments } from './process-limit.ts';
import { systemPlaces } from './system-places.ts';
import { findOnPath } from './tool-places.ts';
import { viewMounts } from './view.ts';
import { realPlace } from './visible-places.ts';

/** In its own view of everything that has one, so that nothing in it outlives it. */
const NAMESPACES = [
  '--die-with-parent',
  '--new-session',
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--cap-drop',
  'ALL',
];

export interface SandboxOptions {
  /** What the person lets every process read. */
  readonly read?: readonly string[];
  /** What no process sees, unless its rules say that it is its own. */
  readonly hidden?: readonly string[];
}

/** Bubblewrap, if it is there and may be used here; undefined otherwise. */
export async function findBubblewrap(
  run: Spawner['run'],
  env: Environment,
  { read = [], hidden = [] }: SandboxOptions = {},
): Promise<Sandbox | undefined> {
  const program = findOnPath('bwrap', env);
  if (program === undefined) return undefined;
  const limits = { wallMs: 10_000 };
  const { stdout } = await run({ file: program, args: ['--version'], cwd: '/', env, limits });
  const sandbox = makeSandbox(program, { version: Buffer.from(stdout).toString(), read, hidden });
  const trial = sandbox({ file: 'true', args: [], env }, { writable: [], readOnly: [], hidden: [] });
  const { ending } = await run({ ...trial, cwd: '/', env, limits });
  return ending.kind === 'exited' && ending.code === 0 ? sandbox : undefined;
}

function makeSandbox(
  program: string,
  { version, read, hidden }: Required<SandboxOptions> & { readonly version: string },
): Sandbox {
  const machine: Machine = {
    program,
    architecture: ARCHITECTURES.find((name) => name === os.arch()),
    perl: findPerl(),
    isOld: isOlder(version),
    system: systemPlaces(),
    read,
    hidden,
  };
  const confine = <C extends Launchable>(command: C, rules: SandboxRules): C => confineOn(machine, command, rules);
  return Object.assign(confine, {
    gaps: [
      ...(machine.architecture === undefined ? (['syscalls'] as const) : []),
      ...(machine.perl === undefined || machine.architecture === undefined ? (['scope'] as const) : []),
      ...(boundsProcesses(machine) ? [] : (['processes'] as const)),
    ],
  });
}

const ARCHITECTURES = ['x64', 'arm64'] as const;

/** The limit of an account means nothing to the kernel where that is root's. */
function boundsProcesses({ perl, architecture }: Pick<Machine, 'perl' | 'architecture'>): boolean {
  return perl !== undefined && architecture !== undefined && (process.getuid?.() !== 0 || canLimitNamespace());
}

/** What is the same for all that is started on a machine. */
interface Machine {
  readonly program: string;
  readonly architecture: Architecture | undefined;
  readonly perl: string | undefined;
  /** It can neither forbid namespaces nor say how large a private folder may be. */
  readonly isOld: boolean;
  readonly system: readonly Mount[];
  readonly read: readonly string[];
  readonly hidden: readonly string[];
}

function isOlder(version: string): boolean {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) === 0 && Number(minor) < 8;
}

function confineOn<C extends Launchable>(machine: Machine, command: C, rules: SandboxRules): C {
  const { architecture, perl, isOld } = machine;
  const isRoot = process.getuid?.() === 0;
  const mayNest = rules.userns === 'on';
  const descriptors: Uint8Array[] = [new Uint8Array()];
  const give = (content: Uint8Array): string => `${2 + descriptors.push(content)}`;
  const options = [
    ...NAMESPACES,
    ...(mayNest || isOld ? [] : ['--disable-userns']),
    ...(rules.network === 'off' ? ['--unshare-net'] : []),
    ...(isRoot ? ['--uid', `${INNER_ID}`, '--gid', `${INNER_ID}`] : []),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...mountArguments(viewMounts(machine, command, rules), { sized: !isOld }),
    // As root, more than a thousand switches of the kernel could be written, one of which names a program to run.
    ...(mayNest && !isRoot ? [] : ['--ro-bind', '/proc/sys', '/proc/sys']),
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    ...(isRoot ? accountArguments(give, command.env ?? {}) : []),
    // Where that cannot be seen, bubblewrap would start the program elsewhere and say nothing.
    ...(command.cwd === undefined ? [] : ['--chdir', realPlace(command.cwd) ?? command.cwd]),
    ...(architecture === undefined
      ? []
      : ['--seccomp', give(buildSyscallFilter({ architecture, namespaces: namespacesIn({ mayNest, isOld }) }))]),
  ];
  const helped = perl !== undefined && architecture !== undefined;
  if (helped) options.push('--setenv', 'PERL_BADLANG', '0');
  descriptors[0] = Buffer.from(options.map((option) => `${option}\0`).join(''));
  const helper = helped ? dropRightsArguments(perl, { architecture, limits: LIMITS }) : [];
  const args = ['--args', '3', '--', ...helper, command.file, ...command.args];
  // Itself, and the first process of the new namespace.
  const confined = { ...command, file: machine.program, args, launchers: 2, descriptors };
  if (!helped || !isRoot || !canLimitNamespace()) return confined;
  return {
    ...confined,
    file: perl,
    args: [...namespaceLimitArguments({ architecture, processes: LIMITS.processes }), machine.program, ...args],
    env: { ...command.env, PERL_BADLANG: '0' },
    launchers: 3,
  };
}

const LIMITS = { processes: 4096, fileBytes: 16 * 1024 ** 3 };

function namespacesIn({ mayNest, isOld }: { mayNest: boolean; isOld: boolean }): FilterOptions['namespaces'] {
  if (mayNest) return 'allowed';
  return isOld ? 'by_filter' : 'refused';
}
