import type { TestOptions } from '../../engine/operations/test-agent.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { formatTime } from '../../i18n/format.ts';
import { visible } from '../terminal/visible.ts';
import { fit, padTo, widthOf } from '../terminal/width.ts';

type AgentEvent = Parameters<TestOptions['onEvent']>[0];

export interface EventReporting {
  readonly words: Catalogue;
  readonly columns: number;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
}

/** One line about something that happened during a call; never wider than the terminal. */
export function eventLine(event: AgentEvent, { words, columns, redact }: EventReporting): string {
  const labels = words.agents.events;
  const width = Math.max(...Object.values(labels).map(widthOf));
  return fit(`${padTo(labels[event.type], width)}  ${visible(redact(factOf(event, words)))}`.trimEnd(), columns);
}

function factOf(event: AgentEvent, words: Catalogue): string {
  switch (event.type) {
    case 'started':
      return event.model ?? '';
    case 'text':
    case 'thought':
      return event.text.trim();
    case 'tool_use':
      return `${event.tool} ${event.input}`;
    case 'tool_result':
      return `${event.ok ? '✓' : '✗'} ${event.output.trim()}`;
    case 'usage':
      return words.agents.tokens(event.spent.input_tokens, event.spent.output_tokens);
    case 'retry':
      return event.reason;
    case 'permission_denied':
      return event.tool;
    case 'limit':
      return event.resume_at === undefined ? '' : words.agents.until(formatTime(event.resume_at));
    case 'other':
      return event.raw;
    default:
      return event satisfies never;
  }
}
