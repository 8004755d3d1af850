import { planProblem, type PlanProblem } from '../base/plan-problem.ts';
import { type DependencyNote, notesInSentence, notesInTable } from './dependency-notes.ts';
import { headingLabel, type Label, parseLabel } from './labels.ts';
import { type Block, blocksOf } from './markdown.ts';
import { parseCondition, phaseHeading, plainText, type TaskLine, taskLine } from './task-line.ts';

/** A task as its lines say it, before anything is made of it. */
export interface CollectedTask {
  readonly begin: Extract<TaskLine, { kind: 'task' }>;
  readonly isHeading: boolean;
  readonly line: number;
  /** Its last line. */
  end: number;
  title: string;
  /** Of the heading above it, as digits. */
  readonly phaseAbove: string | null;
  readonly said: LabelLine[];
}

/** What stands under a label; an empty text is a label with nothing under it. */
interface LabelLine {
  readonly label: Label;
  readonly line: number;
  text: string;
  /** A fenced shell script under acceptance criteria: it must succeed. */
  readonly script?: string;
}

export interface CollectedPlan {
  readonly project: string | null;
  readonly tasks: readonly CollectedTask[];
  /** By number, as digits. */
  readonly phaseTitles: ReadonlyMap<string, string>;
  readonly charts: readonly Extract<Block, { kind: 'code' }>[];
  /** Of tables, and of sentences under a heading of its own, outside of the tasks. */
  readonly notes: readonly DependencyNote[];
  readonly problems: readonly PlanProblem[];
}

/** All dialects at once: a checkbox in a list or a heading begins a task, and what is below it belongs to it. */
export function collectTasks(text: string): CollectedPlan {
  const collector = new Collector();
  for (const block of blocksOf(text)) collector.take(block);
  return collector.end();
}

/** An item of a list that is being read. */
interface Item {
  readonly line: number;
  readonly end: number;
  task: CollectedTask | null;
  label: Label | null;
  isFresh: boolean;
}

/** A heading that is a task, and what was said below it last. */
interface Section {
  readonly task: CollectedTask;
  readonly level: number;
  label: Label | null;
}

class Collector {
  private project: string | null | undefined;
  private readonly tasks: CollectedTask[] = [];
  private readonly phaseTitles = new Map<string, string>();
  private readonly charts: Extract<Block, { kind: 'code' }>[] = [];
  private readonly notes: DependencyNote[] = [];
  private readonly problems: PlanProblem[] = [];
  private readonly headings: { level: number; phase: string | null; isNotes: boolean }[] = [];
  private readonly items: Item[] = [];
  private section: Section | null = null;

  take(block: Block): void {
    if (block.kind === 'heading') this.takeHeading(block);
    else if (block.kind === 'item')
      this.items.push({ line: block.line, end: block.end, task: null, label: null, isFresh: true });
    else if (block.kind === 'item_end') this.items.pop();
    else if (block.kind === 'code') {
      if (/^mermaid\b/.test(block.language)) this.charts.push(block);
      else if (/^(?:ba)?sh\b|^shell\b/.test(block.language)) this.takeScript(block);
    } else this.takeLines(block.lines, block.line);
  }

  end(): CollectedPlan {
    if (this.section !== null) this.section.task.end = Number.POSITIVE_INFINITY;
    const { tasks, phaseTitles, charts, notes, problems } = this;
    return { project: this.project ?? null, tasks, phaseTitles, charts, notes, problems };
  }

  private takeHeading({ level, text, line }: Extract<Block, { kind: 'heading' }>): void {
    const begin = taskLine(text);
    if (this.section !== null && begin === null && level > this.section.level) {
      this.section.label = headingLabel(text);
      return;
    }
    this.leaveSection(line - 1);
    while ((this.headings.at(-1)?.level ?? 0) >= level) this.headings.pop();
    const phase = phaseHeading(text);
    // In `Phase 1, T1.2: Login` the rest is the task's name.
    if (begin === null && phase?.title != null && !this.phaseTitles.has(phase.phase))
      this.phaseTitles.set(phase.phase, phase.title);
    this.headings.push({ level, phase: phase?.phase ?? null, isNotes: /^\W*(?:dependenc|의존)/i.test(text) });
    if (begin === null) {
      if (level === 1 && this.project === undefined) this.project = projectName(text);
      return;
    }
    const task = this.begin(begin, { line, end: line, isHeading: true });
    if (task !== null) this.section = { task, level, label: null };
  }

  private takeLines(lines: readonly string[], line: number): void {
    const item = this.items.at(-1);
    const [first = '', ...rest] = lines;
    this.notes.push(...notesInTable(lines, line));
    if (this.currentTask() === null && this.headings.some(({ isNotes }) => isNotes))
      this.notes.push(...lines.flatMap((text, offset) => notesInSentence(text, line + offset)));
    if (item?.isFresh !== true) {
      this.takeBody(lines, line, item ?? this.section);
      return;
    }
    item.isFresh = false;
    const task = this.isInsideTask(item) ? null : this.taskOf(first, item);
    if (task === null) {
      this.takeItem(item, first, line);
      this.continueWith(rest, line + 1, item);
      return;
    }
    item.task = task;
    const titleEnd = rest.findIndex((text) => parseLabel(text) !== null);
    const title = titleEnd === -1 ? rest : rest.slice(0, titleEnd);
    task.title = [task.title, ...title].join(' ').replaceAll(/\s+/g, ' ').trim();
    this.takeBody(rest.slice(title.length), line + 1 + title.length, item);
  }

  /** A checkbox below a task is a condition of it, whatever it says; one below a task's heading may be a task again. */
  private isInsideTask(item: Item): boolean {
    return this.items.some(({ task }) => task !== null) || (this.section !== null && this.labelAround(item) !== null);
  }

  private taskOf(text: string, item: Item): CollectedTask | null {
    const begin = taskLine(text);
    if (begin === null) return null;
    const task = this.begin(begin, { line: item.line, end: item.end, isHeading: false });
    if (task !== null) this.leaveSection(item.line - 1);
    return task;
  }

  private begin(
    begin: TaskLine,
    { line, end, isHeading }: { line: number; end: number; isHeading: boolean },
  ): CollectedTask | null {
    if (begin.kind !== 'task') {
      const problem =
        begin.kind === 'bad_id'
          ? planProblem('bad_id', line, { id: begin.id })
          : planProblem('bad_checkbox', line, { id: begin.id, mark: begin.mark });
      this.problems.push(problem);
      return null;
    }
    const phaseAbove = this.headings.findLast(({ phase }) => phase !== null)?.phase ?? null;
    const task: CollectedTask = { begin, isHeading, line, end, title: begin.title, phaseAbove, said: [] };
    this.tasks.push(task);
    return task;
  }

  private leaveSection(end: number): void {
    if (this.section !== null) this.section.task.end = end;
    this.section = null;
  }

  /** The first line of an item that is no task: a label, a value of the label around it, or a condition. */
  private takeItem(item: Item, text: string, line: number): void {
    const task = this.currentTask();
    if (task === null) return;
    const around = this.labelAround(item);
    const condition = parseCondition(text);
    const own = condition === null ? this.labelOfItem(item, text, around) : null;
    if (own !== null) {
      item.label = own.label;
      task.said.push({ label: own.label, line, text: own.value });
    } else if (around !== null) {
      task.said.push({ label: around, line, text: condition ?? text });
    } else if (condition !== null) {
      item.label = 'acceptance';
      task.said.push({ label: 'acceptance', line, text: condition });
    }
  }

  /** Inside of a list that stands under a label, a line such as `model: User` is no label; below a heading's, only a bold one is. */
  private labelOfItem(item: Item, text: string, around: Label | null): ReturnType<typeof parseLabel> {
    const found = parseLabel(text);
    if (found === null || around === null) return found;
    const isBelowItem = this.items.some((other) => other !== item && other.task === null && other.label !== null);
    return isBelowItem || !found.isBold ? null : found;
  }

  /** The rest of an item's first paragraph. */
  private continueWith(lines: readonly string[], line: number, item: Item): void {
    const task = this.currentTask();
    const last = task?.said.at(-1);
    if (lines.length === 0 || task === null) return;
    if (item.label === null && this.labelAround(item) === null) this.takeBody(lines, line, item);
    else if (last !== undefined) last.text = `${last.text} ${lines.join(' ')}`.trim();
  }

  /** A paragraph below a task: each line may be a label, or go on with the one before it. */
  private takeBody(lines: readonly string[], line: number, place: Item | Section | null): void {
    const task = this.currentTask();
    if (task === null || place === null) return;
    let isOpen = place.label !== null && task.said.at(-1)?.text === '';
    for (const [offset, text] of lines.entries()) {
      const found = parseLabel(text);
      const last = task.said.at(-1);
      if (found !== null) {
        place.label = found.label;
        task.said.push({ label: found.label, line: line + offset, text: found.value });
        isOpen = true;
      } else if (isOpen && last !== undefined) last.text = `${last.text} ${text}`.trim();
      else place.label = null;
    }
    const said = task.said.at(-1);
    if (said !== undefined && said.label === place.label && isAnswered(said)) place.label = null;
  }

  private takeScript({ lines, line }: Extract<Block, { kind: 'code' }>): void {
    const item = this.items.at(-1);
    const label = item === undefined ? this.section?.label : (item.label ?? this.labelAround(item));
    const script = lines.join('\n').trim();
    if (label !== 'acceptance' || script === '') return;
    this.currentTask()?.said.push({ label, line, text: `\`\`\`sh\n${script}\n\`\`\``, script });
  }

  private currentTask(): CollectedTask | null {
    return this.items.findLast(({ task }) => task !== null)?.task ?? this.section?.task ?? null;
  }

  private labelAround(item: Item): Label | null {
    const outer = this.items.findLast((other) => other !== item && (other.label !== null || other.task !== null));
    return outer === undefined ? (this.section?.label ?? null) : outer.label;
  }
}

/** Whether a list that follows says something else. */
function isAnswered({ label, text }: LabelLine): boolean {
  if (label === 'acceptance' || label === 'files' || label === 'deliverables') return false;
  return label === 'needs' ? /T\d|none|없음|^-$/i.test(text) : text !== '';
}

/** `# TASKS: my-app` */
function projectName(heading: string): string | null {
  const name = plainText(heading.replace(/^\s*tasks(?:\.md)?\s*(?:[:：—–-]\s*|$)/i, ''));
  return name === '' ? null : name;
}
