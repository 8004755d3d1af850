import type { Environment } from '../process/command.ts';

/** What a process may touch, beside the system and the tools it finds by name. Of anything else it sees nothing. */
export interface SandboxRules {
  /** Folders, and files, that it may write. */
  readonly writable: readonly string[];
  /** What it may read, inside of those, too. */
  readonly readOnly: readonly string[];
  /** What it may not even read, inside of all of these. */
  readonly hidden: readonly string[];
  /** Folders that are not there, and that nobody may make. */
  readonly absent?: readonly string[];
  /** What it finds in a place instead of what is there. */
  readonly binds?: readonly BindMount[];
  /** Folders that it finds in a place instead of those that are there. */
  readonly overlays?: readonly Overlay[];
  /** The person's home folder: inside it is empty, but for what is named here, and what is written there is lost. */
  readonly home?: string;
  /** `off`: it has a loopback of its own, and nothing else. */
  readonly network?: 'on' | 'off';
  /** `on`: it may make namespaces, and mount in them. */
  readonly userns?: 'on' | 'off';
}

export interface BindMount {
  /** Folders, or files: where it is found, and what that is. */
  readonly at: string;
  readonly from: string;
  readonly writable: boolean;
}

/** A folder that is put together from others. */
export interface Overlay {
  readonly at: string;
  /** What it is, and is written to; without it, it begins empty and is lost with the process. */
  readonly from?: string;
  readonly parts: readonly OverlayPart[];
}

/** Something in an overlay, by its name. Nobody can remove it, or put anything else in its place. */
export interface OverlayPart {
  readonly name: string;
  /** A file or folder that it is; without it, a folder that begins empty and is lost with the process. */
  readonly from?: string;
  /** Whether `from` may be written, too. */
  readonly writable?: true;
}

export interface Launchable {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Environment;
  /** See `Command`. */
  readonly launchers?: number;
  readonly descriptors?: readonly Uint8Array[];
}

/** Turns a command into one that runs within its confines. */
export interface Sandbox {
  <C extends Launchable>(command: C, confines: SandboxRules): C;
  /** What it cannot hold on this machine. */
  readonly gaps: readonly SandboxGap[];
}

/**
 * `syscalls`: there is no filter for this processor. `scope`: abstract sockets can be reached, as there is no Perl.
 * `processes`: a program may start as many as it likes, as there is no Perl, or as the kernel (before 6.14) does not bound
 * root's.
 */
type SandboxGap = 'syscalls' | 'scope' | 'processes';
