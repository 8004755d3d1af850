import { planProblem, type PlanProblem } from '../base/plan-problem.ts';
import type { CollectedPlan, CollectedTask } from './collect-tasks.ts';
import { flowchartEdges } from './flowchart.ts';
import { orderDependencies } from './spec-kit.ts';
import { idsBetween, parseMentions, parseMentionsInParentheses, type TaskMention } from './task-mentions.ts';
import { nearestOf } from '../schema/nearest.ts';

interface Graph {
  readonly tasks: readonly CollectedTask[];
  readonly phases: ReadonlyMap<string, number>;
  readonly charts: CollectedPlan['charts'];
  readonly notes: CollectedPlan['notes'];
  /** Grows by what is wrong with the dependencies. */
  readonly problems: PlanProblem[];
}

/** What each task needs: named by itself, drawn in a flowchart, or meant by its place. */
export function resolveDependencies({ tasks, phases, charts, notes, problems }: Graph): Map<string, readonly string[]> {
  const links = new Links(phases, problems);
  const byOrder = orderDependencies(tasks, phases);
  for (const task of tasks) {
    const { id } = task.begin;
    for (const needs of byOrder.get(id) ?? []) links.add(id, needs, task.line);
    const said = task.said.filter(({ label }) => label === 'needs');
    for (const { text, line } of said) links.addNamed(id, parseMentions(text), line);
    if (said.length === 0) links.addNamed(id, parseMentionsInParentheses(task.title), task.line);
  }
  for (const { lines, line } of charts) {
    for (const edge of flowchartEdges(lines, line)) {
      if (phases.has(edge.to)) links.add(edge.to, edge.from, edge.line);
      else links.miss(edge.from, edge.to, edge.line);
      if (links.isFull) break;
    }
  }
  for (const note of notes) {
    // A sentence may speak of tasks that are no longer there.
    const known = note.tasks.flatMap((one) => links.idsOf(one, note.line)).filter((id) => phases.has(id));
    const needed = note.needs.flatMap((one) => links.idsOf(one, note.line)).filter((id) => phases.has(id));
    for (const id of known)
      for (const needs of needed) if (isEarlier(needs, id, phases)) links.add(id, needs, note.line);
  }
  links.reportCycles();
  return links.needs();
}

function isEarlier(needs: string, id: string, phases: Graph['phases']): boolean {
  return needs !== id && (phases.get(needs) ?? 0) <= (phases.get(id) ?? 0);
}

const MOST_DEPENDENCIES = 1_000_000;
/** Finding one looks at every task. */
const MOST_SUGGESTIONS = 10;

class Links {
  /** Task → what it needs → the line that says so. */
  private readonly lines: Map<string, Map<string, number>>;
  private readonly phases: ReadonlyMap<string, number>;
  private readonly problems: PlanProblem[];
  private readonly missed = new Set<string>();
  private count = 0;
  private looked = 0;
  isFull = false;

  constructor(phases: ReadonlyMap<string, number>, problems: PlanProblem[]) {
    this.phases = phases;
    this.problems = problems;
    this.lines = new Map([...phases.keys()].map((id) => [id, new Map()]));
  }

  addNamed(id: string, named: readonly TaskMention[], line: number): void {
    for (const one of named) {
      if (one.kind === 'unknown') this.miss(id, one.text, line);
      for (const needs of this.idsOf(one, line)) this.add(id, needs, line);
    }
  }

  idsOf(named: TaskMention, line: number): string[] {
    if (named.kind !== 'range') return named.kind === 'task' ? [named.id] : [];
    return this.isFull ? [] : idsBetween(named.from, named.to, (between) => this.isTask(between, line));
  }

  add(id: string, needs: string, line: number): void {
    const known = this.lines.get(id);
    if (known === undefined || known.has(needs) || this.isFull) return;
    const [phase, needsPhase] = [this.phases.get(id) ?? 0, this.phases.get(needs)];
    if (needsPhase === undefined) {
      this.miss(id, needs, line);
      return;
    }
    known.set(needs, line);
    this.count += 1;
    if (this.count > MOST_DEPENDENCIES) this.overflow(line);
    if (needsPhase > phase) this.problems.push(planProblem('later_phase', line, { id, phase, needs, needsPhase }));
  }

  miss(id: string, needs: string, line: number): void {
    const key = `${id} ${needs}`;
    if (this.missed.has(key)) return;
    this.missed.add(key);
    const suggestion = this.missed.size > MOST_SUGGESTIONS ? null : this.nearest(needs, id);
    this.problems.push(planProblem('missing_dep', line, { id, needs, suggestion }));
  }

  reportCycles(): void {
    for (const cycle of findCycles(this.needs())) {
      const [first = '', second = ''] = cycle;
      const line = this.lines.get(first)?.get(second) ?? 1;
      this.problems.push(planProblem('circular_dep', line, { cycle }));
    }
  }

  needs(): Map<string, readonly string[]> {
    return new Map([...this.lines].map(([id, needs]) => [id, [...needs.keys()]]));
  }

  /** A range is short to write and long to look through. */
  private isTask(id: string, line: number): boolean {
    this.looked += 1;
    if (this.looked > 5 * MOST_DEPENDENCIES) this.overflow(line);
    return this.phases.has(id);
  }

  private overflow(line: number): void {
    if (this.isFull) return;
    this.isFull = true;
    this.problems.push(planProblem('too_many_deps', line, { limit: MOST_DEPENDENCIES }));
  }

  /** Never the task itself. */
  private nearest(needs: string, own: string): string | null {
    const near = [...this.phases.keys()].filter((id) => id !== own && Math.abs(id.length - needs.length) <= 1);
    return nearestOf(needs, near) ?? null;
  }
}

/** Cycles, each beginning with that one of its nodes that comes first, and ending with it again; `most` of them at most. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>, most = 20): string[][] {
  const order = new Map([...graph.keys()].map((node, index) => [node, index]));
  const finished = new Set<string>();
  const cycles: string[][] = [];
  for (const root of graph.keys()) {
    // An own stack: a chain of 10,000 is deeper than the runtime's.
    const path: { node: string; next: number }[] = [];
    const depth = new Map<string, number>();
    const enter = (node: string): void => {
      depth.set(node, path.length);
      path.push({ node, next: 0 });
    };
    if (!finished.has(root)) enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = graph.get(top.node)?.[top.next];
      top.next += 1;
      if (next === undefined) {
        finished.add(top.node);
        depth.delete(top.node);
        path.pop();
        continue;
      }
      const back = depth.get(next);
      if (back !== undefined) {
        cycles.push(
          fromTheFirst(
            path.slice(back).map(({ node }) => node),
            order,
          ),
        );
        if (cycles.length === most) return cycles;
      } else if (!finished.has(next) && graph.has(next)) enter(next);
    }
  }
  return cycles;
}

function fromTheFirst(cycle: readonly string[], order: ReadonlyMap<string, number>): string[] {
  const place = (node: string): number => order.get(node) ?? 0;
  const first = cycle.reduce((least, node, index) => (place(node) < place(cycle[least] ?? '') ? index : least), 0);
  const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
  return [...turned, ...turned.slice(0, 1)];
}
