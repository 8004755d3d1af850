import { clipped, quoted } from '../quoted.ts';
import { type Feedback, feedbackText } from './feedback.ts';

/** What is the same for every role that works on a request, a task, a subtask. */
export interface RequestBrief {
  readonly requestId: string;
  /** Null when the step is done for the first time. */
  readonly feedback: Feedback | null;
}

export interface TaskBrief extends RequestBrief {
  readonly taskId: string;
}

export interface SubtaskBrief extends TaskBrief {
  readonly subtask: { readonly id: string; readonly name: string; readonly description: string };
}

export function requestValues({ requestId, feedback }: RequestBrief) {
  return { request_id: requestId, feedback: feedbackText(feedback) };
}

export function taskValues(brief: TaskBrief) {
  return { ...requestValues(brief), task_id: brief.taskId };
}

export function subtaskValues(brief: SubtaskBrief) {
  const { id, name, description } = brief.subtask;
  const subtask = description.trim() === '' ? name : `${name}\n\n${description}`;
  return { ...taskValues(brief), subtask_id: id, subtask: quoted(subtask) };
}

/** A document, or a file, as it was read; nothing is written for nothing. */
export function material(text: string, most = LONGEST): string {
  return text.trim() === '' ? 'None.' : quoted(clipped(text, most));
}

const LONGEST = 300_000;

/** What claude-mem found. */
export function memoryText(found: string): string {
  return material(found, 20_000);
}
