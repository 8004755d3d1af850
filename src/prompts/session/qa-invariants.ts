import embedded from '../../../templates/session/qa-invariants.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { fillTemplate } from '../template.ts';
import { type Invariants, invariantsText } from './invariants.ts';
import { type SubtaskBrief, subtaskValues } from './parts.ts';

export interface QaInvariantsBrief extends SubtaskBrief {
  /** Those that cannot be checked mechanically, and what the scope says in prose. */
  readonly invariants: Invariants;
}

export function qaInvariantsPrompt(brief: QaInvariantsBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'session/qa-invariants', text: template },
    { ...subtaskValues(brief), invariants: invariantsText(brief.invariants) },
  );
}
