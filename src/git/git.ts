import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Spawner } from '../process/command.ts';
import { create, fastForward, permit, runsNothing, takeIn, usesIndex } from './allowed-commands.ts';
import { type Answered, answerOf } from './answer.ts';
import { isHarmless } from './harmless-config.ts';
import {
  type ConfigEntry,
  configEnvironment,
  fixedConfig,
  hardenedEnvironment,
  isRepositoryScope,
  type Override,
  overridesFor,
  ownWorktreeConfig,
  parseConfig,
  type TrustedConfig,
} from './hardening.ts';

/**
 * Where a command works. Its folders are handed to git explicitly, so that a `.git` file or a `core.worktree` which an
 * agent changed leads nowhere.
 */
export interface Place {
  readonly kind: 'repository' | 'worktree';
  readonly folder: string;
  readonly gitDir: string;
  /** Shared by all worktrees of a repository. */
  readonly commonDir: string;
  readonly trusted: TrustedConfig;
}

/** A checkout of the user's: read only. */
export interface Repository extends Place {
  readonly kind: 'repository';
}

/** A worktree that we made, and may change. */
export interface Worktree extends Place {
  readonly kind: 'worktree';
  /** Who it was made for, as its lock says: `run-…/T1`. */
  readonly owner: string;
}

/**
 * Git, hardened. There is one method for each thing a command may do, and each knows its commands: the user's
 * checkout is only ever read, but for `fastForward`.
 */
export interface Git {
  /** Before a place is known. */
  discover(folder: string, args: readonly string[]): Promise<Answered>;
  /** Makes a repository of our own in an empty folder. */
  create(folder: string): Promise<Answered>;
  /** Adds files of a folder that is no checkout to an index of ours, for a repository of ours. */
  takeIn(repository: Repository, folder: string, files: TakenIn): Promise<Answered>;
  read(place: Place, args: readonly string[], options?: CommandOptions): Promise<Answered>;
  /** Adds objects, moves refs, registers worktrees; sees no working tree, and no index but `options.index`. */
  record(place: Place, args: readonly string[], options?: CommandOptions): Promise<Answered>;
  change(worktree: Worktree, args: readonly string[], options?: CommandOptions): Promise<Answered>;
  /** The only write ever made in a checkout of the user's. */
  fastForward(checkout: Repository, commit: string, options: FastForward): Promise<Answered>;
  /** One after the other within this process: parallel `worktree add` is where git trips over itself. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export interface CommandOptions {
  readonly stdin?: string | Uint8Array;
  /** An index file of ours instead of the place's. */
  readonly index?: string;
  /** Exit codes that are answers; 0 when not given. */
  readonly exits?: readonly number[];
  /** More output than this is cut off, and `cut` says so; without it such a command fails. */
  readonly cutAt?: number;
  readonly identity?: { readonly name: string; readonly email: string };
}

interface TakenIn {
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
  readonly run: Spawner['run'];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

const MINUTE = 60_000;
const MOST_OUTPUT = 256 * 1024 * 1024;

export function createGit(options: GitOptions): Git {
  const environment = hardenedEnvironment(options.env);
  /** What the person's own configuration says, by git folder: it may depend on that. */
  const personal = new Map<string, readonly ConfigEntry[]>();
  let last: Promise<unknown> = Promise.resolve();

  const start = async (call: Call): Promise<Answered> => {
    const finished = await options.run({
      file: 'git',
      args: call.args,
      cwd: call.cwd,
      env: { ...environment, ...call.env, ...configEnvironment([...fixedConfig, ...call.config]) },
      limits: { wallMs: 10 * MINUTE, outputBytes: call.options.cutAt ?? MOST_OUTPUT },
      ...(call.options.stdin !== undefined && { stdin: call.options.stdin }),
      ...(options.signal && { signal: options.signal }),
    });
    return answerOf(finished, call);
  };

  const at = async (place: Place, call: Omit<Call, 'cwd'>): Promise<Answered> => {
    const placed = { ...call, cwd: place.folder, env: { ...call.env, ...environmentOf(place, call.options) } };
    if (runsNothing(call.args)) return start(placed);
    const entries = await configAt(place, placed);
    if (!entries.ok) return entries;
    const emptied = overridesFor(entries.value, place.trusted);
    return start({ ...placed, config: [...call.config, ...emptied], emptied });
  };

  /** The configuration, as far as something in it may have to be emptied. */
  const configAt = async (place: Place, placed: Call): Promise<Result<readonly ConfigEntry[], Failure>> => {
    const known = isHarmless(place) ? personal.get(place.gitDir) : undefined;
    if (known !== undefined) return ok(known);
    const listing = await start({ ...placed, args: LIST_CONFIG, options: {} });
    if (!listing.ok) return listing;
    const entries = parseConfig(listing.value.stdout);
    personal.set(
      place.gitDir,
      entries.filter(({ scope }) => !isRepositoryScope(scope)),
    );
    return ok(entries);
  };

  return {
    discover: (folder, args) => {
      permit('discover', args);
      return start({ args, cwd: folder, env: {}, config: [], options: {} });
    },
    create: (folder) =>
      start({ args: create, cwd: folder, env: {}, config: [['init.defaultRefFormat', 'files']], options: {} }),
    takeIn: (repository, folder, { names, index }) =>
      at({ ...repository, folder }, { args: takeIn, env: {}, config: asTheyAre, options: { stdin: names, index } }),
    read: (place, args, options = {}) => {
      permit('read', args);
      needsOwnIndex(args, options);
      return at(place, { args, env: {}, config: place.kind === 'worktree' ? ownWorktreeConfig : [], options });
    },
    record: (place, args, options = {}) => {
      permit('record', args);
      needsOwnIndex(args, options);
      const shared = { ...place, folder: place.commonDir, gitDir: place.commonDir };
      return at(shared, { args, env: {}, config: ownWorktreeConfig, options });
    },
    change: (worktree, args, options = {}) => {
      permit('change', args);
      return at(worktree, { args, env: {}, config: ownWorktreeConfig, options });
    },
    fastForward: (checkout, commit, { branch, message }) => {
      const args = [...fastForward, commit];
      permit('fastForward', args);
      return at(checkout, {
        args,
        env: { GIT_REFLOG_ACTION: message },
        config: [[`branch.${branch}.mergeOptions`, '']],
        options: {},
      });
    },
    inTurn: (work) => {
      const turn = last.then(work, work);
      last = turn;
      return turn;
    },
  };
}

/** Where the folder lies counts, not where the repository does. */
const asTheyAre: readonly Override[] = [
  ['core.fileMode', 'true'],
  ['core.symlinks', 'true'],
];

function needsOwnIndex(args: readonly string[], { index }: CommandOptions): void {
  if (usesIndex(args) && index === undefined) throw new Error(`needs an index of ours: git ${args.join(' ')}`);
}

type Environment = Readonly<Record<string, string>>;

interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly config: readonly Override[];
  readonly options: CommandOptions;
  readonly emptied?: readonly Override[];
}

const LIST_CONFIG = ['config', '--list', '-z', '--show-scope', '--includes'];

function environmentOf({ folder, gitDir }: Place, { index, identity }: CommandOptions): Environment {
  return {
    GIT_DIR: gitDir,
    GIT_WORK_TREE: folder,
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
    ...(identity && {
      GIT_AUTHOR_NAME: identity.name,
      GIT_AUTHOR_EMAIL: identity.email,
      GIT_COMMITTER_NAME: identity.name,
      GIT_COMMITTER_EMAIL: identity.email,
    }),
  };
}
