import type { SessionContext } from '../../engine/descriptors/session.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import { clock } from './elapsed.ts';
import { createLastOutput, type LastOutput, goingLines, type ViewOptions } from './last-output.ts';
import type { SessionNow } from './session-event.ts';

export type SessionProgress = Parameters<NonNullable<SessionContext['onProgress']>>[0];

/** The steps that are going on, for the lines that change in place: exploring and planning go on at the same time. */
export interface SessionStage {
  begin(effect: string): void;
  end(effect: string): void;
  hear(progress: SessionProgress): void;
  /** None while nothing goes on. */
  lines(session: SessionNow): string[];
}

interface Going {
  readonly since: number;
  readonly glimpse: LastOutput;
  role: string;
}

export function createSessionStage({ words, story, redact, now }: ViewOptions): SessionStage {
  const going = new Map<string, Going>();

  const linesOf = ([effect, { since, role, glimpse }]: [string, Going], session: SessionNow): string[] => {
    const elapsedMs = now() - since;
    const facts = [placeOf(effect, session, words), ...(role === '' ? [] : [role]), clock(elapsedMs)];
    const head = wrap(visible(facts.join(' · ')), story.columns - 3);
    return goingLines(head, { elapsedMs, said: glimpse.line() }, story);
  };

  return {
    begin: (effect) => void going.set(effect, { since: now(), role: '', glimpse: createLastOutput({ redact }) }),
    end: (effect) => void going.delete(effect),
    hear: ({ effect, role, event }) => {
      const one = going.get(effect);
      if (one === undefined) return;
      one.role = role;
      one.glimpse.hear(event);
    },
    lines: (session) => [...going].flatMap((one) => linesOf(one, session)),
  };
}

/** `T2 > S1 Service (implementation): implement`, or `discovery: plan`. */
function placeOf(effect: string, session: SessionNow, words: Catalogue): string {
  const [, step = '', at] = /\/([^/]+?)(?:\/(\w+))?#\d+$/.exec(effect) ?? [];
  const subtask = /^(T\d+)-(S\d+)$/.exec(step);
  if (subtask === null) {
    const task = session.tasks[step];
    if (task !== undefined) return `${step} ${task.name}: ${at ?? ''}`;
    return session.stage.at === 'discovery' || step === 'merge' ? `${words.session.discovery}: ${step}` : step;
  }
  const [, taskId = '', subtaskId = ''] = subtask;
  const name = session.tasks[taskId]?.subtasks[step]?.name ?? '';
  return `${taskId} > ${subtaskId} ${name} (${phaseOf[at ?? ''] ?? ''}): ${at ?? ''}`;
}

const phaseOf: Readonly<Record<string, string>> = {
  write: 'test_first',
  red: 'test_first',
  implement: 'implementation',
  scope: 'implementation',
  verify: 'verification',
  green: 'verification',
  judge: 'verification',
  commit: 'verification',
};
