import type { Query, QueryClient } from '@tanstack/react-query';
import type { StreamEvent } from '../../../src/schema/api/event-stream.ts';
import type { AnswerOf } from '../../../src/schema/api/routes.ts';
import type { LiveMessage, LiveStream } from './live-stream.ts';

type Changed = Extract<StreamEvent, { kind: 'changed' | 'conductor' }>;

/** At most four times a second: what is read again is painted again. */
const PAUSE_MS = 250;

/** Reads again what events say is no longer so. */
export function followChanges(stream: LiveStream, queries: QueryClient): () => void {
  const stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    const keys = new Set(stale);
    stale.clear();
    if (keys.has('all')) void queries.invalidateQueries();
    else void queries.invalidateQueries({ predicate: (query) => isStale(query, keys) });
  };
  const mark = (key: string): void => {
    stale.add(key);
    timer ??= setTimeout(flush, PAUSE_MS);
  };
  const stop = stream.onMessage((message) => {
    const event = parseEvent(message);
    if (event === null) return;
    if (event.kind === 'reset' || event.kind === 'hello') mark('all');
    else if (event.kind === 'projects') mark('home');
    else if (event.kind === 'comments') mark(`comments ${event.project} ${event.run}`);
    else if (event.kind === 'tasks') updateTasks(queries, event);
    else if (event.kind === 'changed' || event.kind === 'conductor') for (const key of keysOf(event)) mark(key);
    else if (event.kind === 'output') mark('words');
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

export function parseEvent({ data }: LiveMessage): StreamEvent | null {
  try {
    const event: StreamEvent = JSON.parse(data);
    return event;
  } catch {
    return null;
  }
}

function keysOf({ project, workflow, id }: Changed): string[] {
  return ['home', `${workflow} ${project} ${id}`, `list ${project}`];
}

function isStale({ queryKey: [name, given] }: Query, stale: ReadonlySet<string>): boolean {
  const { project = '', run = '', session = '' } = paramsOf(given);
  const [group = ''] = String(name).split('.');
  switch (group) {
    case 'home':
    case 'projects':
      return stale.has('home') || stale.has('words');
    case 'runs':
      return stale.has(run === '' ? `list ${project}` : `run ${project} ${run}`);
    case 'review':
      return stale.has(`run ${project} ${run}`) || stale.has(`comments ${project} ${run}`);
    case 'auto':
      return stale.has(`auto ${project} auto`);
    case 'sessions':
      return stale.has(session === '' ? `list ${project}` : `session ${project} ${session}`);
    case 'questions':
      return stale.has(`list ${project}`);
    default:
      return false;
  }
}

function paramsOf(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null || !('params' in given)) return {};
  const { params } = given;
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
}

/** A state change moves nothing else: only the tasks that it names are replaced. */
function updateTasks(queries: QueryClient, { project, tasks }: Extract<StreamEvent, { kind: 'tasks' }>): void {
  queries.setQueryData<AnswerOf<'auto.read'>>(['auto.read', { params: { project } }], (graph) =>
    graph === undefined
      ? undefined
      : { ...graph, tasks: { ...graph.tasks, ...Object.fromEntries(tasks.map((task) => [task.id, task])) } },
  );
}
