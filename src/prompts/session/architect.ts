import embedded from '../../../templates/session/architect.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { Knowledge } from '../../schema/knowledge.ts';
import { fillTemplate } from '../template.ts';
import { knowledgeDecisionsText, patternsText } from '../knowledge.ts';
import { linesText, material, memoryText, type TaskBrief, taskValues } from './parts.ts';

export interface ArchitectBrief extends TaskBrief {
  /** As its file has it. */
  readonly designBrief: string;
  /** What the plan assumed wrongly, and what is there instead. */
  readonly corrections: readonly string[];
  readonly patterns: Knowledge['patterns'];
  readonly decisions: Knowledge['decisions'];
  readonly memContext: string;
}

export function architectPrompt(brief: ArchitectBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'session/architect', text: template },
    {
      ...taskValues(brief),
      design_brief: material(brief.designBrief),
      corrections: brief.corrections.length === 0 ? 'None.' : linesText(brief.corrections),
      patterns: patternsText(brief.patterns),
      decisions: knowledgeDecisionsText(brief.decisions),
      mem_context: memoryText(brief.memContext),
    },
  );
}
