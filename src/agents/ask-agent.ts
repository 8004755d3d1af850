import type { Result } from '../base/result.ts';
import type { Problem } from '../base/document-problem.ts';
import { parseFencedAnswer } from './fenced-answer.ts';
import { limitsLeft, timeLeftMs } from './limits-left.ts';
import {
  addUsage,
  type AgentCall,
  type AnswerSpec,
  type Backend,
  type CallDetails,
  type CallOutcome,
  type CallResult,
  failedCall,
  NO_USAGE,
  type OnAgentEvent,
} from './port.ts';

export interface AskOptions {
  readonly on: OnAgentEvent;
  readonly instructions: AnswerInstructions;
}

/** What the prompt says about structured answers. */
export interface AnswerInstructions {
  /** End with a fenced block that fits the schema. */
  required(jsonSchema: AnswerSpec['jsonSchema']): string;
  /** Such a block may stand at the end. */
  optional(jsonSchema: AnswerSpec['jsonSchema']): string;
  /** What is wrong with the last answer; give it again. */
  correction(problems: readonly Problem[]): string;
}

/** `tries` counts the calls. Usage and duration are those of all calls together. */
export type AskResult = CallOutcome & { readonly tries: number };

/** How often an invalid answer is sent back. */
const MAX_CORRECTIONS = 3;

/**
 * Runs a call. An answer that does not fit the schema is sent back with its problems, in the same conversation if the
 * backend has conversations. The limits of time and money hold for all tries together.
 */
export async function askAgent(
  backend: Backend,
  call: AgentCall,
  { on, instructions }: AskOptions,
): Promise<AskResult> {
  const { answer: wanted, limits, signal } = call;
  if (wanted === undefined) return { ...(await backend.run(call, on)), tries: 1 };
  const began = performance.now();
  const prompt = promptFor(backend, call.prompt, { wanted, instructions });
  // A backend that gets the schema insists on an answer, and here none is needed.
  const { answer: _answer, ...withoutSchema } = call;
  const base: AgentCall = wanted.looksLikeAnswer === undefined ? call : withoutSchema;
  let next: AgentCall = { ...base, prompt };
  let spent = NO_USAGE;
  for (let tries = 1; ; tries++) {
    const outcome = await backend.run(next, on);
    spent = addUsage(spent, outcome.spent);
    const left = limitsLeft(limits, { elapsedMs: performance.now() - began, costUsd: spent.cost_usd });
    const checked = await checkOutcome(outcome, wanted);
    const details = { ...pickDetails(outcome), spent, duration_ms: Math.ceil(performance.now() - began), tries };
    if (checked.status !== 'invalid') return { ...checked, ...details };
    const { problems } = checked;
    if (tries > MAX_CORRECTIONS) return { ...details, ...failedCall('invalid_answer'), problems };
    if (signal.aborted) return { ...details, status: 'cancelled' };
    if (timeLeftMs(left) <= 0) return { ...details, ...failedCall('timeout') };
    if (left.maxCostUsd !== undefined && left.maxCostUsd <= 0) return { ...details, ...failedCall('budget') };
    const { conversation } = outcome;
    const correction = instructions.correction(problems);
    next = {
      ...base,
      limits: left,
      prompt: conversation === undefined ? `${prompt}\n\n${correction}` : correction,
      ...(conversation !== undefined && { resume: conversation }),
    };
  }
}

function promptFor(
  { takesSchema }: Backend,
  prompt: string,
  { wanted, instructions }: { readonly wanted: AnswerSpec; readonly instructions: AnswerInstructions },
): string {
  if (wanted.looksLikeAnswer !== undefined) return `${prompt}\n\n${instructions.optional(wanted.jsonSchema)}`;
  return takesSchema ? prompt : `${prompt}\n\n${instructions.required(wanted.jsonSchema)}`;
}

async function checkOutcome(
  outcome: CallOutcome,
  wanted: AnswerSpec,
): Promise<CallResult | { status: 'invalid'; problems: readonly Problem[] }> {
  if (outcome.status !== 'answered') return outcome;
  if (outcome.answer === undefined && wanted.looksLikeAnswer !== undefined) {
    const fenced = parseFencedAnswer(outcome.text);
    if (!fenced.ok || !(await wanted.looksLikeAnswer(fenced.value))) return outcome;
  }
  const checked = await checkAnswer(outcome, wanted);
  if (!checked.ok) return { status: 'invalid', problems: checked.error };
  return { status: 'answered', text: outcome.text, answer: checked.value };
}

async function checkAnswer(
  { text, answer }: { readonly text: string; readonly answer?: unknown },
  wanted: AnswerSpec,
): Promise<Result<unknown, readonly Problem[]>> {
  if (answer !== undefined) return wanted.check(answer);
  const fenced = parseFencedAnswer(text);
  return fenced.ok ? wanted.check(fenced.value) : fenced;
}

function pickDetails({ spent, duration_ms, conversation, exit }: CallOutcome): CallDetails {
  return { spent, duration_ms, exit, ...(conversation !== undefined && { conversation }) };
}
