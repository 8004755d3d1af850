import type * as z from 'zod/mini';
import { choice, group, list, matching, text, time, whole } from '../field.ts';
import type { Finding } from '../finding.ts';
import { countsAddUp, subtaskOf } from '../rules.ts';
import { head, subtaskId, taskId } from './parts.ts';

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
