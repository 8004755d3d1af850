import { throwFailure } from '../../base/failure.ts';
import type { SessionView } from '../../schema/views/session-view.ts';
import type { Context } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { totalFacts } from '../report/spent.ts';
import { headedLines } from '../terminal/item.ts';

/** Says where a session stands now that nothing happens to it any more, and what can be done. */
export function endSession(context: Context, session: SessionView): ExitCode {
  const { words, tell } = context;
  const { request_id: request, status, stage, delivery, failure } = session;
  const base = session.base?.branch ?? '';
  if (stage === 'complete') {
    const { at = 'none', merge = null, why = null, detail = [] } = delivery ?? {};
    switch (at) {
      case 'done':
        say(context, session, words.session.mergedInto(request, base, (merge ?? '').slice(0, 12)));
        return exit.done;
      case 'left_alone':
        return throwFailure('session.left_alone', { request, base, why: why ?? '' });
      case 'refused':
        return throwFailure('session.not_merged', { request, base, why: why ?? '', detail });
      case 'wanted':
      case 'none':
        say(context, session, words.session.completed(request), [words.session.howToMerge(base)]);
        return exit.done;
      default:
        return at satisfies never;
    }
  }
  if (status === 'active') {
    // Somebody decided something just as we were leaving.
    tell(words.session.goOn);
    return exit.waiting;
  }
  if (failure === null) return throwFailure('session.stopped', { request, status });
  const [detail = ''] = failure.detail.split('\n').filter((line) => line.trim() !== '');
  return throwFailure('session.failed', { request, where: whereOf(session), kind: failure.code, detail });
}

/** The subtask, else what the request as a whole is at. */
function whereOf({ stage, tasks, current_task }: SessionView): string {
  const task = tasks.find(({ id }) => id === current_task);
  if (stage !== 'loop' || task === undefined) return stage;
  return (task.is_designed ? task.subtasks.find(({ is_current }) => is_current)?.id : undefined) ?? current_task;
}

function say(context: Context, session: SessionView, done: string, more: readonly string[] = []): void {
  const { words, flags, answer } = context;
  if (flags.quiet || flags.json) return;
  const subtasks = session.tasks.reduce((sum, task) => sum + task.subtasks.length, 0);
  const onBranch = more.length > 0 ? [words.session.onBranch(session.branch ?? '')] : [];
  const facts = [words.session.subtasks(subtasks), ...onBranch, ...totalFacts(session.spent, words)];
  answer(headedLines(`✅ ${done}`, [facts.join(' · '), ...more], context).join('\n'));
}
