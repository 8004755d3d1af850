import embedded from '../../../templates/session/qa-test-first.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { fillTemplate } from '../template.ts';
import { material, memoryText, type SubtaskBrief, subtaskValues } from './parts.ts';

export interface QaTestFirstBrief extends SubtaskBrief {
  /** As its file has it. */
  readonly designContract: string;
  readonly memContext: string;
}

export function qaTestFirstPrompt(brief: QaTestFirstBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'session/qa-test-first', text: template },
    {
      ...subtaskValues(brief),
      design_contract: material(brief.designContract),
      mem_context: memoryText(brief.memContext),
    },
  );
}
