import type { SessionTools } from '../../engine/open-session.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Story } from '../story.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import { clock, FRAME_MS, FRAMES } from './elapsed.ts';
import type { SessionNow } from './session-event.ts';
import { createVoice } from './voice.ts';

export type SessionProgress = Parameters<NonNullable<SessionTools['onProgress']>>[0];

/** The steps that are going on, for the lines that change in place: exploring and planning go on at the same time. */
export interface SessionStage {
  begin(effect: string): void;
  end(effect: string): void;
  hear(progress: SessionProgress): void;
  /** None while nothing goes on. */
  lines(session: SessionNow): string[];
}

interface Surroundings {
  readonly words: Catalogue;
  readonly story: Story;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
}

interface Going {
  readonly since: number;
  readonly voice: ReturnType<typeof createVoice>;
  role: string;
  lastLine: string;
}

export function createSessionStage({ words, story, redact, now }: Surroundings): SessionStage {
  const going = new Map<string, Going>();

  const linesOf = ([effect, { since, role, lastLine }]: [string, Going], session: SessionNow): string[] => {
    const elapsed = now() - since;
    const frame = FRAMES[Math.floor(elapsed / FRAME_MS) % FRAMES.length] ?? '';
    const facts = [placeOf(effect, session, words), ...(role === '' ? [] : [role]), clock(elapsed)];
    const [head = '', ...rest] = wrap(visible(facts.join(' · ')), story.columns - 3);
    const said = visible(redact(lastLine.replaceAll(/\s+/g, ' ').trim()));
    return [
      `${story.colours.cyan(frame)} ${head}`,
      ...rest.map((line) => `  ${line}`),
      ...(said === '' ? [] : [`  ${story.colours.dim(said)}`]),
    ];
  };

  return {
    begin: (effect) => {
      const one: Going = {
        since: now(),
        role: '',
        lastLine: '',
        voice: createVoice((event) => {
          if (event.type === 'text') one.lastLine = event.text;
          else if (event.type === 'tool_use') one.lastLine = `${event.tool} ${event.input}`;
          else if (event.type === 'retry') one.lastLine = event.reason;
        }),
      };
      going.set(effect, one);
    },
    end: (effect) => void going.delete(effect),
    hear: ({ effect, role, event }) => {
      const one = going.get(effect);
      if (one === undefined) return;
      one.role = role;
      one.voice.hear(event);
      if (one.voice.begun().trim() !== '') one.lastLine = one.voice.begun();
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
