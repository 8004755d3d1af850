import type { PlanProblem } from '../../base/plan-problem.ts';
import type { FailuresOf } from '../catalogue.ts';
import { cycleText, firstProblems } from '../plan-problems.ts';
import { sizeOf } from '../size.ts';

export const planFailures: FailuresOf<'plan'> = {
  'plan.bad': ({ problems, count }) => ({
    message: `cannot be worked on: ${linesOf(problems)}${count > firstProblems ? ` (and ${count - firstProblems} more)` : ''}`,
    hint: problems.some(({ code }) => code === 'no_tasks')
      ? 'a task looks like this: - [ ] T1.1: Name'
      : 'correct the file, then run the command again',
  }),
  'plan.none': ({ folder, looked }) => ({
    message: `there is no list of tasks in ${folder} (looked for ${looked.join(', ')})`,
    hint: 'write one with lines such as "- [ ] T1.1: Name", or name it: --tasks FILE',
  }),
  'plan.outside': ({ leadsTo }) => ({
    message: `is a link that leads out of the project, to ${leadsTo}`,
    hint: 'put the file itself there, or name it: --tasks FILE',
  }),
  'plan.import_bad': ({ reason, place, problems }) => ({
    message: `cannot become a list of tasks: ${IMPORT[reason]}${place === '' ? '' : ` (${place})`}${problems.length === 0 ? '' : `: ${problems.slice(0, firstProblems).map(textOf).join('; ')}`}`,
    hint: reason === 'bad_graph' ? 'correct its dependencies, then import it again' : null,
  }),
};

const IMPORT = {
  not_json: 'it is not JSON',
  not_task_master: "it does not have the form of Task Master's tasks.json",
  bad_graph: 'its tasks make no graph',
} as const;

function linesOf(problems: readonly PlanProblem[]): string {
  return problems
    .slice(0, firstProblems)
    .map((problem) => `line ${problem.line}: ${textOf(problem)}`)
    .join('; ');
}

function textOf({ code, params }: PlanProblem): string {
  switch (code) {
    case 'no_tasks':
      return 'NO_TASKS: it has no task';
    case 'too_large':
      return `TOO_LARGE: it has ${sizeOf(params.size)}, and at most ${sizeOf(params.limit)} are read`;
    case 'too_many_deps':
      return `TOO_MANY_DEPS: it has more than ${params.limit} dependencies`;
    case 'bad_id':
      return `BAD_ID: '${params.id}' is no id of a task (one looks like T1.3)`;
    case 'bad_checkbox':
      return `BAD_CHECKBOX: ${params.id} has [${params.mark}], which is neither [ ] nor [x]`;
    case 'bad_phase':
      return `BAD_PHASE: the phase of ${params.id} has more than nine digits`;
    case 'duplicate_id':
      return `DUPLICATE_ID: ${params.id} stands in line ${params.firstLine} already`;
    case 'missing_dep': {
      const { suggestion } = params;
      return `MISSING_DEP: ${params.id} names ${params.needs}, which is no task${suggestion === null ? '' : ` (did you mean ${suggestion}?)`}`;
    }
    case 'circular_dep':
      return `CIRCULAR_DEP: ${cycleText(params.cycle)}`;
    case 'later_phase':
      return `LATER_PHASE: ${params.id} (phase ${params.phase}) needs ${params.needs}, which comes in phase ${params.needsPhase}`;
  }
}
