import * as z from 'zod/mini';
import { designContract, type DesignContract } from './design.ts';
import { explored, type Explored, taskBreakdown, type TaskBreakdown } from './discovery.ts';
import { testContract, type TestContract, testResult, type TestResult } from './testing.ts';
import { matching, flag, group, list, maybe, meaning, text, texts } from '../field.ts';

/* What the agents of a session answer: their document without what Orchestral knows itself, and adds. */

const head = { version: true, request_id: true, created_at: true, created_by: true } as const;
const taskHead = { ...head, task_id: true } as const;
const subtaskHead = { ...taskHead, subtask_id: true } as const;

export const exploredAnswer = meaning(
  z.omit(explored, { ...head, project_manifest: true }),
  'What Code Explore found in the project.',
);

export type ExploredAnswer = z.output<typeof exploredAnswer>;

export const taskBreakdownAnswer = meaning(
  z.omit(taskBreakdown, { ...head, original_request: true }),
  'The Planner’s division of the request.',
);

export type TaskBreakdownAnswer = z.output<typeof taskBreakdownAnswer>;

const reason = group(
  { id: matching('invariant-id', 'Id of the invariant.'), reason: text('Why it must hold, in one sentence.') },
  'Why an invariant must hold.',
);

/** What the Architect says beside the contract; it is kept in the log, and becomes the reason of a decision. */
export const designContractAnswer = meaning(
  z.extend(z.omit(designContract, taskHead), { reasons: maybe(list(reason, 'Why the invariants must hold.')) }),
  'The Architect’s design of the task.',
);

export type DesignContractAnswer = z.output<typeof designContractAnswer>;

const supersededTest = group(
  {
    file: text('The test file as it was, from the project’s root.'),
    test: text('Title of the test as it was.'),
    reason: text('Which part of the request makes its old demand wrong.'),
  },
  'A test that passes today and must not pass with this subtask.',
);

/** What QA says beside the contract; it is kept in the log. */
const besideContract = {
  superseded: maybe(list(supersededTest, 'Existing tests whose demand this subtask makes wrong.')),
  characterisation: maybe(texts('Ids of cases that must pass before and after: what must not change.')),
  snapshots: maybe(texts('Snapshot files that Orchestral updates after the implementation.')),
};

export const testContractAnswer = meaning(
  z.extend(z.omit(testContract, subtaskHead), besideContract),
  'The test cases of the subtask.',
);

export type TestContractAnswer = z.output<typeof testContractAnswer>;

export const testResultAnswer = meaning(z.omit(testResult, subtaskHead), 'QA’s verification of the subtask.');

export type TestResultAnswer = z.output<typeof testResultAnswer>;

/** The one answer that becomes no document: it is a part of a gate's proof. */
export const judgementsAnswer = group(
  {
    judgements: list(
      group(
        {
          invariant: text('Id of the invariant, or of the rule about scope.'),
          holds: flag('Whether it holds in the code as it is.'),
          file: text('Path of the file that the quote is from, from the project’s root.'),
          quote: text('The lines of code that show it, exactly as they stand in the file.'),
          reason: text('Why they show it.'),
        },
        'One judgement.',
      ),
      'One judgement of each invariant.',
    ),
  },
  'Whether invariants hold that no program can check.',
);

export type JudgementsAnswer = z.output<typeof judgementsAnswer>;

interface RequestHead {
  readonly request_id: string;
  readonly created_at: string;
}

interface TaskHead extends RequestHead {
  readonly task_id: string;
}

interface SubtaskHead extends TaskHead {
  readonly subtask_id: string;
}

export function completeExplored(
  answer: ExploredAnswer,
  { request_id, created_at, project_manifest }: RequestHead & Pick<Explored, 'project_manifest'>,
): Explored {
  const explored_files = answer.explored_files.map(withPlainPath);
  return {
    version: 1,
    request_id,
    created_at,
    created_by: 'code-explore',
    project_manifest,
    ...answer,
    explored_files,
  };
}

export function completeTaskBreakdown(
  answer: TaskBreakdownAnswer,
  { request_id, created_at, original_request }: RequestHead & Pick<TaskBreakdown, 'original_request'>,
): TaskBreakdown {
  return { version: 1, request_id, created_at, created_by: 'planner', original_request, ...answer };
}

export function completeDesignContract(
  answer: DesignContractAnswer,
  { request_id, task_id, created_at }: TaskHead,
): DesignContract {
  const { reasons: _, ...contract } = answer;
  const file_refs = contract.file_refs.map(withPlainPath);
  return { version: 1, request_id, task_id, created_at, created_by: 'architect', ...contract, file_refs };
}

export function completeTestContract(answer: TestContractAnswer, head: SubtaskHead): TestContract {
  const { superseded: _, characterisation: __, snapshots: ___, ...contract } = answer;
  return { ...qaHead(head), ...contract, test_file_path: plainPath(contract.test_file_path) };
}

/** What QA names beside its contract. */
export function namedByQa({ superseded = [], characterisation = [], snapshots = [] }: TestContractAnswer) {
  return {
    superseded: superseded.map((one) => ({ ...one, file: plainPath(one.file) })),
    characterisation: [...characterisation],
    snapshots: snapshots.map(plainPath),
  };
}

export function completeTestResult(answer: TestResultAnswer, head: SubtaskHead): TestResult {
  return { ...qaHead(head), ...answer };
}

function qaHead({ request_id, task_id, subtask_id, created_at }: SubtaskHead) {
  return { version: 1, request_id, task_id, subtask_id, created_at, created_by: 'qa-engineer' } as const;
}

/** As git and runners spell it: `./src//a.ts` is `src/a.ts`. */
export function plainPath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .join('/');
}

function withPlainPath<T extends { readonly path: string }>(entry: T): T {
  return { ...entry, path: plainPath(entry.path) };
}
