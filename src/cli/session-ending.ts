import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode } from './exit.ts';
import { endEarly } from './on-screen.ts';
import { headedLines } from './report/headed.ts';
import { totalFacts } from './report/spent.ts';
import type { SessionNow } from './report/session-event.ts';

/** Says where a session stands now that nothing happens to it any more, and what can be done. */
export function endSession(
  context: Context,
  session: SessionNow & { readonly base: NonNullable<SessionNow['base']> },
  conducted: Result<void, Failure>,
): Result<ExitCode, Failure> {
  const { words, tell } = context;
  const { request_id: request, status, stage, base, delivery } = session;
  const isOver = stage.at === 'complete' && delivery?.at !== 'wanted';
  const { interrupted, goOn } = words.session;
  const short = endEarly(context, { conducted, isOver, interrupted: [interrupted], goOn });
  if (short !== undefined) return short;
  if (stage.at !== 'complete') return ended(session);
  switch (delivery?.at) {
    case 'done':
      say(context, session, words.session.mergedInto(request, base.branch, delivery.merge.slice(0, 12)));
      return ok(exit.done);
    case 'left_alone':
      return fail('session.left_alone', { request, base: base.branch, why: delivery.why });
    case 'refused':
      return fail('session.not_merged', { request, base: base.branch, why: delivery.why, detail: delivery.detail });
    case 'wanted':
    case undefined:
      say(context, session, words.session.completed(request), [words.session.howToMerge(base.branch)]);
      return ok(exit.done);
    default:
      return delivery satisfies never;
  }

  function ended({ failure }: SessionNow): Result<ExitCode, Failure> {
    if (status === 'active') {
      // Somebody decided something just as we were leaving.
      tell(words.session.goOn);
      return ok(exit.waiting);
    }
    if (failure === null) return fail('session.stopped', { request, status });
    const [detail = ''] = failure.detail.split('\n').filter((line) => line.trim() !== '');
    return fail('session.failed', { request, where: whereOf(session), kind: failure.code, detail });
  }
}

/** The subtask, else what the request as a whole is at. */
function whereOf({ stage, tasks, current_task }: SessionNow): string {
  const task = tasks[current_task];
  if (stage.at !== 'loop' || task === undefined) return stage.at;
  return task.is_designed ? task.current_subtask : current_task;
}

function say(context: Context, session: SessionNow, done: string, more: readonly string[] = []): void {
  const { words, flags, answer } = context;
  if (flags.quiet || flags.json) return;
  const subtasks = Object.values(session.tasks).reduce((sum, { subtask_order }) => sum + subtask_order.length, 0);
  const onBranch = more.length > 0 ? [words.session.onBranch(`orchestral/session-${session.request_id}`)] : [];
  const facts = [words.session.subtasks(subtasks), ...onBranch, ...totalFacts(session.spent, words)];
  answer(headedLines(`✅ ${done}`, [facts.join(' · '), ...more], context).join('\n'));
}
