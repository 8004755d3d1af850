import type * as z from 'zod/mini';
import { err, ok } from '../../base/result.ts';
import { decodeAny, encodeAny } from '../codec-any.ts';
import type { DocumentName, DocumentOf } from '../documents.ts';
import type { Finding, Segments } from '../finding.ts';
import { isOwnPlace } from '../places.ts';
import { type Wanted, wanted } from '../wanted.ts';
import {
  completeDesignContract,
  completeExplored,
  completeTaskBreakdown,
  completeTestContract,
  completeTestResult,
  designContractAnswer,
  type DesignContractAnswer,
  exploredAnswer,
  type ExploredAnswer,
  judgementsAnswer,
  type JudgementsAnswer,
  plainPath,
  taskBreakdownAnswer,
  type TaskBreakdownAnswer,
  testContractAnswer,
  type TestContractAnswer,
  testResultAnswer,
  type TestResultAnswer,
} from './answers.ts';

export function wantedExplored(): Wanted<ExploredAnswer> {
  return wantedDocument('explored', exploredAnswer, {
    complete: (answer) =>
      completeExplored(answer, { ...anyHead, project_manifest: { claude_md: null, agents_md: null } }),
    *rules({ explored_files }) {
      for (const [i, { path }] of explored_files.entries()) yield* insideProject(['explored_files', i, 'path'], path);
    },
  });
}

export function wantedTaskBreakdown(): Wanted<TaskBreakdownAnswer> {
  return wantedDocument('task-breakdown', taskBreakdownAnswer, {
    complete: (answer) => completeTaskBreakdown(answer, { ...anyHead, original_request: '' }),
    rules: planIsWhole,
  });
}

export function wantedDesignContract({ task_name }: { readonly task_name: string }): Wanted<DesignContractAnswer> {
  return wantedDocument('design-contract', designContractAnswer, {
    complete: (answer) => completeDesignContract(answer, anyHead),
    *rules({ task_name: named, invariants, file_refs }) {
      yield* sameName(['task_name'], named, task_name);
      for (const [i, { rule }] of invariants.entries()) yield* notBlank(['invariants', i, 'rule'], rule);
      for (const [i, { path }] of file_refs.entries()) yield* insideProject(['file_refs', i, 'path'], path);
    },
  });
}

/** Without cases there is no test file to name. */
export function wantedTestContract({ subtask_name }: { readonly subtask_name: string }): Wanted<TestContractAnswer> {
  return wantedDocument('test-contract', testContractAnswer, {
    complete: (answer) => completeTestContract(answer, anyHead),
    *rules({
      subtask_name: named,
      test_cases,
      test_file_path,
      superseded = [],
      characterisation = [],
      snapshots = [],
    }) {
      yield* sameName(['subtask_name'], named, subtask_name);
      for (const [i, { name }] of test_cases.entries()) yield* notBlank(['test_cases', i, 'name'], name);
      if (test_cases.length > 0 || test_file_path !== '') yield* insideProject(['test_file_path'], test_file_path);
      for (const [i, { file, test, reason }] of superseded.entries()) {
        yield* insideProject(['superseded', i, 'file'], file);
        yield* notBlank(['superseded', i, 'test'], test);
        yield* notBlank(['superseded', i, 'reason'], reason);
      }
      const ids = test_cases.map(({ id }) => id);
      for (const [i, id] of characterisation.entries())
        if (!ids.includes(id))
          yield { at: ['characterisation', i], expected: { kind: 'one_of', values: ids }, got: id };
      for (const [i, file] of snapshots.entries()) yield* insideProject(['snapshots', i], file);
    },
  });
}

export function wantedTestResult(): Wanted<TestResultAnswer> {
  return wantedDocument('test-result', testResultAnswer, {
    complete: (answer) => completeTestResult(answer, anyHead),
    *rules({ execution, recommendation }) {
      yield* notBlank(['execution', 'command'], execution.command);
      yield* notBlank(['recommendation', 'reason'], recommendation.reason);
    },
  });
}

/** One judgement of each of these invariants, and of no other. */
export function wantedJudgements(invariants: readonly string[]): Wanted<JudgementsAnswer> {
  return wanted(judgementsAnswer, function* ({ judgements }) {
    const judged = new Set<string>();
    for (const [i, { invariant, file, quote }] of judgements.entries()) {
      const at = ['judgements', i] as const;
      if (!invariants.includes(invariant))
        yield { at: [...at, 'invariant'], expected: { kind: 'one_of', values: invariants }, got: invariant };
      if (judged.has(invariant))
        yield { at: [...at, 'invariant'], expected: { kind: 'rule', rule: 'duplicate-id' }, got: invariant };
      judged.add(invariant);
      yield* insideProject([...at, 'file'], file);
      yield* notBlank([...at, 'quote'], quote);
    }
    for (const invariant of invariants)
      if (!judged.has(invariant))
        yield { at: ['judgements'], expected: { kind: 'rule', rule: 'not-judged', invariant } };
  });
}

/** For the check alone: what is right under this head is right under every other. */
const anyHead = { request_id: 'R1', task_id: 'T1', subtask_id: 'T1-S1', created_at: '2000-01-01T00:00:00Z' };

interface AnswerOf<N extends DocumentName, A> {
  readonly complete: (answer: A) => DocumentOf<N>;
  readonly rules: (answer: A) => Iterable<Finding>;
}

/** What is accepted can be written, and read again, as the document it becomes. */
function wantedDocument<N extends DocumentName, A>(
  name: N,
  schema: z.ZodMiniType<A>,
  { complete, rules }: AnswerOf<N, A>,
): Wanted<A> {
  const shape = wanted(schema, rules);
  return {
    jsonSchema: shape.jsonSchema,
    check(value) {
      const checked = shape.check(value);
      if (!checked.ok) return checked;
      const read = decodeAny(name, new TextEncoder().encode(encodeAny(name, complete(checked.value))));
      return read.ok ? ok(checked.value) : err(read.error);
    },
  };
}

function* planIsWhole({ objective, tasks, task_order }: TaskBreakdownAnswer): Iterable<Finding> {
  yield* notBlank(['objective'], objective);
  yield* notEmpty(['tasks'], tasks);
  const ids = new Set(tasks.map(({ id }) => id));
  for (const [i, id] of task_order.entries())
    if (!ids.has(id)) yield { at: ['task_order', i], expected: { kind: 'rule', rule: 'unknown-task' }, got: id };
  for (const [i, task] of tasks.entries()) {
    yield* notBlank(['tasks', i, 'name'], task.name);
    yield* notBlank(['tasks', i, 'objective'], task.objective);
    yield* notEmpty(['tasks', i, 'subtasks'], task.subtasks);
    for (const [j, subtask] of task.subtasks.entries()) {
      yield* notBlank(['tasks', i, 'subtasks', j, 'name'], subtask.name);
      yield* notBlank(['tasks', i, 'subtasks', j, 'description'], subtask.description);
    }
  }
}

function* sameName(at: Segments, got: string, name: string): Iterable<Finding> {
  if (got.normalize('NFC') !== name.normalize('NFC')) yield { at, expected: { kind: 'one_of', values: [name] }, got };
}

function* notEmpty(at: Segments, entries: readonly unknown[]): Iterable<Finding> {
  if (entries.length === 0) yield { at, expected: { kind: 'length', min: 1 }, got: entries };
}

function* notBlank(at: Segments, text: string): Iterable<Finding> {
  if (text.trim() === '') yield { at, expected: { kind: 'rule', rule: 'needs-text' }, got: text };
}

function* insideProject(at: Segments, path: string): Iterable<Finding> {
  if (!isInside(path)) yield { at, expected: { kind: 'rule', rule: 'outside-project' }, got: path };
}

/** Written from the root, with `/`, and not among what is git's or Orchestral's. */
function isInside(path: string): boolean {
  if (path !== path.trim() || /^\/|^~|^[A-Za-z]:|\\|\p{Cc}/u.test(path)) return false;
  const plain = plainPath(path);
  return plain !== '' && !/(?:^|\/)\.\.(?:\/|$)|^\.git(?:\/|$)/.test(plain) && !isOwnPlace(plain);
}
