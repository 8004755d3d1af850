import { catchFailure, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { FleetStatus } from '../../fleet/manage.ts';
import type { WorkerEvent } from '../../fleet/worker-loop.ts';
import { chooseLanguage, loadCatalogue } from '../../i18n/language.ts';
import type { FleetJob, JobKind } from '../../schema/fleet.ts';
import type { DoorOptions } from './options.ts';

export type { FleetJob, FleetStatus, WorkerEvent };

/** Everything that can be asked for about a fleet. */
export interface FleetApi {
  /** The line that lets a worker in, for agents' steps (default) or for checks: a secret. Made when it is first asked for. */
  key(takes?: JobKind): Promise<Result<string, Failure>>;
  status(): Promise<Result<FleetStatus, Failure>>;
  /** Nothing more is begun; what runs goes on. */
  pause(): Promise<Result<void, Failure>>;
  resume(): Promise<Result<void, Failure>>;
  /** Has one worker, or all, end when their steps are done; how many were told. */
  drain(worker?: string): Promise<Result<number, Failure>>;
  /** Takes away what is queued; how many entries of Redis that was. */
  forget(): Promise<Result<number, Failure>>;
  /** Carries out steps on this machine, until the signal. */
  work(request: WorkRequest): Promise<Result<void, Failure>>;
}

interface WorkRequest {
  readonly version: string;
  readonly keyFile?: string | undefined;
  readonly name?: string | undefined;
  readonly labels: readonly string[];
  readonly concurrency: number;
  /** Begins nothing more, and ends when all is done. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Redis was reached. */
  readonly onReady: (name: string) => void;
}

export function openFleet(options: DoorOptions): FleetApi {
  const { env, fleet: url, cwd = '/', agent, model, trust = false, onNotice = () => undefined } = options;
  const context = { env, url };
  const operations = () => import('../operations/fleet.ts');
  return {
    key: (takes = 'step') => catchFailure(async () => (await operations()).readFleetKey(context, takes)),
    status: () => catchFailure(async () => (await operations()).fleetStatus(context)),
    pause: () => catchFailure(async () => (await operations()).pauseFleet(context, true)),
    resume: () => catchFailure(async () => (await operations()).pauseFleet(context, false)),
    drain: (worker) => catchFailure(async () => (await operations()).drainFleet(context, worker)),
    forget: () => catchFailure(async () => (await operations()).forget(context)),
    work: ({ keyFile, signal, ...request }) =>
      catchFailure(async () => {
        const { fleetUrl, workerKeyFor } = await operations();
        const { runWorker } = await import('../worker/run-worker.ts');
        const words = await loadCatalogue(chooseLanguage({ flag: options.language, env }));
        const chosen = { ...(agent !== undefined && { agent }), ...(model !== undefined && { model }) };
        await runWorker(
          { env, cwd, words, options: chosen, trusts: trust, onNotice },
          { ...request, url: fleetUrl(context), key: workerKeyFor(env, keyFile), drain: signal },
        );
      }),
  };
}
