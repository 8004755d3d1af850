import embedded from '../../../templates/session/planner.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { inline, quoted } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import { linesText, material, type RequestBrief, requestValues } from './parts.ts';

export interface PlannerBrief extends RequestBrief {
  readonly projectPath: string;
  /** The project's instructions: CLAUDE.md, or AGENTS.md where there is none. */
  readonly claudeMd: string | null;
  readonly originalRequest: string;
  /** Only when it is planned again: what was found in the project, and what the first plan assumed wrongly. */
  readonly again: { readonly explored: string; readonly corrections: readonly string[] } | null;
}

export function plannerPrompt(brief: PlannerBrief, template = embedded): Result<string, Failure> {
  const { projectPath, claudeMd, originalRequest, again } = brief;
  return fillTemplate(
    { name: 'session/planner', text: template },
    {
      ...requestValues(brief),
      project_path: inline(projectPath),
      claude_md: material(claudeMd ?? ''),
      original_request: quoted(originalRequest),
      explored: again === null ? 'Nothing yet: the project is explored while you plan.' : material(again.explored),
      corrections: again === null || again.corrections.length === 0 ? 'None.' : linesText(again.corrections),
    },
  );
}
