import fs from 'node:fs';
import path from 'node:path';
import type { Environment, Spawner } from '../process/command.ts';

/** What a process may touch. Everything else it may read. */
export interface SandboxRules {
  /** Folders, and files, that it may write. */
  readonly writable: readonly string[];
  /** Inside those, what it may only read. */
  readonly readOnly: readonly string[];
  /** What it may not even read. */
  readonly hidden: readonly string[];
  /** What it finds in a place instead of what is there. */
  readonly binds?: readonly BindMount[];
}

export interface BindMount {
  /** Folders, both: where it is found, and what that is. */
  readonly at: string;
  readonly from: string;
  readonly writable: boolean;
}

export interface Launchable {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Environment;
  /** See `Command`. */
  readonly launchers?: number;
}

/** Turns a command into one that runs within its confines. */
export type Sandbox = <C extends Launchable>(command: C, confines: SandboxRules) => C;

/** In its own view of the file system and its own process ids, so that nothing in it outlives it. */
const NAMESPACES = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts'];

/** Bubblewrap, if it is there and may be used here; undefined otherwise. */
export async function findBubblewrap(run: Spawner['run'], env: Environment): Promise<Sandbox | undefined> {
  const trial = confine({ file: 'true', args: [], env }, { writable: [], readOnly: [], hidden: [] });
  const { ending } = await run({ ...trial, cwd: '/', limits: { wallMs: 10_000 } });
  return ending.kind === 'exited' && ending.code === 0 ? confine : undefined;
}

function confine<C extends Launchable>(command: C, { writable, readOnly, hidden, binds = [] }: SandboxRules): C {
  const mounts = [
    ...real(writable).flatMap((place) => ['--bind', place, place]),
    ...real(readOnly).flatMap((place) => ['--ro-bind', place, place]),
    ...binds.flatMap((one) => [
      one.writable ? '--bind' : '--ro-bind',
      fs.realpathSync(one.from),
      fs.realpathSync(one.at),
    ]),
    ...real(hidden).flatMap((place) => (isFolder(place) ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place])),
  ];
  const view = [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...ownTemporaryFolder(command, mounts),
    ...mounts,
  ];
  const args = [...NAMESPACES, ...view, '--', command.file, ...command.args];
  // Itself, and the first process of the new namespace.
  return { ...command, file: 'bwrap', args, launchers: 2 };
}

/**
 * Programs write to `/tmp` whatever `TMPDIR` says (Codex keeps a folder of its own there, tests their scratch files): it is
 * writable and gone afterwards. Of what lies there already, projects and tools among it, a command sees what it names:
 * people have hundreds of things there, and bubblewrap needs as long for each mount as there are mounts.
 */
function ownTemporaryFolder({ file, args, cwd = '', env = {} }: Launchable, mounts: readonly string[]): string[] {
  const words = [file, ...args, cwd, ...Object.values(env), ...mounts].filter((word) => word !== undefined);
  const isNamed = ({ name }: fs.Dirent): boolean => words.some((word) => word.includes(`/tmp/${name}`));
  const entries = fs.readdirSync('/tmp', { withFileTypes: true }).filter(isNamed);
  return [
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
    ...entries.flatMap((entry) => {
      const place = path.join('/tmp', entry.name);
      // A link is left out: what it names is found where it is.
      return entry.isDirectory() || entry.isFile() ? ['--ro-bind-try', place, place] : [];
    }),
  ];
}

/** What is not there needs no mount: nobody can make it in a place that is read-only. */
function real(places: readonly string[]): string[] {
  return [...new Set(places.flatMap((place) => (fs.existsSync(place) ? [fs.realpathSync(place)] : [])))];
}

function isFolder(place: string): boolean {
  return fs.statSync(path.resolve(place)).isDirectory();
}
