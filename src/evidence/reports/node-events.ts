import * as z from 'zod/mini';
import { projectPaths } from '../project-path.ts';
import type { TestReport } from '../test-report.ts';
import { parseJson } from './json.ts';
import { mostTests, reportOf, type Told } from './told.ts';

/**
 * A reporter for node:test, as a module in an address. The built-in ones do not say which file a test is in, and the
 * one for JUnit forgets that a test failed whose subtests passed.
 */
export const nodeReporter = `data:text/javascript,${encodeURIComponent(
  [
    'export default async function*(events){',
    'for await(const {type,data} of events){',
    "if(type!=='test:pass'&&type!=='test:fail')continue;",
    'const {name,nesting,file,skip,todo,details:d}=data;',
    'const error=d?.error?.cause?.stack??d?.error?.cause??d?.error;',
    "yield JSON.stringify({nodeTest:type==='test:pass'?'pass':'fail',name,nesting,file,",
    "skip:skip!==undefined&&skip!==false,todo:todo!==undefined&&todo!==false,suite:d?.type==='suite',",
    "reason:error===undefined?undefined:String(error).slice(0,4000)})+'\\n'",
    '}}',
  ].join(''),
).replaceAll("'", '%27')}`;

/** What that reporter wrote. Undefined: a line of it is no such event. */
export function readNodeEvents(text: string, folder: string): TestReport | undefined {
  const paths = projectPaths(folder);
  /** By nesting, those whose parent has not been told of yet: children come before their parent. */
  const waiting: Tree[][] = [];
  let count = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const read = event.safeParse(parseJson(line));
    if (!read.success || ++count > mostTests) return undefined;
    const inside = waiting.splice(read.data.nesting + 1).flat();
    (waiting[read.data.nesting] ??= []).push({ event: read.data, inside });
  }
  return reportOf(
    'json',
    waiting.flat().flatMap((tree) => leaves(tree, [], paths)),
  );
}

const event = z.object({
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
  readonly event: z.output<typeof event>;
  readonly inside: readonly Tree[];
}

/** A test with subtests counts only as what they are in, unless it failed and none of them did. */
function leaves({ event, inside }: Tree, outer: readonly string[], paths: Paths): readonly Told[] {
  const names = [...outer, event.name];
  const told = inside.flatMap((inner) => leaves(inner, names, paths));
  const status = event.skip || event.todo ? 'skipped' : event.nodeTest === 'pass' ? 'passed' : 'failed';
  const isOwnFault = status === 'failed' && !told.some((test) => test.status === 'failed');
  if (isOwnFault || (told.length === 0 && !(event.suite && status === 'passed'))) {
    told.push({ ...placed(event, names, paths), status, reason: event.reason });
  }
  return told;
}

type Paths = (reported: string) => string | undefined;

/** A file that could not be run is told of as a test that has its path for a name. */
function placed({ name, file }: Tree['event'], names: readonly string[], paths: Paths): Pick<Told, 'file' | 'names'> {
  const own = names.length === 1 && (name === file || name.startsWith('/')) ? paths(name) : undefined;
  if (own !== undefined) return { file: own, names: [] };
  return { file: file === undefined ? undefined : paths(file), names };
}
