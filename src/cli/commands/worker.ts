import { throwFailure, unwrap } from '../../base/failure.ts';
import { patterns } from '../../base/patterns.ts';
import { type FleetJob, openFleet, type WorkerEvent } from '../../engine/door/fleet.ts';
import type { Context, Run } from '../context.ts';
import { doorOptions } from '../project.ts';
import { jsonLine, visible } from '../terminal/visible.ts';

/** Carries out steps of a fleet until it is interrupted; then what runs is finished. */
export const run: Run = async (context, { options }) => {
  const { io, words, tell, flags, answer } = context;
  const labels = (options['labels'] ?? '').split(',').filter((label) => label !== '');
  const bad = labels.find((label) => !patterns.label.regex.test(label));
  if (bad !== undefined)
    throwFailure('usage.not_a_choice', { option: '--labels', value: bad, choices: ['linux,node22'] });
  const concurrency = readCount(options['concurrency'] ?? '1');
  // Also said once it is told to end.
  const print = (line: string): void => {
    if (!flags.quiet) io.stderr.write(`${line}\n`);
  };
  io.signal.addEventListener('abort', () => print(words.fleet.draining), { once: true });
  const work = openFleet(doorOptions(context)).work({
    version: io.version,
    keyFile: options['key'],
    name: options['name'],
    labels,
    concurrency,
    signal: io.signal,
    onReady: (name) => tell(words.fleet.ready(visible(name), concurrency, labels)),
    onEvent: (event) => {
      if (flags.json) answer(jsonLine(jsonOf(event)));
      const line = lineFor(event, context);
      if (line !== undefined) print(visible(line));
    },
  });
  unwrap(await context.finishing(work));
  print(words.fleet.ended_all);
};

function readCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 256) return count;
  return throwFailure('usage.not_a_choice', { option: '--concurrency', value: text, choices: ['1', '2', '4'] });
}

function lineFor(event: WorkerEvent, { words: { fleet } }: Context): string | undefined {
  switch (event.type) {
    case 'began':
      return fleet.began(event.job.effect, roleOf(event.job, fleet));
    case 'ended': {
      const { result } = event;
      const why = result.kind === 'refused' ? ` (${result.code}: ${result.reason})` : '';
      return fleet.ended(event.job.effect, `${fleet.outcomes[result.kind]}${why}`);
    }
    case 'refused':
      return fleet.refused[event.why];
    case 'paused':
      return fleet.paused(Math.max(1, Math.round(event.ms / 60_000)));
    case 'drain':
      return fleet.draining;
    default:
      return event satisfies never;
  }
}

function roleOf(job: FleetJob, { takes }: Context['words']['fleet']): string {
  return job.kind === 'step' ? job.role : takes.check;
}

/** What programs are told: no prompt. */
function jsonOf(event: WorkerEvent): unknown {
  if (!('job' in event)) return event;
  const { id, effect, kind } = event.job;
  const role = kind === 'step' ? event.job.role : null;
  const result = event.type === 'ended' ? { result: event.result.kind } : {};
  return { type: event.type, job: id, kind, effect, role, ...result };
}
