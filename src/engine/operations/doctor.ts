import fs from 'node:fs';
import { catchFailure } from '../../base/failure.ts';
import { findProgram } from '../../agents/find-program.ts';
import { isAtLeast, versionIn } from '../../base/version.ts';
import { findClaudeMem } from '../../knowledge/claude-mem-server.ts';
import { examineWorker, findWorker } from '../../knowledge/claude-mem-worker.ts';
import { type Answer, programAsker } from '../ask-program.ts';
import { chooseAgent, type installable } from '../call-agent/choose-agent.ts';
import { examineAgents, type InstalledAgent } from '../call-agent/installed-agents.ts';
import type { OperationContext } from '../conductor/services.ts';
import { type Project, projectHash } from '../project.ts';
import type { WayOut } from '../../sandbox/probe.ts';
import { readConfigIfValid, readRepositoryConfig } from '../repository-config.ts';
import { type ExaminedSandbox, examineSandbox } from '../sandbox.ts';
import { forgeChecks } from './forge-checks.ts';
import { findMcpEntry, type McpClient } from './mcp-clients.ts';
import { type ClientName, clientNames } from '../../prompts/clients/client-names.ts';
import { hasPlugin, planClient } from './clients.ts';
import { savesMemory } from '../user-config.ts';
import { readStatus } from './status.ts';
import { findLocks } from './unlock.ts';
import { validate } from './validate.ts';

const GIT_NEEDED = '2.38';
const FREE_SPACE_NEEDED = 2 ** 30;

export type CheckId =
  | 'node'
  | 'git'
  | 'identity'
  | 'tmux'
  | 'jq'
  | 'sandbox'
  | SandboxGapId
  | (typeof installable)[number]
  | 'agents'
  | `mcp_${McpClient}`
  | 'editors'
  | `in_${ClientName}`
  | 'claude_mem'
  | 'gh'
  | 'glab'
  | 'disk'
  | 'project'
  | 'hash'
  | 'documents'
  | 'locks';

/**
 * `needed`: nothing works without it. `missing`: something that would help is not there. `bad`: it is there and does not
 * do its work. `detail` is a fact (a version, a path, a count), never a sentence.
 */
export interface Check {
  readonly id: CheckId;
  readonly state: 'good' | 'missing' | 'bad' | 'needed';
  readonly detail: string;
  /** Of an agent, or of what opens pull requests; null where that cannot be told without a call. */
  readonly signed_in?: boolean | null;
  /** Of an agent that is too old: the oldest version that would do. */
  readonly oldest?: string;
}

interface DoctorOptions extends Pick<OperationContext, 'project' | 'env'> {
  readonly signal: AbortSignal;
}

/** What is installed, what works here, and what does not. Changes nothing. */
export async function examine({ project, env, signal }: DoctorOptions): Promise<Check[]> {
  const ask = programAsker({ env, signal });
  const [git, identity, tmux, jq, sandbox, agents, memory, forges] = await Promise.all([
    ask('git', ['--version']).then(gitCheck),
    ask('git', ['-C', project.root, 'var', 'GIT_COMMITTER_IDENT']).then(identityCheck),
    ask('tmux', ['-V']).then((answer) => programCheck('tmux', answer)),
    ask('jq', ['--version']).then((answer) => programCheck('jq', answer)),
    examineSandbox(env),
    examineAgents({ env, signal }),
    memoryCheck(env, signal),
    forgeChecks({ project, env, signal }),
  ]);
  return [
    { id: 'node', state: 'good', detail: process.versions.node },
    git,
    ...(git.state === 'good' ? [identity] : []),
    ...agents.map(agentCheck),
    ...((await hasAgent(agents, { project, env })) ? [] : [{ id: 'agents', state: 'missing', detail: '' } as const]),
    ...clientChecks({ project, env, agents }),
    ...sandboxChecks(sandbox, project),
    editorsCheck(env),
    ...mcpChecks(agents, project, env),
    memory,
    ...forges,
    tmux,
    jq,
    diskCheck(project.root),
    { id: 'project', state: 'good', detail: project.root },
    ...(await hashChecks(project, env)),
    await documentsCheck({ project, env, signal }),
    ...lockChecks(project),
  ];
}

/** A vendor's program, or what the configuration names instead. */
async function hasAgent(
  agents: readonly InstalledAgent[],
  { project, env }: Pick<DoctorOptions, 'project' | 'env'>,
): Promise<boolean> {
  if (agents.some(({ state }) => state === 'good')) return true;
  const config = await catchFailure(() => readRepositoryConfig(project, env));
  if (!config.ok) return false;
  const { layers } = config.value;
  const agent = env['ORCHESTRAL_AGENT'];
  return chooseAgent('builder', { agent, layers, isInstalled: () => false, isSignedIn: () => undefined }).ok;
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

/** Who commits are written by; without one git writes none. */
function identityCheck(answer: Answer): Check {
  const [, detail = ''] = 'said' in answer ? (/^(.*>) \d+ [+-]\d{4}\s*$/u.exec(answer.said) ?? []) : [];
  return { id: 'identity', state: 'said' in answer ? 'good' : 'bad', detail };
}

/** Where editors find this program: they start it by its name, or by this path. */
function editorsCheck(env: DoctorOptions['env']): Check {
  const program = findProgram('orchestral', env);
  return { id: 'editors', state: program === undefined ? 'missing' : 'good', detail: program ?? '' };
}

const MEMORY_MS = 3000;

/** Whether claude-mem can be searched: its worker answers, whoever asks. */
async function memoryCheck(env: DoctorOptions['env'], signal: AbortSignal): Promise<Check> {
  const worker = findWorker(env);
  const server = findClaudeMem(env);
  if (worker === undefined) {
    const id = 'claude_mem';
    return server === undefined ? { id, state: 'missing', detail: '' } : { id, state: 'good', detail: server.file };
  }
  const answer = await examineWorker(worker, AbortSignal.any([signal, AbortSignal.timeout(MEMORY_MS)]));
  if (!answer.ok) return { id: 'claude_mem', state: 'bad', detail: worker.address };
  const detail = [answer.value, worker.address, ...(savesMemory(env) ? ['memory.save'] : [])];
  return { id: 'claude_mem', state: 'good', detail: detail.filter((part) => part !== '').join(', ') };
}

/** One that nobody is signed in with is there and does not do its work. */
function agentCheck({ backend, state, version, signed_in, oldest }: InstalledAgent): Check {
  const found = { id: backend, state: signed_in === false ? 'bad' : state, detail: version ?? '', signed_in } as const;
  return oldest === null ? found : { ...found, oldest };
}

/** Of the programs that are here: whether they know `orchestral mcp`. */
function mcpChecks(agents: readonly InstalledAgent[], project: Project, env: OperationContext['env']): Check[] {
  const here = agents.filter(({ state }) => state !== 'missing');
  return here.map(({ backend }) => {
    const file = findMcpEntry(backend, project, env);
    return { id: `mcp_${backend}`, state: file === undefined ? 'missing' : 'good', detail: file ?? '' };
  });
}

interface ClientsHere extends Pick<DoctorOptions, 'project' | 'env'> {
  readonly agents: readonly InstalledAgent[];
}

/** Whether our commands are in the programs that are here, and as this version would write them. */
function clientChecks({ agents, ...here }: ClientsHere): Check[] {
  return clientNames.flatMap((client): Check[] => {
    // Of which version it is makes no difference here.
    const steps = planClient({ ...here, client, version: '' }).filter(({ path }) => !path.endsWith('-extension.json'));
    const absent = steps.filter(({ action }) => action === 'write').length;
    const outdated = steps.filter(({ action }) => action === 'update').length;
    const id = `in_${client}` as const;
    if (client === 'claude' && hasPlugin(here.env)) return [{ id, state: 'good', detail: 'plugin' }];
    const isNone = absent + outdated >= steps.length;
    if (isNone && agents.every(({ backend, state }) => backend !== client || state === 'missing')) return [];
    if (isNone && absent > 0) return [{ id, state: 'missing', detail: '' }];
    return [
      {
        id,
        state: absent + outdated > 0 ? 'bad' : 'good',
        detail: `${steps.length - absent - outdated}/${steps.length}`,
      },
    ];
  });
}

/** What a sandbox does not hold on this machine, or not in this project. */
type SandboxGapId = 'abstract_sockets' | 'loopback' | 'syscalls' | 'processes' | 'memory' | 'userns' | 'owner';

/** Ways out that are known to be open where something is not there. */
const KNOWN_OPEN: Partial<Readonly<Record<WayOut, SandboxGapId>>> = {
  'abstract sockets': 'abstract_sockets',
  loopback: 'loopback',
};

function sandboxChecks({ state, probe, gaps }: ExaminedSandbox, project: Project): Check[] {
  if (probe === undefined) return [{ id: 'sandbox', state, detail: '' }];
  const unexpected = probe.open.filter((way) => KNOWN_OPEN[way] === undefined);
  const open = new Set<SandboxGapId>([
    ...probe.open.flatMap((way) => KNOWN_OPEN[way] ?? []),
    ...gaps.map((gap) => (gap === 'scope' ? 'abstract_sockets' : gap)),
    'memory',
    ...(readConfigIfValid(project.root, 'config-project')?.userns === 'on' ? (['userns'] as const) : []),
    ...(process.getuid?.() === 0 && fs.statSync(project.root).uid !== 0 ? (['owner'] as const) : []),
  ]);
  const held = probe.tried.length - probe.open.length;
  return [
    unexpected.length > 0
      ? { id: 'sandbox', state: 'bad', detail: unexpected.join(', ') }
      : { id: 'sandbox', state: 'good', detail: `${held}/${probe.tried.length}` },
    ...[...open].map((id) => ({ id, state: 'missing', detail: '' }) as const),
  ];
}

function diskCheck(root: string): Check {
  const { bavail, bsize } = fs.statfsSync(root);
  const free = bavail * bsize;
  return { id: 'disk', state: free < FREE_SPACE_NEEDED ? 'bad' : 'good', detail: String(free) };
}

/** Sessions that were made for another path: the folder was copied or moved, or another tool hashes otherwise. */
async function hashChecks(project: Project, env: OperationContext['env']): Promise<Check[]> {
  const { sessions } = await readStatus(project, env);
  const others = sessions.filter(({ hash }) => hash !== projectHash(project.root));
  return others.map(({ hash }) => ({ id: 'hash', state: 'bad', detail: hash }));
}

async function documentsCheck({ project, env, signal }: DoctorOptions): Promise<Check> {
  const all = await validate({ project, env, cwd: project.root, paths: [], as: undefined, signal });
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
