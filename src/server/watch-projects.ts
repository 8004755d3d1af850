import { setTimeout as pause } from 'node:timers/promises';
import { catchFailure } from '../base/failure.ts';
import { canonicalJson } from '../base/json.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { GraphView, TaskView } from '../schema/views/auto-view.ts';
import type { Snapshot } from '../schema/views/snapshot.ts';
import { Coalescer } from './coalesce.ts';
import type { Dashboard } from './dashboard.ts';
import type { EventHub } from './event-hub.ts';

type Workflow = 'run' | 'session' | 'auto';

const LOOK_FOR_PROJECTS_MS = 2_000;
const LOOK_AT_AGENTS_MS = 250;
const LONGEST_BEGINNING_MS = 5_000;

/** Follows all projects of the user while somebody looks, and tells the hub. */
export class ProjectWatcher {
  readonly #dashboard: Dashboard;
  readonly #hub: EventHub;
  readonly #coalescer: Coalescer;
  readonly #watched = new Map<string, AbortController>();
  #timer: NodeJS.Timeout | undefined;

  constructor(dashboard: Dashboard, hub: EventHub) {
    this.#dashboard = dashboard;
    this.#hub = hub;
    this.#coalescer = new Coalescer((event) => hub.tell(event), Date.now);
  }

  /** Settled once all projects are followed; one that takes long keeps nobody waiting. */
  async start(): Promise<void> {
    this.#timer ??= setInterval(() => this.#look(false), LOOK_FOR_PROJECTS_MS).unref();
    const begun = this.#look(true);
    await Promise.race([Promise.all(begun), pause(LONGEST_BEGINNING_MS, undefined, { ref: false })]);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const watched of this.#watched.values()) watched.abort();
    this.#watched.clear();
    this.#coalescer.close();
  }

  /** Settled when those that were not known before are followed. */
  #look(isFirst: boolean): Promise<void>[] {
    const begun: Promise<void>[] = [];
    const known = new Set(this.#dashboard.projects().map(({ hash }) => hash));
    let isNews = false;
    for (const [id, watched] of this.#watched) {
      if (known.has(id)) continue;
      watched.abort();
      this.#watched.delete(id);
      isNews = true;
    }
    for (const id of known) {
      if (this.#watched.has(id)) continue;
      const ending = new AbortController();
      this.#watched.set(id, ending);
      isNews = true;
      begun.push(new Promise((resolve) => void this.#watch(id, ending.signal, resolve).finally(resolve)));
    }
    if (isNews && !isFirst) this.#hub.tell({ kind: 'projects' });
    return begun;
  }

  async #watch(id: string, signal: AbortSignal, onBegun: () => void): Promise<void> {
    const opened = await catchFailure(async () => this.#dashboard.project(id));
    // A folder that is gone, or has become a link to somewhere else, has nothing to tell.
    if (!opened.ok) return;
    const project = new WatchedProject(id, opened.value, { hub: this.#hub, coalescer: this.#coalescer });
    try {
      await project.follow(signal, onBegun);
    } catch {
      // Whatever its logs are: the others are told of, and this one is looked at again with the next request.
      this.#watched.delete(id);
    }
  }
}

interface Telling {
  readonly hub: EventHub;
  readonly coalescer: Coalescer;
}

/** Effects in flight, with the log they are of. */
type InFlight = Map<string, { readonly workflow: Workflow; readonly id: string; size: number }>;

class WatchedProject {
  readonly #id: string;
  readonly #project: ProjectApi;
  readonly #telling: Telling;
  readonly #inFlight: InFlight = new Map();
  #tasks = new Map<string, string>();
  #conducted = new Map<string, Conducted>();
  #isTaskLookDue = false;

  constructor(id: string, project: ProjectApi, telling: Telling) {
    this.#id = id;
    this.#project = project;
    this.#telling = telling;
  }

  /** Whatever is recorded after `onBegun` is told. */
  async follow(signal: AbortSignal, onBegun: () => void): Promise<void> {
    const snapshot = await this.#project.snapshot();
    this.#takeOver(snapshot);
    onBegun();
    await this.#lookAtConductors();
    const timers = [
      setInterval(() => void this.#lookAtAgents(), LOOK_AT_AGENTS_MS),
      setInterval(() => void this.#lookAtConductors(), LOOK_FOR_PROJECTS_MS),
    ];
    try {
      for await (const event of this.#project.events({ after: snapshot.cursor, signal })) {
        if (event.type === 'snapshot') {
          this.#takeOver(event.snapshot);
          this.#telling.hub.reset();
          continue;
        }
        const { workflow, id, type, seq, at } = event;
        this.#hear(event.type, event.data, { workflow, id });
        this.#telling.coalescer.add({
          kind: 'changed',
          project: this.#id,
          workflow,
          id,
          types: [type],
          count: 1,
          seq,
          at,
        });
      }
    } finally {
      timers.forEach((timer) => clearInterval(timer));
    }
  }

  #hear(type: string, data: unknown, log: { readonly workflow: Workflow; readonly id: string }): void {
    if (log.workflow === 'auto') this.#lookAtTasksSoon();
    const effect = typeof data === 'object' && data !== null && 'effect' in data ? data.effect : undefined;
    if (typeof effect !== 'string') return;
    if (type === 'effect_started') this.#inFlight.set(effect, { ...log, size: 0 });
    else this.#inFlight.delete(effect);
  }

  #takeOver(snapshot: Snapshot): void {
    this.#inFlight.clear();
    for (const { run_id: id, running } of snapshot.runs)
      for (const effect of running) this.#inFlight.set(effect, { workflow: 'run', id, size: 0 });
    for (const { hash: id, running } of snapshot.sessions)
      for (const effect of running) this.#inFlight.set(effect, { workflow: 'session', id, size: 0 });
    for (const effect of snapshot.auto?.running ?? [])
      this.#inFlight.set(effect, { workflow: 'auto', id: 'auto', size: 0 });
    this.#changedTasks(snapshot.auto);
  }

  async #lookAtAgents(): Promise<void> {
    for (const [effect, log] of this.#inFlight) {
      const tail = await this.#project.agentLogs.tail(effect);
      if (!tail.ok || tail.value.size === log.size) continue;
      const { size, words } = tail.value;
      log.size = size;
      const { workflow, id } = log;
      this.#telling.hub.tell({ kind: 'output', project: this.#id, workflow, id, effect, size, words });
    }
  }

  /** At most four times a second: with a thousand tasks a look is dear. */
  #lookAtTasksSoon(): void {
    if (this.#isTaskLookDue) return;
    this.#isTaskLookDue = true;
    setTimeout(() => {
      this.#isTaskLookDue = false;
      void this.#lookAtTasks();
    }, LOOK_AT_AGENTS_MS);
  }

  async #lookAtTasks(): Promise<void> {
    const graph = await this.#project.auto.graph();
    const tasks = this.#changedTasks(graph.ok ? graph.value : null);
    if (tasks.length > 0) this.#telling.hub.tell({ kind: 'tasks', project: this.#id, tasks });
  }

  async #lookAtConductors(): Promise<void> {
    const now = new Map<string, Conducted>();
    for (const { workflow, id, holder } of await this.#project.conductors())
      now.set(`${workflow} ${id}`, { workflow, id, who: `${holder.host} ${holder.pid} ${holder.since}` });
    const before = this.#conducted;
    this.#conducted = now;
    for (const [key, { workflow, id }] of [...before, ...now].filter(([one], n, all) => isFirst(one, n, all)))
      if (before.get(key)?.who !== now.get(key)?.who)
        this.#telling.hub.tell({ kind: 'conductor', project: this.#id, workflow, id });
  }

  #changedTasks(graph: Pick<GraphView, 'tasks'> | null): TaskView[] {
    const all = Object.values(graph?.tasks ?? {});
    const now = new Map(all.map((task) => [task.id, canonicalJson(task)]));
    const changed = all.filter(({ id }) => this.#tasks.get(id) !== now.get(id));
    this.#tasks = now;
    return changed;
  }
}

interface Conducted {
  readonly workflow: Workflow;
  readonly id: string;
  readonly who: string;
}

function isFirst(key: string, n: number, all: readonly (readonly [string, unknown])[]): boolean {
  return all.findIndex(([other]) => other === key) === n;
}
