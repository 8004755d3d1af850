import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { realDisk } from '../../files/disk.ts';
import { makeFolder } from '../../files/folder.ts';
import { FileLock } from '../../files/lock.ts';
import { connectFleet, parseFleetUrl } from '../../fleet/connect.ts';
import type { WorkerKey } from '../../fleet/keys.ts';
import type { JobLink, Performed } from '../../fleet/running-job.ts';
import { type WorkerEvent, WorkerLoop } from '../../fleet/worker-loop.ts';
import { type ExchangePlace, openExchange } from '../../git/exchange.ts';
import type { FleetJob, StepJob } from '../../schema/fleet.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { createServices, type OperationContext, type SharedServices } from '../conductor/services.ts';
import type { Step } from '../conductor/step.ts';
import { projectHash } from '../project.ts';
import { readPersonConfig } from '../repository-config.ts';
import { readUserConfig } from '../user-config.ts';
import { orGiveBack, performJob } from './perform-job.ts';

export interface WorkerRequest {
  readonly url: string;
  readonly key: WorkerKey;
  readonly version: string;
  readonly name?: string | undefined;
  readonly labels: readonly string[];
  readonly concurrency: number;
  /** Of messages: another one than ours only in tests. */
  readonly protocol?: number;
  /** Begin nothing more, and end when all is done. */
  readonly drain: AbortSignal;
  readonly onReady: (name: string) => void;
  readonly onEvent: (event: WorkerEvent) => void;
}

/** Carries out jobs of a fleet until it is told to end. */
export async function runWorker(context: WorkerContext, request: WorkerRequest): Promise<void> {
  const { url, key, version, labels, concurrency, protocol, drain, onEvent, onReady, name = os.hostname() } = request;
  const { onNotice } = context;
  const shown = parseFleetUrl(url);
  const open = openJobs(context);
  await requireSandbox(context);
  const connection = await connectFleet({
    url,
    onLost: (reason) => onNotice({ code: 'fleet.lost', params: { url: shown.ok ? shown.value : '', reason } }),
    onBack: () => onNotice({ code: 'fleet.back', params: {} }),
  });
  if (!connection.isDurable) onNotice({ code: 'fleet.not_durable', params: {} });
  const told = new AbortController();
  const loop = new WorkerLoop({
    connection,
    key,
    name,
    version,
    labels,
    concurrency,
    ...(protocol !== undefined && { protocol }),
    perform: open.perform,
    onEvent: (event) => {
      onEvent(event);
      if (event.type === 'drain') told.abort();
    },
  });
  onReady(name);
  await abortOf(AbortSignal.any([drain, told.signal]));
  await loop.close();
  await open.close();
}

export type WorkerContext = Omit<OperationContext, 'project' | 'fleet'>;

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Code of others is run here that nobody looked at: without a sandbox only if the person says so. */
async function requireSandbox({ env, trusts, onNotice }: WorkerContext): Promise<void> {
  const { openSandbox } = await import('../sandbox.ts');
  const { unrecordedSpawner } = await import('../ask-program.ts');
  const mode = readPersonConfig(env).agents.sandbox;
  const found = await openSandbox(mode, { spawner: unrecordedSpawner(), env, onNotice: () => undefined });
  if (found !== undefined) return;
  if (!trusts && mode !== 'off') throwFailure('sandbox.absent', {});
  onNotice({ code: 'sandbox.absent', params: {} });
}

interface OpenRepository {
  readonly shared: SharedServices;
  readonly place: ExchangePlace;
}

/** Keeps a repository for each remote, and a worktree for each job that runs at the same time. */
function openJobs(context: WorkerContext) {
  const home = unwrap(privateFolder(context.env));
  const own = claimFolder(home);
  const repositories = new Map<string, Promise<OpenRepository>>();
  const taken = new Set<number>();

  const repositoryFor = async (address: string, below: string): Promise<OpenRepository> => {
    const folder = path.join(own.folder, createHash('sha256').update(address).digest('hex').slice(0, 16));
    const root = path.join(folder, below);
    const project = { root, hash: projectHash(root) };
    // What the conductor trusts is signed with the job, and runs in the sandbox of this machine.
    const given = { ...context, project, fleet: 'off', trusts: true };
    const shared = createServices(given, { home, own: path.join(home, project.hash), log: folder });
    await shared.registry.settle({ scope: folder });
    const repository = await openExchange(shared.services.git, folder);
    return { shared, place: { repository, exchange: repository, address } };
  };

  return {
    perform: async (job: FleetJob, link: JobLink): Promise<Performed> => {
      const address = readUserConfig(context.env)?.fleet?.remote ?? job.remote;
      const name = `${address}\0${job.folder}`;
      const opened = repositories.get(name) ?? repositoryFor(address, job.folder);
      repositories.set(name, opened);
      // What could not be opened now may be the next time.
      opened.catch(() => repositories.delete(name));
      const slot = [...Array(taken.size + 1).keys()].find((one) => !taken.has(one)) ?? taken.size;
      taken.add(slot);
      try {
        return await orGiveBack(async () => {
          const { shared, place } = await opened;
          return performJob({ job, step: stepFor(context, { job, link, shared, place, slot }), place, link });
        });
      } finally {
        taken.delete(slot);
      }
    },
    close: async () => {
      for (const opened of repositories.values()) await (await opened).shared.services.git.close();
      own.release();
    },
  };
}

/** Several workers of one person on one machine have a folder each: none ends the processes of another. */
function claimFolder(home: string): { readonly folder: string; readonly release: () => void } {
  makeFolder(path.join(home, 'fleet'));
  for (let n = 1; ; n++) {
    const folder = path.join(home, 'fleet', `worker-${n}`);
    const options = { disk: realDisk, path: `${folder}.lock`, command: 'worker', onNotice: () => undefined };
    const lock = new FileLock(options);
    if (unwrap(lock.tryTake())) return { folder, release: () => lock.close() };
    lock.close();
  }
}

/** Of a check. */
const NO_AGENT: Pick<StepJob, 'backend' | 'model' | 'limits' | 'finished'> = { limits: {}, finished: {} };

interface StepPlace extends OpenRepository {
  readonly job: FleetJob;
  readonly link: JobLink;
  readonly slot: number;
}

function stepFor(context: WorkerContext, { job, link, shared, place, slot }: StepPlace): Step {
  const { agents, layers } = readPersonConfig(context.env);
  const { backend, model, limits, finished } = job.kind === 'step' ? job : NO_AGENT;
  const wished = { ...(backend !== undefined && { backend }), ...(model !== undefined && { model }) };
  return {
    services: {
      ...shared.services,
      repository: place.repository,
      hasGit: true,
      options: context.options,
      onCheck: ({ run }) => link.onEvent({ type: 'check', run }),
    },
    id: `${job.id}#1`,
    config: {
      agents: { ...agents, ...(limits.agents !== undefined && { limits: limits.agents }) },
      // What this machine's owner says comes first.
      layers: [...layers, { from: 'repository', models: {}, agents: { default: wished } }],
      project: job.project ?? undefined,
      script: undefined,
      runnables: [],
    },
    owner: 'fleet',
    branch: '',
    places: { plan: `fleet/slot-${slot}`, check: `fleet/check-${slot}` },
    accounts: { spent: {}, finished },
    sharers: () => 1,
    signal: link.signal,
    onCall: () => undefined,
    unrecordedCalls: () => [],
    extraMs: link.extraMs,
  };
}
