import type { Catalogue } from '../../i18n/catalogue.ts';
import type { StderrView } from '../stderr-view.ts';
import { flat } from '../terminal/one-line.ts';
import { visible } from '../terminal/visible.ts';
import { frameAt } from './elapsed.ts';
import { type AgentActivity, createLineBuffer } from './line-buffer.ts';

/** What is needed to show what is going on. */
export interface ViewOptions {
  readonly words: Catalogue;
  readonly story: StderrView;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
}

/** The last that an agent said or did, as far as it is worth a glance. */
export interface LastOutput {
  hear(event: AgentActivity): void;
  /** Empty while there was nothing. */
  line(): string;
}

export function createLastOutput({ redact }: Pick<ViewOptions, 'redact'>): LastOutput {
  let last = '';
  const voice = createLineBuffer((event) => (last = wordsOf(event) ?? last));
  return {
    hear: (event) => {
      voice.hear(event);
      if (voice.begun().trim() !== '') last = voice.begun();
    },
    line: () => visible(redact(flat(last))),
  };
}

function wordsOf(event: AgentActivity): string | undefined {
  if (event.type === 'text') return event.text;
  if (event.type === 'tool_use') return `${event.tool} ${event.input}`;
  return event.type === 'retry' ? event.reason : undefined;
}

/** What turns, beside lines about a step that goes on; below, what its agent said last. */
export function goingLines(
  [head = '', ...rest]: readonly string[],
  { elapsedMs, said }: { readonly elapsedMs: number; readonly said: string },
  { colours }: Pick<StderrView, 'colours'>,
): string[] {
  return [
    `${colours.cyan(frameAt(elapsedMs))} ${head}`,
    ...rest.map((line) => `  ${line}`),
    ...(said === '' ? [] : [`  ${colours.dim(said)}`]),
  ];
}
