import embedded from '../../../templates/session/code-explore.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { inline, quotedList } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import { type RequestBrief, requestValues } from './parts.ts';

export interface CodeExploreBrief extends RequestBrief {
  readonly projectPath: string;
  readonly referenceProjects: readonly string[];
}

export function codeExplorePrompt(brief: CodeExploreBrief, template = embedded): Result<string, Failure> {
  const { projectPath, referenceProjects } = brief;
  return fillTemplate(
    { name: 'session/code-explore', text: template },
    {
      ...requestValues(brief),
      project_path: inline(projectPath),
      reference_projects: referenceProjects.length === 0 ? 'None.' : quotedList(referenceProjects),
    },
  );
}
