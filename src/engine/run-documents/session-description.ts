import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Session, Subtask } from '../../workflows/session/session-state.ts';
import { description } from './description.ts';
import { proofFindingText } from './finding-text.ts';
import { bullets, code, line, quotation } from './markdown.ts';

/** What the pull request of a session says: the request, what was done for it, what was found and who let it pass. */
export function sessionDescription(session: Session, commit: string, words: Catalogue): string {
  const said = words.pullRequest;
  const { original_request, request_id: id, task_order, tasks, allowed = [] } = session;
  const subtasks = task_order.flatMap((task) => Object.entries(tasks[task]?.subtasks ?? {}));
  const criteria = subtasks.map(([name, subtask]) => ({
    text: `${name}: ${subtask.name}`,
    isMet: subtask.status === 'completed',
  }));
  const proven = [
    ...subtasks.flatMap(([name, subtask]) => proofLines(name, subtask, words)),
    ...allowed.map(({ code: what, key, by }) => line(`${what}: ${key} (${by})`)),
  ];
  const parts = [
    `## ${said.request}`,
    quotation(original_request),
    ...(proven.length === 0 ? [] : [`## ${said.proof}`, bullets(proven)]),
  ];
  return description({ id, title: said.tasks, criteria, parts, verify: commit, closes: null }, words);
}

function proofLines(name: string, { accepted }: Subtask, words: Catalogue): string[] {
  if (accepted === undefined) return [];
  const { proven, listed } = accepted;
  return [
    `${code(name)}: ${words.pullRequest.provenBy(proven)}`,
    ...listed.map((finding) => `${code(name)}: ${line(proofFindingText(finding, words))}`),
  ];
}
