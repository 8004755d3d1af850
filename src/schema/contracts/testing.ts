import type * as z from 'zod/mini';
import { head, subtaskId, taskId } from './parts.ts';
import { choice, group, list, matching, text, texts, time, whole } from '../field.ts';
import type { Finding } from '../finding.ts';
import { countsAddUp, idsOnce, subtaskOf } from '../rules.ts';

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

export const testResult = group(
  {
    ...head('qa-engineer'),
    task_id: taskId,
    subtask_id: subtaskId,
    execution: group(
      {
        command: text('The command that ran the tests.'),
        timestamp: time('When they ran.'),
        result: choice(['pass', 'fail'], 'How they ended.'),
      },
      'The run of the tests.',
    ),
    summary: group(
      {
        total: whole('All tests: passed, failed and skipped.'),
        passed: whole('Tests that passed.'),
        failed: whole('Tests that failed.'),
        skipped: whole('Tests that were skipped.'),
      },
      'The counts.',
    ),
    failed_tests: list(
      group(
        {
          id: matching('test-case-id', 'The case of the test contract.'),
          name: text('Name of the test.'),
          reason: text('Why it failed.'),
          category: choice(['implementation_error', 'design_violation'], 'Whose fault it is.'),
        },
        'One failed test.',
      ),
      'The tests that failed.',
    ),
    recommendation: group(
      {
        action: choice(['complete', 'retry_implementation', 'retry_design'], 'What to do next.'),
        reason: text('Why.'),
      },
      'What QA recommends.',
    ),
  },
  'QA’s verification of one subtask.',
);

export type TestResult = z.output<typeof testResult>;

export function* testResultRules(result: TestResult): Iterable<Finding> {
  yield* subtaskOf(result.task_id, ['subtask_id'], result.subtask_id);
  yield* countsAddUp(['summary'], result.summary);
}
