import { type AgentEvent, createLineBuffer } from '../report/agent-output.ts';
import { flat } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';

/** What an agent does just now. */
export interface AgentProgress {
  /** The one that is going on, where it is not named. */
  readonly effect?: string;
  readonly role: string;
  /** Undefined where only time went by. */
  readonly event?: AgentEvent;
  /** What may make a person uneasy. */
  readonly warning?: string | undefined;
}

/** A step that is going on, for the lines that change in place. */
export interface RunningEffect {
  readonly effect: string;
  readonly elapsedMs: number;
  /** Empty before its agent said anything. */
  readonly role: string;
  /** The last that its agent said or did, as far as it is worth a glance, or which run of the tests is on: one harmless line. */
  readonly lastLine: string;
  /** By the present call. */
  readonly spent: { readonly tokens: number; readonly cost: number };
  readonly warnings: readonly string[];
}

interface RunningOptions {
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
  /** What an agent does, with its text line by line. */
  readonly onAgentEvent: (said: AgentSaid) => void;
}

export interface AgentSaid {
  readonly effect: string;
  readonly role: string;
  readonly event: AgentEvent;
}

/** The effects that are going on, and what their agents said last. */
export class RunningEffects {
  readonly #options: RunningOptions;
  readonly #running = new Map<string, Known>();

  constructor(options: RunningOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  begin(effect: string, at: string): void {
    const buffer = createLineBuffer((event) => {
      known.lastLine = wordsOf(event) ?? known.lastLine;
      this.#options.onAgentEvent({ effect, role: known.role, event });
    });
    const known: Known = {
      at: Date.parse(at),
      since: this.#options.now(),
      buffer,
      lastLine: '',
      role: '',
      overtime: '',
      limit: '',
      spent: { tokens: 0, cost: 0 },
    };
    this.#running.set(effect, known);
  }

  /** What its agent was still saying is told, however it would have gone on. Gives how long it took, where it was begun. */
  end(effect: string, at: string): number | undefined {
    const known = this.#running.get(effect);
    known?.buffer.end();
    this.#running.delete(effect);
    return known === undefined ? undefined : Math.max(0, Date.parse(at) - known.at);
  }

  hear({ effect, role, event, warning = '' }: AgentProgress & { readonly effect: string }): void {
    const known = this.#running.get(effect);
    if (known === undefined) {
      if (event !== undefined) this.#options.onAgentEvent({ effect, role, event });
      return;
    }
    if (event === undefined) {
      known.overtime = warning;
      return;
    }
    known.role = role;
    known.limit = warning;
    if (event.type === 'usage') {
      const { input_tokens, output_tokens, cost_usd } = event.spent;
      known.spent = { tokens: input_tokens + output_tokens, cost: cost_usd ?? 0 };
    }
    known.buffer.hear(event);
    if (known.buffer.begun().trim() !== '') known.lastLine = known.buffer.begun();
  }

  /** Nobody speaks while tests run. */
  showCheck(effect: string, text: string): void {
    const known = this.#running.get(effect);
    if (known !== undefined) known.lastLine = text;
  }

  /** In the order they began. */
  list(): RunningEffect[] {
    const { now, redact } = this.#options;
    return [...this.#running].map(([effect, { since, role, lastLine, spent, limit, overtime }]) => ({
      effect,
      elapsedMs: now() - since,
      role,
      lastLine: visible(redact(flat(lastLine))),
      spent,
      warnings: [limit, overtime].filter((text) => text !== ''),
    }));
  }
}

interface Known {
  /** When it began, by the log. */
  readonly at: number;
  readonly since: number;
  readonly buffer: ReturnType<typeof createLineBuffer>;
  lastLine: string;
  role: string;
  overtime: string;
  limit: string;
  spent: RunningEffect['spent'];
}

function wordsOf(event: AgentEvent): string | undefined {
  if (event.type === 'text') return event.text;
  if (event.type === 'tool_use') return `${event.tool} ${event.input}`;
  return event.type === 'retry' ? event.reason : undefined;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
export const FRAME_MS = 120;

/** What turns while something goes on. */
export function frameAt(elapsedMs: number): string {
  return FRAMES[Math.floor(elapsedMs / FRAME_MS) % FRAMES.length] ?? '';
}

/** `0:07`, `12:34`, `1:02:03`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
