import type { ConflictBrief } from '../../src/prompts/auto/conflict.ts';
import type { AttemptBrief } from '../../src/prompts/auto/parts.ts';
import type { RepairBrief } from '../../src/prompts/auto/repair.ts';
import type { TaskAttemptBrief } from '../../src/prompts/auto/task.ts';

/** What each prompt of the auto workflow gets, every text of it marked with `mark`. */
export function briefs(mark: string) {
  const project = {
    name: `${mark} name`,
    testCommand: `${mark} test`,
    buildCommand: `${mark} build`,
    redBefore: [`${mark} red before`],
  };
  const task = {
    id: 'T1.7',
    title: `${mark} title`,
    text: `${mark} text`,
    files: [`${mark} file`],
    acceptance: [`${mark} acceptance`],
    commands: [`${mark} command`],
  };
  const finished = [{ id: 'T1.2', title: `${mark} done`, result: `${mark} result` }];
  const failure: AttemptBrief['failure'] = {
    attempt: 5,
    kind: `${mark} kind`,
    message: `${mark} message`,
    evidence: `${mark} evidence`,
  };
  return {
    task: {
      open: [],
      refused: null,
      project,
      task,
      dependencies: finished,
      knowledge: `${mark} known`,
      strategy: 'plain',
      failure,
    } as TaskAttemptBrief,
    conflict: {
      project,
      task,
      others: [{ ...task, id: 'T1.4', title: `${mark} other`, result: `${mark} result` }],
      otherSide: `${mark} patch`,
      ownSide: '+ mine',
      paths: [`${mark} path`],
    } satisfies ConflictBrief,
    repair: {
      project,
      phase: 3,
      tasks: finished,
      red: [`${mark} red now`],
      output: `${mark} output`,
      strategy: 'plain',
      failure,
    } as RepairBrief,
  };
}
