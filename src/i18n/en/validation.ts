import type { PatternName } from '../../base/patterns.ts';
import type { Expectation, Rule, SyntaxReason, TypeName } from '../../base/document-problem.ts';
import { formatSize } from '../format.ts';

/** What `validate` prints. */
export const validate = {
  nothing: 'no documents found',
  good: (documents: number) => (documents === 1 ? '1 document is valid' : `${documents} documents are valid`),
  bad: (counts: { problems: number; bad: number; documents: number }) =>
    `${counts.problems} ${counts.problems === 1 ? 'problem' : 'problems'} in ${counts.bad} of ${counts.documents} ${counts.documents === 1 ? 'document' : 'documents'}`,
};

/** What is wrong in a place of a document; stands after the name of that place. */
export function problem(expectation: Expectation, got: string): string {
  switch (expectation.kind) {
    case 'syntax':
      return got === '' || expectation.reason === 'extra-comma'
        ? syntax[expectation.reason]
        : `${syntax[expectation.reason]} (${got})`;
    case 'missing':
      return 'is missing';
    case 'unknown_field': {
      const { nearest, allowed } = expectation;
      if (nearest !== undefined) return `is not a field; did you mean '${nearest}'?`;
      return `is not a field; ${allowed.length === 0 ? 'there are none' : `the fields are ${allowed.join(', ')}`}`;
    }
    case 'too_deep':
    case 'too_many':
    case 'length':
      return `must have ${expected(expectation)}${got === '' ? '' : `, not ${got}`}`;
    case 'rule': {
      const verb = HAVING.has(expectation.rule) ? 'must have' : 'must be';
      return `${verb} ${rule(expectation)}${got === '' ? '' : `; found ${got}`}`;
    }
    case 'version':
    case 'too_large':
    case 'type':
    case 'one_of':
    case 'pattern':
    case 'range':
      return `must be ${expected(expectation)}${got === '' ? '' : `, not ${got}`}`;
  }
}

const HAVING: ReadonlySet<Rule['rule']> = new Set([
  'order-has-duplicate',
  'cycle',
  'other-needs-notes',
  'in-no-list',
  'asking-needs-crp',
  'ready-needs-text',
  'needs-text',
  'not-judged',
  'not-reviewed',
]);

/** What belongs in a place of a document, for programs. */
export function expected(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'syntax':
      return 'valid syntax';
    case 'version':
      return `version ${expectation.newest} or older (this file is from a newer Orchestral)`;
    case 'too_large':
      return `at most ${formatSize(expectation.limit_bytes)}`;
    case 'too_deep':
      return `at most ${expectation.limit} levels of nesting`;
    case 'too_many':
      return `at most ${expectation.limit} values`;
    case 'unknown_field':
      return expectation.nearest === undefined ? fields(expectation.allowed) : `'${expectation.nearest}'`;
    case 'missing':
      return 'this field';
    case 'type':
      return expectation.types.map((type) => types[type]).join(' or ');
    case 'one_of':
      return oneOf(expectation.values.map((value) => JSON.stringify(value)));
    case 'pattern':
      return `${forms[expectation.name]} like ${expectation.example}`;
    case 'range':
      return `a number ${between(expectation)}`;
    case 'length':
      return `a length ${between(expectation)}`;
    case 'rule':
      return rule(expectation);
  }
}

function rule(broken: Rule): string {
  switch (broken.rule) {
    case 'order-has-duplicate':
      return 'each id once in the order';
    case 'missing-from-order':
      return `an id that is in ${broken.order}`;
    case 'duplicate-id':
      return 'a unique id';
    case 'outside-its-task':
      return `the id of a subtask of ${broken.task}, like ${broken.task}-S1`;
    case 'not-an-option':
      return `null or ${oneOf(broken.options)}`;
    case 'does-not-add-up':
      return `${broken.sum}, the sum of its parts`;
    case 'progress-over-total':
      return 'a number done that is not above the total';
    case 'unknown-task':
      return 'a task of this document';
    case 'cycle':
      return `no cycle (${broken.cycle.join(' → ')})`;
    case 'other-needs-notes':
      return "text in additional_notes, because the decision is 'other'";
    case 'differs-from-place':
      return `${broken.place}, to match its path`;
    case 'set-by-orchestral':
      return 'the value that Orchestral wrote; only Orchestral changes this field';
    case 'in-no-list':
      return `${broken.id} in one of the lists`;
    case 'agent-at-work':
      return `confirmed in a terminal, because its agent is running: orchestral auto complete ${broken.id}`;
    case 'asking-needs-crp':
      return `the question for the person, because you say ${broken.status}`;
    case 'crp-needs-asking':
      return `${broken.status}, because there is a crp; or no crp`;
    case 'ready-needs-text':
      return "the whole refined brief, because the status is 'ready'";
    case 'not-to-be-filled':
      return `${fillable(broken.allowed)}; '${broken.category}' may not be filled, so ask with a crp`;
    case 'needs-text':
      return 'some text';
    case 'outside-project':
      return "the path of a file inside the project, from its root, with '/' and without '..'";
    case 'not-judged':
      return `one judgement of each invariant; there is none of ${broken.invariant}`;
    case 'not-reviewed':
      return `one answer for each finding; there is none for ${broken.finding}`;
  }
}

function fillable(allowed: readonly string[] | null): string {
  if (allowed === null) return 'a category that is not forbidden';
  return allowed.length === 0 ? 'left out' : oneOf(allowed);
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`;
}

function fields(allowed: readonly string[]): string {
  return allowed.length === 0 ? 'no field here' : `one of the fields ${allowed.join(', ')}`;
}

function between({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  return min === undefined ? `of at most ${max}` : `of at least ${min}`;
}

const types: Record<TypeName, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const forms: Record<PatternName, string> = {
  count: 'a whole number',
  'comment-id': 'the name of a comment',
  'knowledge-id': 'the id of an entry',
  'request-id': 'a request id',
  'task-id': 'a task id',
  'subtask-id': 'a subtask id',
  'graph-task-id': 'a task id',
  'run-id': 'a run id',
  'crp-id': 'a CRP id',
  'vcr-id': 'a VCR id',
  'invariant-id': 'an invariant id',
  'test-case-id': 'a test case id',
  'decision-id': 'a decision id',
  'pitfall-id': 'a pitfall id',
  'gate-id': 'a gate',
  'project-hash': '8 hex digits',
  time: 'a UTC time',
  date: 'a date',
  'absolute-path': 'an absolute path',
  'short-commit': '7 hex digits of a commit',
  progress: 'a progress value',
  'phase-key': 'a phase',
  role: 'a role',
  variable: 'the name of a variable',
  label: 'a label',
  'auto-version': 'a version',
};

const syntax: Record<SyntaxReason, string> = {
  empty: 'the file is empty',
  'invalid-utf8': 'is not UTF-8 text',
  'control-character': 'has a control character',
  'unexpected-end': 'the text ends too early',
  'unexpected-character': 'is not valid here',
  'extra-comma': 'remove the comma after the last value',
  comment: 'remove the comment; JSON has none',
  'trailing-content': 'there is text after the end of the document',
  'bad-escape': 'is not a valid escape',
  'bad-number': 'is not a valid number',
  'unsafe-number': 'cannot be kept exactly as a number; put it in quotes',
  'duplicate-key': 'this key is there twice',
  'forbidden-key': 'this key is not allowed',
  'bad-indentation': 'the indentation is not consistent',
  'several-documents': 'must be one document, not several',
  directive: 'remove the YAML directive',
  tag: 'remove the YAML tag',
  anchor: 'remove the YAML anchor',
  alias: 'write the value out instead of a YAML alias',
  'merge-key': 'write the fields out instead of a YAML merge key (<<)',
  'complex-key': 'use a plain key',
  'needs-quotes': 'put quotes around this text',
};
