import reviewer from '../../../templates/auto/reviewer.md';
import probes from '../../../templates/auto/probes.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { type Patch, patchText } from '../run/parts.ts';
import { quotedList } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import { type Reviewed, reviewedText } from './finding-text.ts';
import { type ProjectBrief, projectText, type TaskText, taskText } from './parts.ts';

export interface ReviewBrief {
  readonly task: TaskText;
  readonly parts: readonly Reviewed[];
  /** Lines that have to be judged one by one, because no test proves the change. */
  readonly acceptance: readonly string[];
  readonly patch: Patch;
  /** Why the answer before this one does not do; empty when there was none. */
  readonly feedback: string;
}

export function reviewPrompt(brief: ReviewBrief, template = reviewer): Result<string, Failure> {
  return fillTemplate(
    { name: 'auto/reviewer', text: template },
    {
      task_id: brief.task.id,
      task: taskText(brief.task),
      findings: reviewedText(brief.parts),
      acceptance: brief.acceptance.length === 0 ? 'None to judge.' : quotedList(brief.acceptance),
      patch: patchText(brief.patch),
      feedback: brief.feedback === '' ? 'None: this is the first.' : brief.feedback,
    },
  );
}

export interface ProbesBrief extends Pick<ReviewBrief, 'task' | 'acceptance' | 'patch'> {
  readonly project: ProjectBrief;
}

export function probesPrompt(brief: ProbesBrief, template = probes): Result<string, Failure> {
  return fillTemplate(
    { name: 'auto/probes', text: template },
    {
      project: projectText(brief.project),
      task_id: brief.task.id,
      task: taskText(brief.task),
      acceptance: quotedList(brief.acceptance),
      patch: patchText(brief.patch),
    },
  );
}
