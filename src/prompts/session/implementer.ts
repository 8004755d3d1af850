import embedded from '../../../templates/session/implementer.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { Knowledge } from '../../schema/knowledge.ts';
import { fillTemplate } from '../template.ts';
import { pitfallsText } from '../knowledge.ts';
import { material, memoryText, type SubtaskBrief, subtaskValues } from './parts.ts';

export interface ImplementerBrief extends SubtaskBrief {
  /** Documents as their files have them. */
  readonly designContract: string;
  readonly testContract: string;
  readonly pitfalls: Knowledge['pitfalls'];
  /** The test file that the test contract names. */
  readonly testCode: string;
  readonly memContext: string;
}

export function implementerPrompt(brief: ImplementerBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'session/implementer', text: template },
    {
      ...subtaskValues(brief),
      design_contract: material(brief.designContract),
      test_contract: material(brief.testContract),
      pitfalls: pitfallsText(brief.pitfalls),
      test_code: material(brief.testCode),
      mem_context: memoryText(brief.memContext),
    },
  );
}
