import analyse from '../../../templates/auto/analyse.md';
import debug from '../../../templates/auto/debug.md';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { inline } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import { printedText } from './parts.ts';

/** How the attempt is to be gone about. */
type Rung = 'plain' | 'analyse' | 'debug';

interface FailedAttempt {
  /** Which one it was; the first is 1. */
  readonly attempt: number;
  readonly kind: string;
  readonly message: string;
  /** What Orchestral measured; empty when there is nothing to show. */
  readonly evidence: string;
}

export interface AttemptBrief {
  readonly rung: Rung;
  /** Null when there was no attempt yet. */
  readonly failure: FailedAttempt | null;
}

const LONGEST_MESSAGE = 400;
const LONGEST_EVIDENCE = 3000;

/** What went wrong last, and how to go about it now; `approach` are the project's own words for the rung. */
export function failureText({ rung, failure }: AttemptBrief, approach?: string): Result<string, Failure> {
  if (failure === null) return ok('None: this is the first attempt.');
  const { attempt, kind, message, evidence } = failure;
  const parts = [
    `Attempt ${attempt} failed (${inline(kind)}). Its agent is gone and so is its work; you are a new one, in a clean folder.`,
  ];
  if (message.trim() !== '') parts.push(printedText(message, LONGEST_MESSAGE));
  if (evidence.trim() !== '') parts.push('What Orchestral measured:', printedText(evidence, LONGEST_EVIDENCE));
  if (rung === 'plain') return ok([...parts, 'Find out why before you change anything.'].join('\n\n'));
  const words = fillTemplate({ name: `auto/${rung}`, text: approach ?? { analyse, debug }[rung] }, {});
  return words.ok ? ok([...parts, words.value.trimEnd()].join('\n\n')) : words;
}
