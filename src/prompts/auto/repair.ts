import embedded from '../../../templates/auto/repair.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { fillTemplate } from '../template.ts';
import {
  type AttemptBrief,
  failureText,
  type FinishedTask,
  finishedText,
  namesText,
  printedText,
  type ProjectBrief,
  projectText,
} from './parts.ts';

export interface RepairBrief extends AttemptBrief {
  readonly project: ProjectBrief;
  readonly phase: number;
  /** Those of the phase that were merged. */
  readonly tasks: readonly FinishedTask[];
  /** Names of tests that are red on the merged tree and were not on the base. */
  readonly red: readonly string[];
  /** What the checks printed. */
  readonly output: string;
}

const LONGEST_OUTPUT = 6000;

/** `approach` as for a task. */
export function repairPrompt(brief: RepairBrief, template = embedded, approach?: string): Result<string, Failure> {
  const failure = failureText(brief, approach);
  if (!failure.ok) return failure;
  return fillTemplate(
    { name: 'auto/repair', text: template },
    {
      project: projectText(brief.project),
      phase: String(brief.phase),
      tasks: finishedText(brief.tasks),
      red: namesText(brief.red),
      output: printedText(brief.output, LONGEST_OUTPUT),
      failure: failure.value,
    },
  );
}
