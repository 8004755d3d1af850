import { parseDocument } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { decodeAny } from './codec-any.ts';
import type { Decision, Knowledge, Pitfall } from './knowledge.ts';
import type { Problem } from '../base/document-problem.ts';

/** What becomes of an entry; null: it goes. */
export type EntryChange = Partial<Omit<Decision, 'id' | 'created_at'>> | Partial<Omit<Pitfall, 'id'>> | null;

/** The text of knowledge.yaml with one entry changed or removed; comments stay. Null where there is no such entry. */
export function changeKnowledge(
  text: string,
  { entry, change, now }: { readonly entry: string; readonly change: EntryChange; readonly now: string },
): Result<string | null, Problem[]> {
  const before = decodeAny('knowledge', text);
  if (!before.ok) return before;
  const list = entry.startsWith('D') ? 'decisions' : 'pitfalls';
  const index = indexIn(before.value, list, entry);
  if (index === -1) return ok(null);
  const document = parseDocument(text, { logLevel: 'error' });
  if (change === null) document.deleteIn([list, index]);
  else for (const [field, value] of Object.entries(change)) document.setIn([list, index, field], value);
  document.setIn(['updated_at'], now);
  const after = document.toString();
  const valid = decodeAny('knowledge', after);
  return valid.ok ? ok(after) : err(valid.error);
}

function indexIn(knowledge: Knowledge, list: 'decisions' | 'pitfalls', entry: string): number {
  return knowledge[list].findIndex(({ id }) => id === entry);
}
