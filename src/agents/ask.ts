import type { Result } from '../base/result.ts';
import type { Problem } from '../schema/problem.ts';
import { fencedAnswer } from './fenced-answer.ts';
import {
  type Backend,
  type Call,
  type CallLimits,
  type Facts,
  type FailureKind,
  nothingSpent,
  type OnAgentEvent,
  type Outcome,
  type Verdict,
  type WantedAnswer,
} from './port.ts';
import { sumOf } from './spent.ts';

export interface Asking {
  readonly on: OnAgentEvent;
  readonly words: AnswerWords;
}

/** What agents are told about structured answers. */
export interface AnswerWords {
  /** To end with a fenced block that fits the schema. */
  wanted(jsonSchema: WantedAnswer['jsonSchema']): string;
  /** That such a block may stand at the end. */
  welcome(jsonSchema: WantedAnswer['jsonSchema']): string;
  /** What is wrong with the last answer, and to give it again. */
  bad(problems: readonly Problem[]): string;
}

/** `tries`: how many calls it took. What was spent, and how long it took, is of all of them. */
export type Asked = Outcome & { readonly tries: number };

/** A bad answer is sent back at most this often. */
const MOST_CORRECTIONS = 3;

/**
 * Runs a call; where an answer of a certain shape is wanted, sends a bad one back with what is wrong with it, in the same
 * conversation if the vendor has such. Limits of time and money count for all tries together.
 */
export async function ask(backend: Backend, call: Call, { on, words }: Asking): Promise<Asked> {
  const { answer: wanted, limits, signal } = call;
  if (wanted === undefined) return { ...(await backend.run(call, on)), tries: 1 };
  const began = performance.now();
  const prompt = promptFor(backend, call.prompt, { wanted, words });
  // A vendor that is given the schema insists on an answer.
  const { answer: _answer, ...freely } = call;
  const base: Call = wanted.isMeant === undefined ? call : freely;
  let next: Call = { ...base, prompt };
  let spent = nothingSpent;
  for (let tries = 1; ; tries++) {
    const outcome = await backend.run(next, on);
    spent = sumOf(spent, outcome.spent);
    const left = limitsLeft(limits, performance.now() - began, spent.cost_usd ?? 0);
    const verdict = judge(outcome, wanted);
    const facts = { ...factsOf(outcome), spent, duration_ms: Math.ceil(performance.now() - began), tries };
    if (verdict.status !== 'bad') return { ...verdict, ...facts };
    const { problems } = verdict;
    if (tries > MOST_CORRECTIONS) return { ...facts, ...failed('invalid_answer', { problems }) };
    if (signal.aborted) return { ...facts, status: 'cancelled' };
    if (left.wallMs <= 0) return { ...facts, ...failed('timeout') };
    if (left.maxCostUsd !== undefined && left.maxCostUsd <= 0) return { ...facts, ...failed('budget') };
    const { conversation } = outcome;
    const correction = words.bad(problems);
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
  { wanted, words }: { readonly wanted: WantedAnswer; readonly words: AnswerWords },
): string {
  if (wanted.isMeant !== undefined) return `${prompt}\n\n${words.welcome(wanted.jsonSchema)}`;
  return takesSchema ? prompt : `${prompt}\n\n${words.wanted(wanted.jsonSchema)}`;
}

function judge(outcome: Outcome, wanted: WantedAnswer): Verdict | { status: 'bad'; problems: readonly Problem[] } {
  if (outcome.status !== 'answered') return outcome;
  if (outcome.answer === undefined && wanted.isMeant !== undefined) {
    const fenced = fencedAnswer(outcome.text);
    if (!fenced.ok || !wanted.isMeant(fenced.value)) return outcome;
  }
  const checked = checkedAnswer(outcome, wanted);
  if (!checked.ok) return { status: 'bad', problems: checked.error };
  return { status: 'answered', text: outcome.text, answer: checked.value };
}

function checkedAnswer(
  { text, answer }: { readonly text: string; readonly answer?: unknown },
  wanted: WantedAnswer,
): Result<unknown, readonly Problem[]> {
  if (answer !== undefined) return wanted.check(answer);
  const fenced = fencedAnswer(text);
  return fenced.ok ? wanted.check(fenced.value) : fenced;
}

function factsOf({ spent, duration_ms, conversation, exit }: Outcome): Facts {
  return { spent, duration_ms, exit, ...(conversation !== undefined && { conversation }) };
}

function limitsLeft(limits: CallLimits, elapsedMs: number, costUsd: number): CallLimits {
  const wallMs = Math.floor(limits.wallMs - elapsedMs);
  return limits.maxCostUsd === undefined
    ? { ...limits, wallMs }
    : { ...limits, wallMs, maxCostUsd: limits.maxCostUsd - costUsd };
}

function failed(kind: FailureKind, more: { readonly problems?: readonly Problem[] } = {}): Verdict {
  return { status: 'failed', kind, message: '', ...more };
}
