import embedded from '../../templates/rebase.md';
import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { firstOf, printedText } from './auto/parts.ts';
import { inline, quoted } from './quoted.ts';
import { fillTemplate } from './template.ts';

/** The folder holds the merge with the base as git's `ours`, the work as `theirs`. */
export interface RebaseBrief {
  /** What the work is for. */
  readonly purpose: string;
  /** What whoever did it said of it. */
  readonly reasons: string;
  readonly base: string;
  /** What the commits of the base say of themselves. */
  readonly messages: string;
  /** The patch of each side, of the paths in conflict. */
  readonly otherSide: string;
  readonly ownSide: string;
  readonly paths: readonly string[];
  /** Null where nobody knows. */
  readonly testCommand: string | null;
  /** What was wrong the first time: paths that are in conflict still, tests that fail. */
  readonly problems: readonly string[];
}

const MOST_PATHS = 200;
const LONGEST_PATCH = 12_000;
const LONGEST_REASONS = 6_000;

export function rebasePrompt(brief: RebaseBrief, template = embedded): Result<string, Failure> {
  const { testCommand, problems } = brief;
  return fillTemplate(
    { name: 'rebase', text: template },
    {
      tests: testCommand === null ? 'No command that runs tests was found.' : `Tests run with: ${inline(testCommand)}`,
      base: inline(brief.base),
      messages: printedText(brief.messages, LONGEST_REASONS),
      other_side: printedText(brief.otherSide, LONGEST_PATCH),
      purpose: quoted(brief.purpose),
      reasons: printedText(brief.reasons, LONGEST_REASONS),
      own_side: printedText(brief.ownSide, LONGEST_PATCH),
      paths: firstOf(brief.paths, MOST_PATHS),
      problems: problems.length === 0 ? 'Nothing: this is the first try.' : firstOf(problems, MOST_PATHS),
    },
  );
}
