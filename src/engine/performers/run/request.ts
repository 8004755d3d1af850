import type { RequestFacts } from '../../../workflows/proof/change-findings.ts';
import { isAboutDocuments } from '../../../workflows/proof/request-words.ts';
import type { RunServices } from './job.ts';
import { readText } from './run-folder.ts';

/** What the person wrote: the brief that an agent made of it allows nothing. */
export function requestOf({
  services,
}: {
  readonly services: Pick<RunServices, 'folder'>;
}): Omit<RequestFacts, 'exists'> {
  const words = readText(services, 'briefing/raw.md');
  return { words, deliverables: [], needsNoChange: false, asksForCode: !isAboutDocuments(words) };
}
