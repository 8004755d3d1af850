import type { RunProgress } from '../../engine/door/runs.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { formatTime } from '../../i18n/format.ts';
import { visible } from '../terminal/visible.ts';
import { fit, padTo, widthOf } from '../terminal/width.ts';

export type AgentEvent = Extract<RunProgress, { kind: 'agent' }>['event'];

interface EventReporting {
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

interface LineBuffer {
  hear(event: AgentEvent): void;
  /** The line that is still being spoken. */
  begun(): string;
  /** It is told, however it would have gone on. */
  end(): void;
}

/** Longer ones are shown in parts. */
const LONGEST_LINE = 4_000;

/** An agent's events with its text line by line: models speak in pieces, and people read lines. */
export function createLineBuffer(tell: (event: AgentEvent) => void): LineBuffer {
  let begun = '';
  const end = (): void => {
    if (begun.trim() !== '') tell({ type: 'text', text: begun });
    begun = '';
  };
  return {
    end,
    begun: () => begun,
    hear: (event) => {
      if (event.type !== 'text') {
        end();
        tell(event);
        return;
      }
      const lines = (begun + event.text).split('\n');
      begun = lines.pop() ?? '';
      for (const text of lines) if (text.trim() !== '') tell({ type: 'text', text });
      if (begun.length > LONGEST_LINE) end();
    },
  };
}
