import type * as z from 'zod/mini';
import type { DesignBrief } from './design-brief.ts';
import { flag, group, list, matching, maybe, text } from '../field.ts';
import type { Finding } from '../finding.ts';
import { idsOnce } from '../rules.ts';
import { fileRefs, head, taskId } from './parts.ts';

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
      'What must hold whatever is built.',
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
