import type { Notification } from '../../../notify/format-notification.ts';
import { pendingIn } from '../../../workflows/run/consultation.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import type { OpenRun } from '../../descriptors/run.ts';
import { notifyPerson } from '../notify-person.ts';

/** Tells a person who is not looking that the run needs them, or is over. Never rejects; nothing needs to wait for it. */
export async function notifyRun(open: OpenRun, bell: () => void): Promise<void> {
  const message = notificationOf(open.state());
  if (message === undefined) return;
  await notifyPerson(open.services, message, bell);
}

function notificationOf({ run_id: subject, step, consultations }: Run): Notification | undefined {
  if (step.at === 'waiting') {
    const questions = pendingIn(consultations).map(({ question }) => question);
    return { kind: 'waiting', subject, question: questions.join('\n') };
  }
  if (step.at === 'failed') return { kind: 'failed', subject, reason: step.error };
  if (step.at === 'completed') return { kind: 'done', subject };
  return step.at === 'ready_for_merge' || step.at === 'undelivered' ? { kind: 'ready', subject } : undefined;
}
