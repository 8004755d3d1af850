import { failure, type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import { publishRefusals } from '../../schema/merge-refusals.ts';
import type { ProposalView } from '../../schema/views/proposal-view.ts';
import { sayProposed } from '../report/proposal.ts';
import type { AutoConductor, AutoReport } from '../../engine/door/auto.ts';
import type { Context } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { autoReportLines, thinReportLines } from '../report/auto-report.ts';
import { MOST_FAILURES } from './auto-digest.ts';

export interface AutoEnding {
  readonly wallMs: number;
  /** `--phase`. */
  readonly phase: number | undefined;
  /** Only the delivery was wanted. */
  readonly applies: boolean;
  /** The phase that the person, asked a moment ago, did not want to start. */
  readonly declined?: number | undefined;
  /** Failed tasks that a digest told of; null for people, who are told everything. */
  readonly told: ReadonlySet<string> | null;
}

type Ended = Pick<AutoConductor, 'view' | 'task' | 'report' | 'newTasks' | 'keptBranches' | 'redact'>;

/** Says where a graph stands now that nothing happens to it any more, and what can be done. */
export async function endAuto(context: Context, conductor: Ended, ending: AutoEnding): Promise<ExitCode> {
  const { flags, answer } = context;
  const report = conductor.report();
  const { pull_request } = conductor.view();
  if (ending.applies) return applied(context, report, pull_request);
  const { wallMs, told } = ending;
  const lines = async () =>
    told === null
      ? autoReportLines({ report, wallMs, kept: await conductor.keptBranches() }, context)
      : thinReportLines({ report, wallMs }, context, { told, most: MOST_FAILURES - told.size });
  if (!flags.quiet && !flags.json) answer(conductor.redact((await lines()).join('\n')));
  const outcome = await outcomeOf(context, conductor, { ...ending, report });
  if (pull_request !== null) sayProposed(context, { id: 'auto', proposal: pull_request });
  return outcome;
}

async function outcomeOf(
  { words, tell }: Context,
  { view, task, newTasks }: Ended,
  { report, phase, declined }: AutoEnding & { readonly report: AutoReport },
): Promise<ExitCode> {
  const { stuck, asks, left_alone, counts, base, stage, held_repair } = report;
  const { blocked, pending, ready, in_progress } = counts;
  const failed = report.failed.map(({ id }) => id);
  const graph = view();
  const added = stage === 'done' ? await newTasks() : [];
  // Whatever else keeps it from being done comes first.
  if (added.length > 0 && (left_alone !== null || report.held.length + failed.length + blocked > 0))
    tell(words.auto.changes.added(added.join(', ')));
  if (stuck !== null) return throwFailure('auto.stuck', stuck);
  if (graph.is_stopped) return throwFailure('auto.stopped', {});
  if (asks !== null && asks === declined) {
    tell(words.auto.status.next.asks(asks));
    return exit.waiting;
  }
  if (asks !== null && (phase === undefined || phase === asks))
    return throwFailure('auto.phase_waits', { phase: asks });
  if (left_alone !== null && base !== null && (stage === 'done' || phase !== undefined))
    return unwrap(err(leftAlone(base, left_alone)));
  if (held_repair !== null) return throwFailure('auto.held', { tasks: [held_repair.id] });
  const { held } = report;
  if (held.length > 0 && (stage === 'done' || phase !== undefined)) return throwHeld(report);
  if (stage === 'done') {
    if (failed.length + blocked > 0) return throwFailure('auto.unfinished', { failed, blocked, open: 0 });
    return added.length === 0 ? exit.done : throwFailure('auto.new_tasks', { tasks: added });
  }
  const own = graph.phases.find((one) => one.phase === phase);
  const open = pending + ready + in_progress;
  if (own === undefined || graph.phase === phase) return throwFailure('auto.unfinished', { failed, blocked, open });
  if (own.failed + own.blocked > 0)
    return throwFailure('auto.unfinished', {
      failed: failed.filter((id) => task(id)?.phase === phase),
      blocked: own.blocked,
      open: 0,
    });
  tell(words.auto.phaseOver(own.phase));
  return exit.done;
}

/** Where nothing but missing programs holds tasks up, a person has nothing to decide. */
function throwHeld({ held }: AutoReport): never {
  const tasks = held.map(({ id }) => id);
  const findings = held.flatMap((task) => task.findings);
  const missing = findings.flatMap((finding) => (finding.code === 'condition_cannot_run' ? [finding.program] : []));
  if (missing.length < findings.length || missing.length === 0) return throwFailure('auto.held', { tasks });
  return throwFailure('auto.conditions_cannot_run', { tasks, programs: [...new Set(missing)] });
}

function leftAlone(base: string, { why, detail }: NonNullable<AutoReport['left_alone']>): Failure {
  const isOfRemote = publishRefusals.some((one) => one === why);
  return isOfRemote
    ? failure('pull_request.not_pushed', { id: 'auto', why, detail, again: 'orchestral apply auto' })
    : failure('auto.left_alone', { base, why, detail });
}

function applied(context: Context, { left_alone, base }: AutoReport, pullRequest: ProposalView | null): ExitCode {
  const { words, flags, answer } = context;
  if (left_alone !== null) return unwrap(err(leftAlone(base ?? '', left_alone)));
  if (pullRequest !== null) return sayProposed(context, { id: 'auto', proposal: pullRequest });
  if (!flags.quiet && !flags.json) answer(words.auto.applied(base ?? ''));
  return exit.done;
}
