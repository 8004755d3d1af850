import type { Catalogue } from '../../i18n/catalogue.ts';
import { type Graph, isHeldTask, type Task } from '../../workflows/auto/graph-state.ts';
import { proofFindingText } from './finding-text.ts';
import { bullets, code, line } from './markdown.ts';
import { description } from './description.ts';

/** What the pull request of a task list says: what is done, what was found about it, and who let it pass. */
export function autoDescription(graph: Graph, commit: string, words: Catalogue): string {
  const tasks = graph.order.flatMap((id) => {
    const task = graph.tasks[id];
    return task === undefined ? [] : [{ id, task }];
  });
  const criteria = tasks.map(({ id, task }) => ({ text: taskText(id, task, words), isMet: isDone(task) }));
  const proven = tasks.filter(({ task }) => isDone(task)).flatMap(({ id, task }) => proofLines(id, task, words));
  const repairs = (graph.repairs ?? []).map(
    ({ phase, code: what, reason, by }) => `${phase}: ${line(`${what}: ${reason} (${by})`)}`,
  );
  const said = words.pullRequest;
  const parts = proven.length + repairs.length === 0 ? [] : [`## ${said.proof}`, bullets([...proven, ...repairs])];
  return description({ id: 'auto', title: said.tasks, criteria, parts, verify: commit, closes: null }, words);
}

function isDone({ status, skipped }: Task): boolean {
  return status === 'completed' && !skipped;
}

function taskText(id: string, task: Task, { pullRequest: said }: Catalogue): string {
  const state = isHeldTask(task)
    ? ` (${said.held})`
    : task.status === 'failed' || task.status === 'blocked'
      ? ` (${said.failed})`
      : '';
  return `${id}: ${task.title}${state}`;
}

function proofLines(id: string, { findings = [], allowed = [] }: Task, words: Catalogue): string[] {
  return [
    ...findings.map((finding) => `${code(id)}: ${line(proofFindingText(finding, words))}`),
    ...allowed.map(({ code: what, key, reason, by }) => `${code(id)}: ${line(`${key ?? what}: ${reason} (${by})`)}`),
  ];
}
