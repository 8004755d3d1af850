import * as z from 'zod/mini';
import { choice, flag, group, list, maybe, meaning, text, texts, whole } from '../field.ts';
import type { Finding } from '../finding.ts';
import { crp, crpRules } from './consultation.ts';
import { clarifications, verdictDocument } from './reports.ts';
import { type Wanted, wanted } from '../wanted.ts';

/* What the agents of a run answer. Ids, times and who asks are added by Orchestral. */

const asked = group(
  {
    type: crp.shape.type,
    question: crp.shape.question,
    context: crp.shape.context,
    options: meaning(crp.shape.options.check(z.minLength(2)), 'The answers to choose from: at least two.'),
    recommendation: crp.shape.recommendation,
  },
  'A question that only a person may answer.',
);

const question = maybe(asked);

/** More than a person answers at once. */
const MOST_QUESTIONS = 7;

/** Questions that do not depend on each other are asked together: the person is called once. */
const moreQuestions = maybe(
  list(asked, 'Further questions, where there are several that do not depend on each other.').check(
    z.maxLength(MOST_QUESTIONS),
  ),
);

const log = maybe(text('What was decided and why, as Markdown.'));

const refinerAnswer = group(
  {
    status: choice(['ready', 'needs_human'], 'Whether the brief is complete, or a person must decide something first.'),
    refined: text('The complete brief as Markdown; may be empty when a person must decide first.'),
    clarifications: clarifications.shape.clarifications,
    auto_filled: clarifications.shape.auto_filled,
    crp: question,
    more_crps: moreQuestions,
  },
  'How the Refiner understood the briefing.',
);

export type RefinerAnswer = z.output<typeof refinerAnswer>;

/** More comments than that a person does not write at once. */
const MOST_REPLIES = 200;

const replies = maybe(
  list(
    group(
      { comment: whole('Its number in the feedback.', { min: 1 }), text: text('What was done about it, or why not.') },
      'To one comment.',
    ),
    'To the comments of the person that the feedback numbers.',
  ).check(z.maxLength(MOST_REPLIES)),
);

const workAnswer = group(
  { log, replies, crp: question, more_crps: moreQuestions },
  'What the Builder has to say beside its work.',
);

export type WorkAnswer = z.output<typeof workAnswer>;

/** What a configuration can require tests of. */
export const CASE_KINDS = ['edge', 'error', 'attack'] as const;

export type CaseKind = (typeof CASE_KINDS)[number];

const MOST_CASES = 200;

const cases = maybe(
  list(
    group(
      {
        kind: choice(CASE_KINDS, 'What it tries: an edge case, an error case, an attack on the code.'),
        test: text('Title of the test, exactly as in its file.'),
        succeeded: maybe(flag('Of an attack: whether it got through.')),
      },
      'One test.',
    ),
    'Tests of edge cases, error cases and attacks.',
  ).check(z.maxLength(MOST_CASES)),
);

const verifierAnswer = group(
  {
    log,
    cases,
    crp: question,
    more_crps: moreQuestions,
    edge_cases_tested: maybe(texts('Edge cases the tests try.')),
    adversarial_findings: maybe(texts('What attacks on the code found.')),
  },
  'What the Verifier has to say beside its tests.',
);

export type VerifierAnswer = z.output<typeof verifierAnswer>;

const gatekeeperAnswer = group(
  {
    verdict: verdictDocument.shape.verdict,
    reason: verdictDocument.shape.reason,
    issues: verdictDocument.shape.issues,
    triggers: verdictDocument.shape.triggers,
    crp: question,
    more_crps: moreQuestions,
  },
  'The Gatekeeper’s judgement.',
);

export type GatekeeperAnswer = z.output<typeof gatekeeperAnswer>;

export type AnswerCrp = NonNullable<RefinerAnswer['crp']>;

/** Which gaps the Refiner may fill. */
export interface FillRules {
  readonly allowed: readonly string[];
  readonly forbidden: readonly string[];
  /** The briefing leaves everything to the Refiner that is not forbidden. */
  readonly delegated: boolean;
}

export function wantedRefinerAnswer(fill: FillRules): Wanted<RefinerAnswer> {
  return wanted(refinerAnswer, function* (answer) {
    yield* crpFits(answer, { field: 'status', asks: 'needs_human' });
    if (answer.status === 'ready' && answer.refined.trim() === '')
      yield { at: ['refined'], expected: { kind: 'rule', rule: 'ready-needs-text' }, got: answer.refined };
    yield* onlyFillable(answer.auto_filled, fill);
  });
}

export function wantedWorkAnswer(): Wanted<WorkAnswer> {
  return wanted(workAnswer, asksWell);
}

export function wantedVerifierAnswer(): Wanted<VerifierAnswer> {
  return wanted(verifierAnswer, asksWell);
}

export function wantedGatekeeperAnswer(): Wanted<GatekeeperAnswer> {
  return wanted(gatekeeperAnswer, function* (answer) {
    // Without a question of its own, Orchestral asks whether the work shall go on.
    if (answer.verdict === 'NEEDS_HUMAN') yield* asksWell(answer);
    else yield* crpFits(answer, { field: 'verdict', asks: 'NEEDS_HUMAN' });
  });
}

interface Asking {
  readonly crp?: AnswerCrp;
  readonly more_crps?: readonly AnswerCrp[];
}

/** All that an answer asks, in its order. */
export function questionsIn({ crp: first, more_crps = [] }: Asking): readonly AnswerCrp[] {
  return first === undefined ? more_crps : [first, ...more_crps];
}

function* asksWell({ crp: first, more_crps = [] }: Asking): Iterable<Finding> {
  if (first !== undefined) for (const finding of crpRules(first)) yield { ...finding, at: ['crp', ...finding.at] };
  for (const [i, more] of more_crps.entries())
    for (const finding of crpRules(more)) yield { ...finding, at: ['more_crps', i, ...finding.at] };
}

/** A question stands where the answer says that a person is needed, and nowhere else. */
function* crpFits(
  answer: Asking & { readonly status?: string; readonly verdict?: string },
  { field, asks }: { readonly field: 'status' | 'verdict'; readonly asks: string },
): Iterable<Finding> {
  yield* asksWell(answer);
  const said = answer[field];
  const hasAsked = questionsIn(answer).length > 0;
  if (said === asks && !hasAsked)
    yield { at: ['crp'], expected: { kind: 'rule', rule: 'asking-needs-crp', status: asks } };
  if (said !== asks && hasAsked)
    yield { at: [field], expected: { kind: 'rule', rule: 'crp-needs-asking', status: asks }, got: said };
}

function* onlyFillable(
  filled: RefinerAnswer['auto_filled'],
  { allowed, forbidden, delegated }: FillRules,
): Iterable<Finding> {
  const isForbidden = namedIn(forbidden);
  const isAllowed = namedIn(allowed);
  const shown = delegated ? null : allowed.slice(0, 20);
  for (const [i, { category }] of filled.entries()) {
    if (!isForbidden(category) && (delegated || isAllowed(category))) continue;
    const expected = {
      kind: 'rule',
      rule: 'not-to-be-filled',
      category: category.slice(0, 60),
      allowed: shown,
    } as const;
    yield { at: ['auto_filled', i, 'category'], expected, got: category };
  }
}

/** `External deps` is the category `external_deps`: another spelling opens no way around a rule. */
function namedIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map(plain));
  return (name) => known.has(plain(name));
}

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
