import type { Result } from '../base/result.ts';
import type { Environment } from '../process/command.ts';
import type { Launchable } from '../sandbox/bubblewrap.ts';
import type { FailureKind } from '../schema/failure-kinds.ts';
import type { Problem } from '../schema/problem.ts';

export type { FailureKind } from '../schema/failure-kinds.ts';

/** A kind of coding agent. One small interface; everything vendors differ in stays behind it. */
export interface Backend {
  readonly name: string;
  /** The vendor takes the JSON Schema of the answer; without it the prompt has to ask for a fenced block. */
  readonly takesSchema?: true;
  /**
   * Runs one prompt to its end and tells what happens meanwhile. Never rejects. When it resolves, no process of the call
   * is left and its temporary folder is gone. `answered` needs the vendor's own word that the turn was completed: an exit
   * code of 0 is none.
   */
  run(call: Call, on: OnAgentEvent): Promise<Outcome>;
}

export interface Call {
  /** The id of the effect this is done for: marks every process of the call. */
  readonly effect: string;
  readonly role: string;
  /** The task of a graph that this is done for. */
  readonly task?: string;
  readonly prompt: string;
  /** Where the agent works. */
  readonly folder: string;
  /** What else it may write to: the step's own folder. */
  readonly stepFolder: string;
  /** `haiku`, `sonnet`, `opus`, or a name of the vendor's; the vendor's own default without it. */
  readonly model?: string;
  readonly answer?: WantedAnswer;
  /** A conversation to go on with. */
  readonly resume?: Conversation;
  readonly limits: CallLimits;
  /** Allow-listed, plus what the backend needs to sign in. */
  readonly env: Environment;
  /** Makes a command one that runs in the sandbox. Without it there is none. */
  readonly confine?: <C extends Launchable>(command: C) => C;
  readonly signal: AbortSignal;
  /** Gets every line the agent prints, as it is. */
  readonly onRaw?: (line: string) => void;
}

/** The shape an answer must have. */
export interface WantedAnswer {
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  check(value: unknown): Result<unknown, readonly Problem[]>;
  /**
   * Present where there need be no answer: whether a block at the end of the text is meant as one. Without a block, or
   * with one that is something else, the call is answered by its text alone.
   */
  isMeant?(value: unknown): boolean;
}

export interface CallLimits {
  readonly wallMs: number;
  /** Neither output nor CPU time in the whole tree for this long. */
  readonly idleMs: number;
  readonly outputBytes: number;
  readonly maxTurns?: number;
  readonly maxCostUsd?: number;
}

/**
 * What a call left to go on with. Some vendors report usage and cost of a resumed conversation as a sum since its
 * beginning: `reported` is that sum, so that the next call can be told by the difference.
 */
export interface Conversation {
  readonly id: string;
  readonly reported: Spent;
}

export interface Spent {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Null where the vendor does not say. */
  readonly cost_usd: number | null;
}

export const nothingSpent: Spent = { input_tokens: 0, output_tokens: 0, cost_usd: null };

/** What happens during a call, in one vocabulary for all vendors. Text is raw: whoever shows it makes it harmless. */
export type AgentEvent =
  | { readonly type: 'started'; readonly conversation?: string; readonly model?: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'tool_use'; readonly tool: string; readonly input: string }
  | { readonly type: 'tool_result'; readonly ok: boolean; readonly output: string }
  | { readonly type: 'usage'; readonly spent: Spent }
  | { readonly type: 'retry'; readonly attempt: number; readonly reason: string }
  | { readonly type: 'permission_denied'; readonly tool: string }
  /** `backend`: whose provider it is, once that is waited for. */
  | { readonly type: 'limit'; readonly resume_at?: string; readonly backend?: string }
  /** A line of the vendor's that we do not know. */
  | { readonly type: 'other'; readonly raw: string };

export type OnAgentEvent = (event: AgentEvent) => void;

export type Outcome = Facts & Verdict;

export type Verdict =
  | { readonly status: 'answered'; readonly text: string; readonly answer?: unknown }
  | {
      readonly status: 'failed';
      readonly kind: FailureKind;
      /** The vendor's own words, for a person to read. */
      readonly message: string;
      /** When a limit ends, if the vendor says so. */
      readonly resume_at?: string;
      /** What was wrong with the last answer, of `invalid_answer`. */
      readonly problems?: readonly Problem[];
    }
  | { readonly status: 'cancelled' };

export interface Facts {
  /** Of this call alone, never a sum. */
  readonly spent: Spent;
  readonly duration_ms: number;
  readonly conversation?: Conversation;
  /** How the process ended; null where there was none. */
  readonly exit: number | string | null;
}
