import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Issue } from '../../workflows/run/judgement.ts';
import { bullets, code, line } from './markdown.ts';

const SEVERITIES = ['critical', 'major', 'minor'] as const;

/** The issues of a review as parts of a page, the gravest first. */
export function issueParts(issues: readonly Issue[], { runDocuments }: Catalogue): string[] {
  return SEVERITIES.flatMap((severity) => {
    const those = issues.filter((issue) => issue.severity === severity);
    if (those.length === 0) return [];
    return [`**${runDocuments.severity[severity]}** (${those.length})`, bullets(those.map(issueText))];
  });
}

function issueText({ file, line: number, message }: Issue): string {
  if (file === null) return line(message);
  return `${code(number === null ? file : `${file}:${number}`)}: ${line(message)}`;
}
