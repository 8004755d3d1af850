import type { Catalogue } from '../../i18n/catalogue.ts';
import type { SessionView } from '../../schema/views/session-view.ts';
import { totalFacts } from '../report/spent.ts';
import { visible } from '../terminal/visible.ts';
import { clock, type RunningEffect } from './running-effects.ts';
import type { Scene } from './scene.ts';

interface Told {
  readonly words: Catalogue;
  /** Since it is conducted. */
  readonly elapsedMs: number;
}

type Shown = Pick<SessionView, 'tasks' | 'stage' | 'spent'>;

/** What changes in place while a session is conducted. Exploring and planning go on at the same time. */
export function sessionScene(session: Shown, running: readonly RunningEffect[], { words, elapsedMs }: Told): Scene {
  const subtasks = session.tasks.flatMap((task) => task.subtasks);
  const done = subtasks.filter(({ status }) => status === 'completed').length;
  return {
    steps: running.map(({ effect, role, ...step }) => ({
      ...step,
      name: visible(placeOf(effect, session, words)),
      facts: role === '' ? [] : [role],
    })),
    facts: [
      ...(subtasks.length === 0 ? [] : [words.status.subtasks(`${done}/${subtasks.length}`)]),
      words.progress.inTotal(clock(elapsedMs)),
      ...totalFacts(session.spent, words),
    ],
  };
}

/** `T2 > S1 Service (implementation): implement`, or `discovery: plan`. */
function placeOf(effect: string, { tasks, stage }: Shown, words: Catalogue): string {
  const [, step = '', at] = /\/([^/]+?)(?:\/(\w+))?#\d+$/.exec(effect) ?? [];
  const subtask = /^(T\d+)-(S\d+)$/.exec(step);
  if (subtask === null) {
    const task = tasks.find(({ id }) => id === step);
    if (task !== undefined) return `${step} ${task.name}: ${at ?? ''}`;
    return stage === 'discovery' || step === 'merge' ? `${words.session.discovery}: ${step}` : step;
  }
  const [, taskId = '', subtaskId = ''] = subtask;
  const { name = '', phase = '' } = tasks.flatMap(({ subtasks }) => subtasks).find(({ id }) => id === step) ?? {};
  return `${taskId} > ${subtaskId} ${name} (${words.states.subtask[phase] ?? ''}): ${at ?? ''}`;
}
