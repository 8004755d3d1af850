import { setTimeout as pause } from 'node:timers/promises';
import { type Failure, unwrap } from '../base/failure.ts';
import { isRecord, parseJson } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import type { Job } from '../engine/door/jobs.ts';
import type { Waited } from '../engine/door/open-project.ts';
import { reasonIn } from '../engine/door/launch.ts';
import type { Work } from '../engine/door/work-outcome.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { WorkAnswer } from '../schema/mcp/outputs.ts';
import type { Call } from './call.ts';

/** How some work stands, and what whoever asked may do about it. */
export function workAnswer(work: Work & Partial<Pick<Waited, 'said'>>, { mcp }: Catalogue): WorkAnswer {
  const { workflow: kind, id, outcome: state, at, need, said = '' } = work;
  const next = need === null ? mcp.next[state](id) : mcp.needs[need](id);
  return { id, kind, state, at, need, answer: null, said, next };
}

/** Waits for work as long as the call may take. All who wait for the same look together. */
export async function waitForWork(call: Call, named: string | undefined, forMs: number): Promise<Waited> {
  const { session, unwanted } = call;
  const { project, waits } = session;
  const until = performance.now() + forMs;
  const unlisten = session.feed.listen(({ id, type }) => call.tell(`${id}: ${type}`));
  try {
    for (;;) {
      const left = until - performance.now();
      if (left <= 0 || unwanted.aborted) break;
      const came = await Promise.race([
        shared(),
        pause(left, 'late' as const, { signal: unwanted }).catch(() => 'late' as const),
      ]);
      if (came === 'late') break;
      const waited = unwrap(came);
      if (waited.outcome !== 'running') return waited;
    }
    return unwrap(await project.wait({ named, forMs: 0, signal: unwanted }));
  } finally {
    unlisten();
  }

  function shared(): Promise<Result<Waited, Failure>> {
    const key = named ?? '';
    const before = waits.get(key);
    if (before !== undefined) return before;
    const wait = project.wait({ named, forMs: session.options.withinMs, signal: session.left });
    const over = wait.finally(() => waits.delete(key));
    waits.set(key, over);
    // Those who wait hear of it; maybe nobody does any more.
    over.catch(() => undefined);
    return over;
  }
}

/** A line of the protocol, as `auto next` and `auto exec` print it. */
const LINE = /^(?:READY:.*|PHASE_DONE:.*|ALL_DONE|DONE:.*|HELD:.*|FAIL:.*|ERROR:.*)$/gm;

/** What a job that ended was for; null where it did not come to that. */
export function lineIn({ said, is_running }: Job): string | null {
  return is_running ? null : (said.match(LINE)?.at(-1) ?? null);
}

/** The same of one that prints JSON. */
export function resultIn({ said, is_running }: Job): Readonly<Record<string, unknown>> | null {
  const read = is_running ? undefined : parseJson(said);
  return isRecord(read) && !('error' in read) ? read : null;
}

const LONGEST_ANSWER = 20_000;

/** How a job stands. */
export function jobAnswer(job: Job, { mcp }: Catalogue): WorkAnswer {
  const result = job.args[0] === 'auto' ? null : resultIn(job);
  const answer = result === null ? lineIn(job) : JSON.stringify(result).slice(0, LONGEST_ANSWER);
  const { id } = job;
  const at = commandOf(job);
  const state = stateOf(job, answer);
  const said = state === 'failed' && answer === null ? reasonIn(job.said) : '';
  const need = state === 'needs_person' ? 'task' : null;
  return { id, kind: 'job', state, at, need, answer, said, next: mcp.nextOfJob[state](id) };
}

function stateOf({ is_running, said }: Job, answer: string | null): WorkAnswer['state'] {
  if (is_running) return 'running';
  if (answer === null) return said.trim() === '' ? 'interrupted' : 'failed';
  if (/^(?:HELD:|ERROR:WAITING)/.test(answer)) return 'needs_person';
  return /^(?:FAIL|ERROR):/.test(answer) ? 'failed' : 'done';
}

/** `auto exec T1.3`: what it was told, without flags. */
export function commandOf({ args }: Pick<Job, 'args'>): string {
  const flags = args.findIndex((word) => word.startsWith('-'));
  return args.slice(0, flags === -1 ? undefined : flags).join(' ');
}
