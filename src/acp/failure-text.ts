import type { Failure } from '../base/failure.ts';
import { type Catalogue, formatFailure } from '../i18n/catalogue.ts';

/** What is wrong and what to do, as a message. */
export function failureText(failure: Failure, words: Catalogue): string {
  const { message, hint, output = '' } = formatFailure(words, failure);
  const where = failure.path === undefined ? '' : `${failure.path}: `;
  const said = output === '' ? [] : [`\`\`\`\n${output.trimEnd()}\n\`\`\``];
  return [`${where}${message}`, ...said, ...(hint === null ? [] : [hint])].join('\n\n');
}
