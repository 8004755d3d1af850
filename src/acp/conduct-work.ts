import { unwrap } from '../base/failure.ts';
import type { RecordedEvent } from '../engine/door/events.ts';
import { StepReports } from './step-reports.ts';
import type { Turn, Work } from './work.ts';

/** How often in a row a process may end without having done anything. */
const MOST_IDLE_STARTS = 2;

/**
 * Shows work while a process of its own conducts it, so that it outlives the editor, and asks the person what only they
 * may decide. Comes back when it is over, when the person decides nothing now, or when the turn ends.
 */
export async function conductWork(turn: Turn, work: Work, from?: string): Promise<void> {
  const { project, signal } = turn;
  const reports = new StepReports(turn);
  let cursor = from ?? (await project.snapshot()).cursor;
  let idle = 0;
  await reports.showPlan(await work.plan());
  for (const effect of await work.running()) await reports.begin(effect, await work.stepStart(effect));
  try {
    while (!signal.aborted) {
      await startIfLeft(turn, work);
      const resting = project.wait({ named: work.name, signal });
      let heard = 0;
      for await (const event of project.events({ after: cursor, until: resting, signal })) {
        ({ cursor } = event);
        if (event.type !== 'snapshot' && !(event.workflow === work.workflow && event.id === work.id)) continue;
        heard += 1;
        if (event.type !== 'snapshot') await report(reports, work, event);
        await reports.showPlan(await work.plan());
      }
      if (signal.aborted) return;
      const { outcome, said } = unwrap(await resting);
      idle = heard > 0 ? 0 : idle + 1;
      if (outcome !== 'interrupted' && !(await work.decide(turn))) return;
      if (outcome === 'interrupted' && idle >= MOST_IDLE_STARTS)
        return await turn.editor.say(turn.words.editor.interrupted(work.name, said));
    }
  } finally {
    await reports.endAll(turn.words.editor.cancelled);
  }
}

async function startIfLeft({ project, program, signal }: Turn, work: Work): Promise<void> {
  const { outcome } = unwrap(await project.wait({ named: work.name, forMs: 0, signal }));
  if (outcome === 'interrupted') unwrap(await project.launch({ program, args: await work.goOn() }));
}

async function report(reports: StepReports, work: Work, event: RecordedEvent): Promise<void> {
  if (event.type === 'edited' || !('effect' in event.data) || typeof event.data.effect !== 'string') return;
  const { effect } = event.data;
  if (event.type === 'effect_started') await reports.begin(effect, await work.stepStart(effect));
  else await reports.end(effect, await work.stepEnd(event));
}
