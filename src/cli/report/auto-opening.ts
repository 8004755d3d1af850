import { phaseProgress } from '../../engine/operations/auto/phase-progress.ts';
import type { AutoStarted } from '../../engine/operations/auto/start.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import type { AutoNow } from './auto-event.ts';
import { someOf } from './auto-ids.ts';

const MOST_REWIRED = 5;

/** What is begun with or gone on with, if anything can be, and what is another in the list since the last time. */
export function openingLines(
  { graph, changes, isNew }: Pick<AutoStarted, 'changes' | 'isNew'> & { readonly graph: AutoNow },
  { words, columns, isThin }: { readonly words: Catalogue; readonly columns: number; readonly isThin: boolean },
): string[] {
  const { begins, goesOn, tasksIn } = words.auto;
  const phases = phaseProgress(graph);
  const left = phases.reduce((sum, one) => sum + one.total - one.completed - one.failed - one.blocked, 0);
  const { branch = '', commit = '' } = graph.base ?? {};
  const on = isThin || !isNew ? branch : `${branch} (${commit.slice(0, 12)})`;
  const head = (isNew ? begins : goesOn)(tasksIn(left, graph.order.length, phases.length), graph.mode, on);
  const lines = [...(left === 0 ? [] : [head]), ...changeLines(changes, words, isThin)];
  return lines.flatMap((line) => wrap(visible(line), columns));
}

function changeLines(changes: AutoStarted['changes'], words: Catalogue, isThin: boolean): string[] {
  if (changes === null) return [];
  const said = words.auto.changes;
  const { added, removed, rewired } = changes;
  const shown = rewired.slice(0, isThin ? 1 : MOST_REWIRED);
  const hidden = rewired.length - shown.length;
  return [
    ...(added.length === 0 ? [] : [said.added(someOf(added, words))]),
    ...(removed.length === 0 ? [] : [said.removed(someOf(removed, words))]),
    ...shown.map(({ id, needs }) => said.rewired(id, someOf(needs, words))),
    ...(hidden > 0 ? [words.auto.andMore(hidden)] : []),
  ];
}
