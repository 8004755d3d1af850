import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { realDisk } from '../../files/disk.ts';
import type { Spawner } from '../../process/command.ts';
import { allowedEnvironment } from '../../process/environment.ts';
import { openRegistry } from '../../process/registry.ts';
import { createSpawner } from '../../process/spawner.ts';
import { type Project, projectHash } from '../project.ts';
import { readStatus } from './status.ts';
import { findLocks } from './unlock.ts';
import { validate } from './validate.ts';

const agentPrograms = ['claude', 'codex', 'gemini', 'opencode'] as const;

const PATIENCE_MS = 10_000;
const GIT_NEEDED = '2.38';
const FREE_SPACE_NEEDED = 2 ** 30;

export type CheckId =
  | 'node'
  | 'git'
  | 'tmux'
  | 'jq'
  | 'sandbox'
  | AgentProgram
  | 'agents'
  | 'disk'
  | 'project'
  | 'hash'
  | 'documents'
  | 'locks';

type AgentProgram = (typeof agentPrograms)[number];

/**
 * `needed`: nothing works without it. `missing`: something that would help is not there. `bad`: it is there and does not
 * do its work. `detail` is a fact (a version, a path, a count), never a sentence.
 */
export interface Check {
  readonly id: CheckId;
  readonly state: 'good' | 'missing' | 'bad' | 'needed';
  readonly detail: string;
}

export interface DoctorOptions {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** What is installed, what works here, and what does not. Changes nothing. */
export async function examine({ project, env, signal }: DoctorOptions): Promise<Check[]> {
  const ask = asker({ env, signal });
  const [git, tmux, jq, sandbox, ...agents] = await Promise.all([
    ask('git', ['--version']).then(gitCheck),
    ask('tmux', ['-V']).then((answer) => programCheck('tmux', answer)),
    ask('jq', ['--version']).then((answer) => programCheck('jq', answer)),
    ask('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).then(sandboxCheck),
    ...agentPrograms.map((name) => ask(name, ['--version']).then((answer) => programCheck(name, answer))),
  ]);
  return [
    { id: 'node', state: 'good', detail: process.versions.node },
    git,
    ...agents,
    ...(agents.some(({ state }) => state === 'good') ? [] : [{ id: 'agents', state: 'missing', detail: '' } as const]),
    sandbox,
    tmux,
    jq,
    diskCheck(project.root),
    { id: 'project', state: 'good', detail: project.root },
    ...hashChecks(project),
    await documentsCheck(project, signal),
    ...lockChecks(project),
  ];
}

/** What a program said, or why it said nothing. */
type Answer = { readonly said: string } | { readonly silent: 'absent' | 'failed' };

function asker({
  env,
  signal,
}: Pick<DoctorOptions, 'env' | 'signal'>): (file: string, args: string[]) => Promise<Answer> {
  const environment = allowedEnvironment(env);
  const spawner: Spawner = createSpawner({
    // Nothing is recorded: these are no effects.
    registry: openRegistry({ folder: path.join(os.tmpdir(), 'orchestral'), disk: realDisk, clock: systemClock }),
    scope: 'doctor',
  });
  return async (file, args) => {
    // Not in the project: a program found by a relative PATH would be the project's own.
    const cwd = path.parse(process.execPath).root;
    const limits = { wallMs: PATIENCE_MS, outputBytes: 64 * 1024 };
    const { ending, stdout } = await spawner.run({ file, args, cwd, env: environment, limits, signal });
    if (ending.kind === 'exited' && ending.code === 0) return { said: Buffer.from(stdout).toString() };
    return { silent: ending.kind === 'not_started' && ending.reason === 'not_found' ? 'absent' : 'failed' };
  };
}

function programCheck(id: CheckId, answer: Answer): Check {
  if ('said' in answer) return { id, state: 'good', detail: versionIn(answer.said) };
  return { id, state: answer.silent === 'absent' ? 'missing' : 'bad', detail: '' };
}

function gitCheck(answer: Answer): Check {
  if (!('said' in answer)) return { id: 'git', state: 'needed', detail: '' };
  const version = versionIn(answer.said);
  return { id: 'git', state: isAtLeast(version, GIT_NEEDED) ? 'good' : 'needed', detail: version };
}

/** That it is installed is not enough: many machines do not let it make a namespace. */
function sandboxCheck(answer: Answer): Check {
  const { state } = programCheck('sandbox', answer);
  return { id: 'sandbox', state, detail: state === 'good' ? 'bwrap' : '' };
}

function diskCheck(root: string): Check {
  const { bavail, bsize } = fs.statfsSync(root);
  const free = bavail * bsize;
  return { id: 'disk', state: free < FREE_SPACE_NEEDED ? 'bad' : 'good', detail: String(free) };
}

/** Sessions that were made for another path: the folder was copied or moved, or another tool hashes otherwise. */
function hashChecks(project: Project): Check[] {
  const others = readStatus(project).sessions.filter(({ hash }) => hash !== projectHash(project.root));
  return others.map(({ hash }) => ({ id: 'hash', state: 'bad', detail: hash }));
}

async function documentsCheck(project: Project, signal: AbortSignal): Promise<Check> {
  const checked = await validate({ project, cwd: project.root, paths: [], as: undefined, signal });
  const all = checked.ok ? checked.value : [];
  const bad = all.filter(({ ailment }) => ailment !== null).length;
  return {
    id: 'documents',
    state: bad > 0 ? 'bad' : 'good',
    detail: bad > 0 ? `${bad}/${all.length}` : String(all.length),
  };
}

function lockChecks(project: Project): Check[] {
  const locks = findLocks(project);
  const stuck = locks.filter(({ holder }) => holder?.life !== 'alive').length;
  if (locks.length === 0) return [];
  return [{ id: 'locks', state: stuck > 0 ? 'bad' : 'good', detail: String(stuck > 0 ? stuck : locks.length) }];
}

/** The version in what a program says about itself, else the beginning of it. */
function versionIn(said: string): string {
  return /\d+(?:\.\d+)+[^\s,)]*/.exec(said)?.[0] ?? said.trim().slice(0, 40);
}

function isAtLeast(version: string, needed: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [neededMajor = 0, neededMinor = 0] = numbersOf(needed);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

function numbersOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
