import embedded from '../../../templates/session/qa-verification.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { fillTemplate } from '../template.ts';
import { type Invariants, invariantsText } from './invariants.ts';
import { material, memoryText, type SubtaskBrief, subtaskValues } from './parts.ts';

export interface QaVerificationBrief extends SubtaskBrief {
  /** As its file has it. */
  readonly testContract: string;
  readonly invariants: Invariants;
  readonly memContext: string;
}

export function qaVerificationPrompt(brief: QaVerificationBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'session/qa-verification', text: template },
    {
      ...subtaskValues(brief),
      test_contract: material(brief.testContract),
      invariants: invariantsText(brief.invariants),
      mem_context: memoryText(brief.memContext),
    },
  );
}
