import type * as z from 'zod/mini';
import { fileRefs, head, taskId } from './parts.ts';
import { flag, group, list, matching, maybe, text, texts } from '../field.ts';
import type { Finding } from '../finding.ts';
import { idsOnce, subtaskOf } from '../rules.ts';

const input = group(
  {
    type: text('Type of the input.'),
    fields: list(group({ name: text('Name.'), type: text('Type.') }, 'One field.'), 'Fields of the input.'),
  },
  'What goes in.',
);

export const designContract = group(
  {
    ...head('architect'),
    task_id: taskId,
    task_name: text('Name of the task.'),
    invariants: list(
      group({ id: matching('invariant-id', 'Id of the invariant.'), rule: text('What must hold.') }, 'One invariant.'),
      'What must hold in every implementation.',
    ),
    interfaces: list(
      group(
        {
          name: text('Name, such as Service.method.'),
          input,
          output: group({ type: text('Type of the output.') }, 'What comes out.'),
          contract: text('What it promises.'),
        },
        'One interface.',
      ),
      'The interfaces to build.',
    ),
    boundaries: list(
      group(
        {
          from: text('Who depends.'),
          to: text('On whom.'),
          allowed: flag('Whether it may.'),
          note: maybe(text('A condition or reason.')),
        },
        'One boundary.',
      ),
      'Who may depend on whom.',
    ),
    layer_assignments: list(
      group({ component: text('Name of the component.'), layer: text('Its layer.') }, 'One assignment.'),
      'Which layer each component belongs to.',
    ),
    file_refs: fileRefs,
  },
  'The Architect’s design of one task.',
);

export type DesignContract = z.output<typeof designContract>;

/** What a change is judged by: the brief of a task, and the Architect's design. */
export interface Design {
  readonly brief: Pick<DesignBrief, 'file_refs' | 'scope_in' | 'scope_out'>;
  readonly contract: Pick<DesignContract, 'file_refs' | 'interfaces' | 'boundaries' | 'layer_assignments'>;
}

export function designContractRules(contract: DesignContract): Iterable<Finding> {
  return idsOnce(['invariants'], contract.invariants);
}

export const designBrief = group(
  {
    ...head('orchestrator'),
    task_id: taskId,
    task_name: text('Name of the task.'),
    objective: text('What the task is to reach.'),
    subtasks: list(
      group({ id: matching('subtask-id', 'Id of the subtask.'), name: text('Name of the subtask.') }, 'One subtask.'),
      'The subtasks, in the order they are done.',
    ),
    completion_criteria: texts('When the task counts as done.'),
    scope_in: texts('What belongs to the task.'),
    scope_out: texts('What does not.'),
    file_refs: fileRefs,
  },
  'What one task is about, made by merging plan and exploration.',
);

export type DesignBrief = z.output<typeof designBrief>;

export function* designBriefRules(brief: DesignBrief): Iterable<Finding> {
  yield* idsOnce(['subtasks'], brief.subtasks);
  for (const [i, { id }] of brief.subtasks.entries()) yield* subtaskOf(brief.task_id, ['subtasks', i, 'id'], id);
}
