import * as z from 'zod/mini';
import { projectPaths } from '../project-path.ts';
import { parseJson } from '../../base/json.ts';
import { MAX_TESTS, createReport, type ReportedTest, type TestReport } from './test-report.ts';

/** What our reporter for node:test wrote (see `runners/node-test.ts`). Undefined: a line of it is no such event. */
export function readNodeEvents(text: string, folder: string): TestReport | undefined {
  const events: NodeEvent[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const read = nodeEvent.safeParse(parseJson(line));
    if (!read.success || events.push(read.data) > MAX_TESTS) return undefined;
  }
  return createReport('json', testsOfEvents(events, folder));
}

export type NodeEvent = z.output<typeof nodeEvent>;

/** Those of several files follow one another. */
export function testsOfEvents(events: readonly NodeEvent[], folder: string): ReportedTest[] {
  const paths = projectPaths(folder);
  return treesOf(events).flatMap((tree) => leaves(tree, [], paths));
}

/** Tests that passed with subtests: Node counts them as well. */
export function passedParents(events: readonly NodeEvent[]): number {
  const count = ({ event, inside }: Tree): number => {
    const isParent = inside.length > 0 && !event.suite && event.nodeTest === 'pass' && !event.skip && !event.todo;
    return inside.reduce((sum, one) => sum + count(one), Number(isParent));
  };
  return treesOf(events).reduce((sum, one) => sum + count(one), 0);
}

function treesOf(events: readonly NodeEvent[]): Tree[] {
  /** By nesting, those whose parent is not known yet: children come before their parent. */
  const waiting: Tree[][] = [];
  for (const one of events) {
    const inside = waiting.splice(one.nesting + 1).flat();
    (waiting[one.nesting] ??= []).push({ event: one, inside });
  }
  return waiting.flat();
}

export const nodeEvent = z.object({
  nodeTest: z.enum(['pass', 'fail']),
  name: z.string(),
  nesting: z.int().check(z.minimum(0), z.maximum(1000)),
  file: z.optional(z.string()),
  skip: z.boolean(),
  todo: z.boolean(),
  suite: z.boolean(),
  reason: z.optional(z.string()),
});

interface Tree {
  readonly event: NodeEvent;
  readonly inside: readonly Tree[];
}

/** A test with subtests counts only as what they are in, unless it failed and none of them did. */
function leaves({ event, inside }: Tree, outer: readonly string[], paths: Paths): readonly ReportedTest[] {
  const names = [...outer, event.name];
  const tests = inside.flatMap((inner) => leaves(inner, names, paths));
  const status = event.skip || event.todo ? 'skipped' : event.nodeTest === 'pass' ? 'passed' : 'failed';
  const isOwnFault = status === 'failed' && !tests.some((test) => test.status === 'failed');
  if (isOwnFault || (tests.length === 0 && !(event.suite && status === 'passed'))) {
    tests.push({ ...placed(event, names, paths), status, reason: event.reason });
  }
  return tests;
}

type Paths = (reported: string) => string | undefined;

/** A file that could not be run is reported as a test that has its path for a name. */
function placed(
  { name, file }: Tree['event'],
  names: readonly string[],
  paths: Paths,
): Pick<ReportedTest, 'file' | 'names'> {
  const own = names.length === 1 && (name === file || name.startsWith('/')) ? paths(name) : undefined;
  if (own !== undefined) return { file: own, names: [] };
  return { file: file === undefined ? undefined : paths(file), names };
}
