import { throwFailure } from '../base/failure.ts';
import { type FolderIdentity, holdFolder } from '../files/held-folder.ts';
import type { ProcessCommand, ProcessResult, Spawner } from '../process/command.ts';
import { CREATE, FAST_FORWARD, assertAllowed, runsNoProgram, ADD_FILES, usesIndex } from './allowed-commands.ts';
import { type GitOutput, toGitOutput } from './git-output.ts';
import { namesNoPrograms } from './hardening.ts';
import { BatchReader, type ObjectReader } from './object-reader.ts';
import {
  type ConfigEntry,
  configEnvironment,
  exchangeConfig,
  exchangeEnvironment,
  fixedConfig,
  hardenedEnvironment,
  isRepositoryScope,
  LIST_CONFIG,
  type Override,
  overridesFor,
  ownWorktreeConfig,
  parseConfig,
  type TrustedConfig,
} from './hardening.ts';

/**
 * Where a command works. Git gets its folders explicitly, so that a `.git` file or a `core.worktree` that an agent
 * changed has no effect.
 */
export interface Checkout {
  readonly kind: 'repository' | 'worktree';
  readonly folder: string;
  readonly gitDir: string;
  /** Shared by all worktrees of a repository. */
  readonly commonDir: string;
  readonly trusted: TrustedConfig;
  /** Of the folder of a worktree, as git made it; null where that was not noted. */
  readonly identity?: FolderIdentity | null;
}

/** A checkout of the user's: read only. */
export interface Repository extends Checkout {
  readonly kind: 'repository';
}

/** A worktree that we made, and may change. */
export interface Worktree extends Checkout {
  readonly kind: 'worktree';
  /** Who it was made for, as its lock says: `run-…/T1`. */
  readonly owner: string;
  readonly identity: FolderIdentity | null;
}

/**
 * The hardened git program. Each method has its own rights and list of commands. The user's checkout is only read, except
 * by `fastForward`. A command that fails throws its failure: see `catchFailure`.
 */
export interface Git {
  /** What the repository of a checkout holds, by names of objects, refs and commits. */
  objects(checkout: Checkout): ObjectReader;
  /** Before a checkout is known. */
  discover(folder: string, args: readonly string[]): Promise<GitOutput>;
  /** Makes a repository of our own in an empty folder. */
  create(folder: string): Promise<GitOutput>;
  /** Adds files of a folder that is not a checkout to a scratch index of our own repository. */
  addFiles(repository: Repository, folder: string, files: FileList): Promise<GitOutput>;
  read(checkout: Checkout, args: readonly string[], options?: GitCommandOptions): Promise<GitOutput>;
  /** Adds objects, moves refs, registers worktrees; sees no working tree, and no index but `options.index`. */
  record(checkout: Checkout, args: readonly string[], options?: GitCommandOptions): Promise<GitOutput>;
  change(worktree: Worktree, args: readonly string[], options?: GitCommandOptions): Promise<GitOutput>;
  /** The only write ever made in a checkout of the user's. */
  fastForward(checkout: Repository, commit: string, options: FastForward): Promise<GitOutput>;
  /**
   * Speaks with a remote, as the person would: with their keys and helpers, and without asking anybody. Nothing that the
   * repository's own configuration says applies. How it ended is the answer.
   */
  exchange(repository: Repository, place: Repository, args: readonly string[]): Promise<ProcessResult>;
  /** Serializes work within this process: parallel `worktree add` fails in git. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
  /** Ends what was kept running for further questions. */
  close(): Promise<void>;
}

interface GitCommandOptions {
  readonly stdin?: string | Uint8Array;
  /** An index file of ours instead of the checkout's. */
  readonly index?: string;
  /** Exit codes that are answers; 0 when not given. */
  readonly exits?: readonly number[];
  /** More output than this is cut off, and `cut` says so; without it such a command fails. */
  readonly cutAt?: number;
}

interface FileList {
  /** NUL-terminated. */
  readonly names: Uint8Array;
  readonly index: string;
}

interface FastForward {
  readonly branch: string;
  /** For the reflog. */
  readonly message: string;
}

export interface GitOptions {
  readonly spawner: Spawner;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

const MINUTE = 60_000;
const MOST_OUTPUT = 256 * 1024 * 1024;
const MOST_SAID = 16 * 1024 * 1024;

export function createGit(options: GitOptions): Git {
  const environment = hardenedEnvironment(options.env);
  const readers = new Map<string, BatchReader>();
  /** The person's own configuration, by git folder where it depends on that. */
  const personal = new Map<string, readonly ConfigEntry[]>();
  let last: Promise<unknown> = Promise.resolve();

  const commandFor = (call: GitCall): ProcessCommand => ({
    file: 'git',
    args: call.args,
    cwd: call.cwd,
    env: { ...environment, ...call.env, ...configEnvironment([...fixedConfig, ...call.config]) },
    ...(options.signal && { signal: options.signal }),
  });

  const readerOf = ({ commonDir }: Checkout): BatchReader => {
    const args = ['cat-file', '--batch-command'];
    const env = { GIT_DIR: commonDir };
    const command = commandFor({ args, cwd: commonDir, env, config: [], options: {} });
    return new BatchReader((stdoutBytes) =>
      options.spawner.start({ ...command, keepsInputOpen: true }, { stdoutBytes }),
    );
  };

  const start = async (call: GitCall): Promise<GitOutput> => {
    const finished = await options.spawner.run({
      ...commandFor(call),
      limits: { wallMs: 10 * MINUTE, outputBytes: call.options.cutAt ?? MOST_OUTPUT },
      ...(call.options.stdin !== undefined && { stdin: call.options.stdin }),
    });
    return toGitOutput(finished, call);
  };

  /** In a folder that stays the same one while git works in it, whatever its name leads to meanwhile. */
  const inWorktree = async (worktree: Checkout, call: Omit<GitCall, 'cwd'>): Promise<GitOutput> => {
    const { folder, identity = null } = worktree;
    const held = holdFolder(folder, identity);
    if (held === undefined) return throwFailure('git.not_our_worktree', { folder });
    try {
      return await at({ ...worktree, folder: held.path }, call);
    } finally {
      held.close();
    }
  };

  const at = async (checkout: Checkout, call: Omit<GitCall, 'cwd'>): Promise<GitOutput> => {
    const placed = { ...call, cwd: checkout.folder, env: { ...call.env, ...gitEnvironment(checkout, call.options) } };
    if (runsNoProgram(call.args)) return start(placed);
    const emptied = overridesFor(await configAt(checkout, placed), checkout.trusted);
    return start({ ...placed, config: [...call.config, ...emptied], emptied });
  };

  /** The part of the configuration in which something may have to be emptied. */
  const configAt = async (checkout: Checkout, placed: GitCall): Promise<readonly ConfigEntry[]> => {
    const known = namesNoPrograms(checkout) ? (personal.get(checkout.gitDir) ?? personal.get(ANY_FOLDER)) : undefined;
    if (known !== undefined) return known;
    const listing = await start({ ...placed, args: LIST_CONFIG, options: {} });
    const entries = parseConfig(listing.stdout);
    const own = entries.filter(({ scope }) => !isRepositoryScope(scope));
    personal.set(own.some(({ key }) => key.startsWith('includeif.')) ? checkout.gitDir : ANY_FOLDER, own);
    return entries;
  };

  return {
    objects: (checkout) => {
      const known = readers.get(checkout.commonDir) ?? readerOf(checkout);
      readers.set(checkout.commonDir, known);
      return known;
    },
    discover: (folder, args) => {
      assertAllowed('discover', args);
      return start({ args, cwd: folder, env: {}, config: [], options: {} });
    },
    create: (folder) =>
      start({ args: CREATE, cwd: folder, env: {}, config: [['init.defaultRefFormat', 'files']], options: {} }),
    addFiles: (repository, folder, { names, index }) =>
      at(
        { ...repository, folder },
        { args: ADD_FILES, env: {}, config: UNCONVERTED_CONFIG, options: { stdin: names, index } },
      ),
    read: (checkout, args, options = {}) => {
      assertAllowed('read', args);
      assertOwnIndex(args, options);
      return checkout.kind === 'worktree'
        ? inWorktree(checkout, { args, env: {}, config: ownWorktreeConfig, options })
        : at(checkout, { args, env: {}, config: [], options });
    },
    record: (checkout, args, options = {}) => {
      assertAllowed('record', args);
      assertOwnIndex(args, options);
      const shared = { ...outsideFiles(checkout), gitDir: checkout.commonDir };
      return at(shared, { args, env: {}, config: ownWorktreeConfig, options });
    },
    change: (worktree, args, options = {}) => {
      assertAllowed('change', args);
      return inWorktree(worktree, { args, env: {}, config: ownWorktreeConfig, options });
    },
    fastForward: (checkout, commit, { branch, message }) => {
      const args = [...FAST_FORWARD, commit];
      assertAllowed('fastForward', args);
      return at(checkout, {
        args,
        env: { GIT_REFLOG_ACTION: message },
        config: [[`branch.${branch}.mergeOptions`, '']],
        options: {},
      });
    },
    exchange: (repository, place, args) => {
      assertAllowed('exchange', args);
      return options.spawner.run({
        file: 'git',
        args,
        cwd: place.folder,
        env: {
          ...exchangeEnvironment(options.env, repository),
          GIT_DIR: place.gitDir,
          ...configEnvironment(exchangeConfig),
        },
        limits: { wallMs: 10 * MINUTE, outputBytes: MOST_SAID },
        ...(options.signal && { signal: options.signal }),
      });
    },
    withLock: (work) => {
      const turn = last.then(work, work);
      last = turn;
      return turn;
    },
    close: async () => {
      await Promise.all([...readers.values()].map((reader) => reader.close()));
    },
  };
}

/** Decided by the file system of the folder, not by that of the repository. */
const UNCONVERTED_CONFIG: readonly Override[] = [
  ['core.fileMode', 'true'],
  ['core.symlinks', 'true'],
];

function assertOwnIndex(args: readonly string[], { index }: GitCommandOptions): void {
  if (usesIndex(args) && index === undefined) throw new Error(`needs an index of ours: git ${args.join(' ')}`);
}

/** For commands that concern the repository alone: it needs no folder of a worktree, which may be gone. */
export function outsideFiles({ gitDir, commonDir, trusted }: Checkout): Checkout {
  return { kind: 'repository', folder: commonDir, gitDir, commonDir, trusted };
}

type Environment = Readonly<Record<string, string>>;

interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly config: readonly Override[];
  readonly options: GitCommandOptions;
  readonly emptied?: readonly Override[];
}

const ANY_FOLDER = '';

/** Commands start in the checkout: `.` is the folder they were started in, not what its name leads to. */
function gitEnvironment({ gitDir }: Checkout, { index }: GitCommandOptions): Environment {
  return {
    GIT_DIR: gitDir,
    GIT_WORK_TREE: '.',
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  };
}
