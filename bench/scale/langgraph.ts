import path from 'node:path';
import { temporaryFolder } from '../../test/support/auto-store.ts';
import { importPeer } from './peers.ts';

/** What is used of LangGraph; its own types are not here. */
interface LangGraph {
  readonly Annotation: ((shape: unknown) => unknown) & { Root(shape: unknown): unknown };
  readonly StateGraph: new (state: unknown) => GraphBuilder;
  readonly START: string;
  readonly END: string;
}

interface GraphBuilder {
  addNode(name: string, node: () => unknown): unknown;
  addEdge(from: string, to: string): unknown;
  compile(options: unknown): { invoke(input: unknown, options: unknown): Promise<{ readonly done: number }> };
}

/**
 * The same graph: a node for each task, which says that it was done; every step is a checkpoint in SQLite. Building the
 * graph is counted, as planning is for us.
 */
export async function langGraph(
  peers: string,
  { tasks, width }: { tasks: number; width: number },
): Promise<{ readonly ms: number }> {
  const { Annotation, StateGraph, START, END } = (await importPeer(peers, '@langchain/langgraph')) as LangGraph;
  const { SqliteSaver } = (await importPeer(peers, '@langchain/langgraph-checkpoint-sqlite')) as {
    SqliteSaver: { fromConnString(file: string): unknown };
  };
  const began = performance.now();
  const done = Annotation({ reducer: (sum: number, more: number) => sum + more, default: () => 0 });
  const graph = new StateGraph(Annotation.Root({ done }));
  for (let task = 0; task < tasks; task++) graph.addNode(`t${task}`, () => ({ done: 1 }));
  for (let task = 0; task < tasks; task++) {
    graph.addEdge(task < width ? START : `t${task - width}`, `t${task}`);
    if (task + width >= tasks) graph.addEdge(`t${task}`, END);
  }
  const checkpointer = SqliteSaver.fromConnString(path.join(temporaryFolder(), 'checkpoints.sqlite'));
  const options = { recursionLimit: Math.ceil(tasks / width) + 10, configurable: { thread_id: 'one' } };
  const end = await graph.compile({ checkpointer }).invoke({ done: 0 }, options);
  if (end.done !== tasks) throw new Error(`done: ${end.done}`);
  return { ms: performance.now() - began };
}
