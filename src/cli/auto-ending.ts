import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { phaseProgress } from '../engine/operations/auto/phase-progress.ts';
import { type AutoReport, reportOf } from '../engine/operations/auto/report.ts';
import { MOST_FAILURES } from './auto-digest.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode } from './exit.ts';
import { endEarly } from './on-screen.ts';
import type { AutoNow } from './report/auto-event.ts';
import { autoReportLines, thinReportLines } from './report/auto-report.ts';

export interface AutoEnding {
  readonly graph: AutoNow;
  readonly conducted: Result<void, Failure>;
  readonly wallMs: number;
  /** `--phase`. */
  readonly phase: number | undefined;
  /** Only the delivery was wanted. */
  readonly applies: boolean;
  /** Failed tasks that a digest told of; null for people, who are told everything. */
  readonly told: ReadonlySet<string> | null;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
}

/** Says where a graph stands now that nothing happens to it any more, and what can be done. */
export function endAuto(context: Context, ending: AutoEnding): Result<ExitCode, Failure> {
  const { words, flags } = context;
  const { graph, conducted } = ending;
  const report = reportOf(graph);
  const isOver = report.stage === 'done';
  const { interrupted, kept } = words.auto;
  const short = endEarly(context, { conducted, isOver, interrupted: [interrupted], goOn: kept });
  if (short !== undefined) return short;
  if (ending.applies) return applied(context, report);
  if (!flags.quiet && !flags.json) say(context, report, ending);
  return outcomeOf(context, report, ending);
}

function say(context: Context, report: AutoReport, { wallMs, told, redact }: AutoEnding): void {
  const ended = { report, wallMs };
  const lines =
    told === null
      ? autoReportLines(ended, context)
      : thinReportLines(ended, context, { told, most: MOST_FAILURES - told.size });
  context.answer(redact(lines.join('\n')));
}

function outcomeOf(
  { words, tell }: Context,
  report: AutoReport,
  { graph, phase }: AutoEnding,
): Result<ExitCode, Failure> {
  const { stuck, asks, left_alone, counts, base, stage } = report;
  const { blocked, pending, ready, in_progress } = counts;
  const failed = report.failed.map(({ id }) => id);
  if (stuck !== null) return fail('auto.stuck', stuck);
  if (graph.stopped) return fail('auto.stopped', {});
  if (asks !== null && (phase === undefined || phase === asks)) return fail('auto.phase_waits', { phase: asks });
  if (left_alone !== null && base !== null && (stage === 'done' || phase !== undefined))
    return fail('auto.left_alone', { base, ...left_alone });
  if (stage === 'done')
    return failed.length + blocked === 0 ? ok(exit.done) : fail('auto.unfinished', { failed, blocked, open: 0 });
  const own = phaseProgress(graph).find((one) => one.phase === phase);
  const open = pending + ready + in_progress;
  if (own === undefined || graph.current_phase === phase) return fail('auto.unfinished', { failed, blocked, open });
  if (own.failed + own.blocked > 0)
    return fail('auto.unfinished', {
      failed: failed.filter((id) => graph.tasks[id]?.phase === phase),
      blocked: own.blocked,
      open: 0,
    });
  tell(words.auto.phaseOver(own.phase));
  return ok(exit.done);
}

function applied({ words, flags, answer }: Context, { left_alone, base }: AutoReport): Result<ExitCode, Failure> {
  if (left_alone !== null) return fail('auto.left_alone', { base: base ?? '', ...left_alone });
  if (!flags.quiet && !flags.json) answer(words.auto.applied(base ?? ''));
  return ok(exit.done);
}
