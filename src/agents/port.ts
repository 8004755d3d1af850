import type { Result } from '../base/result.ts';
import { addCost } from '../base/spending.ts';
import type { Environment } from '../process/command.ts';
import type { Launchable } from '../sandbox/sandbox.ts';
import type { FailureKind } from '../schema/failure-kinds.ts';
import type { Problem } from '../base/document-problem.ts';

export type { FailureKind } from '../schema/failure-kinds.ts';

/** A kind of coding agent. One small interface; everything vendors differ in stays behind it. */
export interface Backend {
  readonly name: string;
  /** The vendor takes the JSON Schema of the answer; without it the prompt has to ask for a fenced block. */
  readonly takesSchema?: true;
  /**
   * Runs one prompt to its end and reports events meanwhile. Never rejects. When it resolves, no process of the call is
   * left and its temporary folder is gone. `answered` requires that the vendor says the turn is complete: an exit code of
   * 0 does not say that.
   */
  run(call: AgentCall, on: OnAgentEvent): Promise<CallOutcome>;
}

export interface AgentCall {
  /** The id of the effect; marks every process of the call. */
  readonly effect: string;
  readonly role: string;
  /** The task of a graph that the call works on. */
  readonly task?: string;
  readonly prompt: string;
  /** Where the agent works. */
  readonly folder: string;
  /** The worktree, where it works in a folder of it: it may write to all of it. */
  readonly worktree?: string | undefined;
  /** What else it may write to: the step's own folder. */
  readonly stepFolder: string;
  /** `haiku`, `sonnet`, `opus`, or a name of the vendor's; the vendor's own default without it. */
  readonly model?: string;
  readonly answer?: AnswerSpec;
  /** The conversation to continue. */
  readonly resume?: Conversation;
  readonly limits: CallLimits;
  /** Allow-listed, plus what the backend needs to sign in. */
  readonly env: Environment;
  /** Wraps a command so that it runs in the sandbox; absent without a sandbox. */
  readonly confine?: <C extends Launchable>(command: C) => C;
  readonly signal: AbortSignal;
  /** Gets every line that the agent prints, unchanged. */
  readonly onRaw?: (line: string) => void;
}

/** What it may write to beside the folder that it works in. */
export function otherFolders({ worktree, stepFolder }: Pick<AgentCall, 'worktree' | 'stepFolder'>): string[] {
  return worktree === undefined ? [stepFolder] : [stepFolder, worktree];
}

/** The shape an answer must have. */
export interface AnswerSpec {
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  check(value: unknown): Awaitable<Result<unknown, readonly Problem[]>>;
  /**
   * Present where the answer is optional: whether the block at the end of the text is meant as one. Without such a block
   * the text alone is the answer.
   */
  looksLikeAnswer?(value: unknown): Awaitable<boolean>;
}

/** Who checks may be on another machine. */
type Awaitable<T> = T | Promise<T>;

export interface CallLimits {
  readonly wallMs: number;
  /** Milliseconds that are added to both times, while the call runs: asked each time one of them is up. */
  readonly extraMs?: () => number;
  /** Neither output nor CPU time in the whole tree for this long. */
  readonly idleMs: number;
  readonly outputBytes: number;
  readonly maxTurns?: number;
  readonly maxCostUsd?: number;
}

/**
 * What the next call needs to continue. Some vendors report usage and cost of a resumed conversation as a sum since its
 * beginning: `reported` is that sum, from which the usage of the next call is computed.
 */
export interface Conversation {
  readonly id: string;
  readonly reported: AgentUsage;
}

export interface AgentUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Null where the vendor does not say. */
  readonly cost_usd: number | null;
}

export const NO_USAGE: AgentUsage = { input_tokens: 0, output_tokens: 0, cost_usd: null };

/** What happens during a call, in one vocabulary for all vendors. Text is raw: escape it before it is shown. */
export type AgentEvent =
  | { readonly type: 'started'; readonly conversation?: string; readonly model?: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'tool_use'; readonly tool: string; readonly input: string }
  | { readonly type: 'tool_result'; readonly ok: boolean; readonly output: string }
  | { readonly type: 'usage'; readonly spent: AgentUsage }
  | { readonly type: 'retry'; readonly attempt: number; readonly reason: string }
  | { readonly type: 'permission_denied'; readonly tool: string }
  /** `backend`: present once the call waits for its provider; `handed_to`: another one goes on with it instead. */
  | {
      readonly type: 'limit';
      readonly resume_at?: string;
      readonly backend?: string;
      readonly why?: LimitReason;
      readonly handed_to?: string;
    }
  /** A line that we do not know. */
  | { readonly type: 'other'; readonly raw: string };

/** Used up what one may use, too busy to answer, or not to be reached from here. */
export type LimitReason = 'limited' | 'overloaded' | 'unreachable';

export type OnAgentEvent = (event: AgentEvent) => void;

export type CallOutcome = CallDetails & CallResult;

export type CallResult =
  | { readonly status: 'answered'; readonly text: string; readonly answer?: unknown }
  | FailedCall
  | { readonly status: 'cancelled' };

export interface FailedCall {
  readonly status: 'failed';
  readonly kind: FailureKind;
  /** The vendor's own words, for a person to read. */
  readonly message: string;
  /** When a limit ends, if the vendor says so. */
  readonly resume_at?: string;
  /** What was wrong with the last answer, of `invalid_answer`. */
  readonly problems?: readonly Problem[];
}

export function failedCall(kind: FailureKind, message = '', resume_at?: string): FailedCall {
  return { status: 'failed', kind, message, ...(resume_at !== undefined && { resume_at }) };
}

export interface CallDetails {
  /** Of this call alone, never a sum. */
  readonly spent: AgentUsage;
  readonly duration_ms: number;
  readonly conversation?: Conversation;
  /** How the process ended; null where there was none. */
  readonly exit: number | string | null;
}

/** Inputs and outputs of tools, as events carry them. */
export function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

export function addUsage(a: AgentUsage, b: AgentUsage): AgentUsage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost_usd: addCost(a.cost_usd, b.cost_usd),
  };
}
