import embedded from '../../templates/amend.md';
import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { clipped, inline, quoted } from './quoted.ts';
import { fillTemplate } from './template.ts';

/** The folder holds published work; what was said of it is to be put right. */
export interface AmendBrief {
  /** Null where nobody knows. */
  readonly testCommand: string | null;
  readonly purpose: string;
  /** Numbered. */
  readonly remarks: string;
  /** Why the last attempt was not taken; empty: there was none. */
  readonly problems: string;
}

const LONGEST_PURPOSE = 12_000;
const LONGEST_REMARKS = 60_000;

export function amendPrompt(brief: AmendBrief, template = embedded): Result<string, Failure> {
  const { testCommand, purpose, remarks, problems } = brief;
  return fillTemplate(
    { name: 'amend', text: template },
    {
      tests: testCommand === null ? 'No command that runs tests was found.' : `Tests run with: ${inline(testCommand)}`,
      purpose: quoted(clipped(purpose, LONGEST_PURPOSE)),
      remarks: quoted(clipped(remarks, LONGEST_REMARKS)),
      problems: problems === '' ? 'Nothing: this is the first try.' : quoted(problems),
    },
  );
}
