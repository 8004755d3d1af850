import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Story } from '../story.ts';
import { flat } from '../terminal/one-line.ts';
import { visible } from '../terminal/visible.ts';
import { frameAt } from './elapsed.ts';
import { type AgentEvent, createVoice } from './voice.ts';

/** What is needed to show what is going on. */
export interface Surroundings {
  readonly words: Catalogue;
  readonly story: Story;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
}

/** The last that an agent said or did, as far as it is worth a glance. */
export interface Glimpse {
  hear(event: AgentEvent): void;
  /** Empty while there was nothing. */
  line(): string;
}

export function createGlimpse({ redact }: Pick<Surroundings, 'redact'>): Glimpse {
  let last = '';
  const voice = createVoice((event) => (last = wordsOf(event) ?? last));
  return {
    hear: (event) => {
      voice.hear(event);
      if (voice.begun().trim() !== '') last = voice.begun();
    },
    line: () => visible(redact(flat(last))),
  };
}

function wordsOf(event: AgentEvent): string | undefined {
  if (event.type === 'text') return event.text;
  if (event.type === 'tool_use') return `${event.tool} ${event.input}`;
  return event.type === 'retry' ? event.reason : undefined;
}

/** What turns, beside lines about a step that goes on; below, what its agent said last. */
export function goingLines(
  [head = '', ...rest]: readonly string[],
  { elapsedMs, said }: { readonly elapsedMs: number; readonly said: string },
  { colours }: Pick<Story, 'colours'>,
): string[] {
  return [
    `${colours.cyan(frameAt(elapsedMs))} ${head}`,
    ...rest.map((line) => `  ${line}`),
    ...(said === '' ? [] : [`  ${colours.dim(said)}`]),
  ];
}
