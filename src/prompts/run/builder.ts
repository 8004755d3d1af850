import embedded from '../../../templates/run/builder.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ConfigBuilder } from '../../schema/config/settings.ts';
import { inline, quoted } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import {
  type AnsweredQuestion,
  decisionsText,
  type PromptFeedback,
  feedbackText,
  type Round,
  roundText,
} from './parts.ts';

export interface BuilderBrief extends Round {
  readonly refined: string;
  readonly config: ConfigBuilder;
  readonly decisions: readonly AnsweredQuestion[];
  /** How the project is tested and built here; null where nobody knows. */
  readonly testCommand: string | null;
  readonly buildCommand: string | null;
  readonly feedback: PromptFeedback | null;
}

export function builderPrompt(brief: BuilderBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'run/builder', text: template },
    {
      rules: rules(brief.config),
      folder: folder(brief),
      refined: quoted(brief.refined),
      decisions: decisionsText(brief.decisions),
      round: roundText(brief),
      feedback: feedbackText(brief.feedback),
    },
  );
}

function rules({ style, constraints }: ConfigBuilder): string {
  const { prefer_libraries: preferred, avoid_libraries: avoided, code_style } = style;
  const lines = [
    `- Code style: ${code_style === 'default' ? 'as the project does it' : inline(code_style)}.`,
    `- No file that you write may be longer than ${constraints.max_file_size_lines} lines. Orchestral checks this.`,
  ];
  if (constraints.require_types)
    lines.push(
      '- Types are required: no untyped parameters or results, no way around the types. Orchestral checks this.',
    );
  if (preferred.length > 0)
    lines.push(`- Libraries to prefer, where one is needed: ${preferred.map(inline).join(', ')}.`);
  if (avoided.length > 0)
    lines.push(`- Libraries not to use: ${avoided.map(inline).join(', ')}. Orchestral checks this.`);
  return lines.join('\n');
}

function folder({ testCommand, buildCommand }: BuilderBrief): string {
  const lines = [
    '- The folder you were started in is the root of the project.',
    testCommand === null
      ? '- No command that runs tests was found. If the brief lets you add tests, make them run the way such projects usually do.'
      : `- Tests run with: ${inline(testCommand)}`,
  ];
  if (buildCommand !== null) lines.push(`- It is built with: ${inline(buildCommand)}`);
  return lines.join('\n');
}
