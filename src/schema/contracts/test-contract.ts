import type * as z from 'zod/mini';
import { choice, group, list, matching, text, texts } from '../field.ts';
import type { Finding } from '../finding.ts';
import { idsOnce, subtaskOf } from '../rules.ts';
import { head, subtaskId, taskId } from './parts.ts';

export const testContract = group(
  {
    ...head('qa-engineer'),
    task_id: taskId,
    subtask_id: subtaskId,
    subtask_name: text('Name of the subtask.'),
    test_cases: list(
      group(
        {
          id: matching('test-case-id', 'Id of the case.'),
          name: text('Name of the case; the test file has it too.'),
          target: text('What is tested.'),
          given: text('The situation.'),
          when: text('What is done.'),
          // oxlint-disable-next-line unicorn/no-thenable -- a field of the document
          then: text('What must follow.'),
          category: choice(['happy_path', 'error_case', 'edge_case'], 'Kind of the case.'),
        },
        'One case.',
      ),
      'The cases.',
    ),
    coverage_targets: texts('What the cases together must cover.'),
    test_file_path: text('Path of the test file.'),
  },
  'The test cases of one subtask, written before its implementation.',
);

export type TestContract = z.output<typeof testContract>;

export function* testContractRules(contract: TestContract): Iterable<Finding> {
  yield* subtaskOf(contract.task_id, ['subtask_id'], contract.subtask_id);
  yield* idsOnce(['test_cases'], contract.test_cases);
}
