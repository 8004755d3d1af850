import { blocksOf, linesOf } from '../markdown.ts';
import { plainText } from '../task-line.ts';
import type { NewTask } from '../write-plan.ts';
import type { ForeignList } from './foreign-list.ts';
import { withoutTasks } from './without-tasks.ts';

/**
 * Kiro's numbered lists (`- [ ] 2.1 Write the form`) and plain checklists. They are meant to be worked through in order,
 * a task with subtasks after them. Null where there is no checkbox.
 */
export function readChecklist(text: string): ForeignList | null {
  const { project, roots } = treeOf(text);
  if (roots.length === 0) return null;
  const all = roots.flatMap(withSubtasks);
  const isNumbered =
    all.every(({ number }) => number !== null) && new Set(all.map(({ number }) => number)).size === all.length;
  const tasks: NewTask[] = [];
  const leftOut: string[] = [];
  let before: string | null = null;
  const add = (item: ListItem, id: string): void => {
    const subtasks = item.subtasks.map((subtask, index) => {
      const own = subtaskId(subtask, { isNumbered, fallback: `${id}.${index + 1}` });
      add(subtask, own);
      return own;
    });
    if (item.isOptional) leftOut.push(id);
    tasks.push({
      id,
      title: item.title,
      phase: 1,
      needs: subtasks.length > 0 || before === null ? subtasks : [before],
      completed: item.isTicked,
      needsNoChange: subtasks.length > 0,
      acceptance: [],
      priority: null,
      notes: item.notes.join('\n'),
    });
    before = id;
  };
  for (const [index, root] of roots.entries()) add(root, subtaskId(root, { isNumbered, fallback: `T${index + 1}` }));
  const hasSubtasks = roots.some(({ subtasks }) => subtasks.length > 0);
  return {
    project,
    tasks: withoutTasks(tasks, new Set(leftOut)),
    leftOut,
    guesses: [
      'in_order',
      ...(hasSubtasks ? (['subtasks_first'] as const) : []),
      ...(isNumbered ? [] : (['numbered'] as const)),
    ],
    tag: null,
    otherTags: [],
  };
}

interface ListItem {
  readonly title: string;
  /** `2.1` */
  readonly number: string | null;
  readonly isTicked: boolean;
  /** Kiro writes `- [ ]*` for what may be left out. */
  readonly isOptional: boolean;
  readonly notes: string[];
  readonly subtasks: ListItem[];
}

function withSubtasks(item: ListItem): ListItem[] {
  return [item, ...item.subtasks.flatMap(withSubtasks)];
}

function subtaskId({ number }: ListItem, { isNumbered, fallback }: { isNumbered: boolean; fallback: string }): string {
  return isNumbered && number !== null ? `T${number}` : fallback;
}

/** Kiro writes `2.1` beside `2`, and not below it: by their numbers they belong together. */
function treeOf(text: string): { readonly project: string | null; readonly roots: readonly ListItem[] } {
  const lines = linesOf(text);
  const open: { readonly item: ListItem | null; readonly indent: number }[] = [];
  const roots: ListItem[] = [];
  const byNumber = new Map<string, ListItem>();
  let project: string | null = null;
  let isFresh = false;
  for (const block of blocksOf(text)) {
    if (block.kind === 'heading' && block.level === 1) project ??= projectIn(block.text);
    else if (block.kind === 'item') {
      const line = lines[block.line - 1] ?? '';
      const item = itemIn(line.trim().replace(/^(?:[-*+]|\d+[.)])\s+/, ''));
      if (item !== null) {
        const parent = parentOf(item, byNumber) ?? open.findLast((one) => one.item !== null)?.item ?? null;
        (parent?.subtasks ?? roots).push(item);
        if (item.number !== null) byNumber.set(item.number, item);
      }
      open.push({ item, indent: line.search(/\S/) });
      isFresh = item !== null;
    } else if (block.kind === 'item_end') open.pop();
    else if (block.kind === 'lines') {
      const told = isFresh ? block.lines.slice(1) : block.lines;
      isFresh = false;
      const isBullet = open.at(-1)?.item === null;
      open
        .findLast((one) => one.item !== null)
        ?.item?.notes.push(...told.map((line) => (isBullet ? `- ${line}` : line)));
    }
  }
  return { project, roots };
}

function parentOf({ number }: ListItem, byNumber: ReadonlyMap<string, ListItem>): ListItem | undefined {
  const end = number?.lastIndexOf('.') ?? -1;
  return end <= 0 ? undefined : byNumber.get(number?.slice(0, end) ?? '');
}

function itemIn(line: string): ListItem | null {
  const [, mark, star, rest] = /^\[([ xX-]?)\](\*?)\s+(.*)$/s.exec(line) ?? [];
  if (mark === undefined || rest === undefined) return null;
  const [, number = null, title = rest] = /^(\d{1,9}(?:\.\d{1,9})*)[.)]?\s+(.*)$/s.exec(rest) ?? [];
  return {
    title: plainText(title),
    number,
    isTicked: /x/i.test(mark),
    isOptional: star === '*',
    notes: [],
    subtasks: [],
  };
}

function projectIn(heading: string): string | null {
  const name = plainText(heading);
  return /^(?:implementation plan|tasks?|to-?do)$/i.test(name) || name === '' ? null : name;
}
