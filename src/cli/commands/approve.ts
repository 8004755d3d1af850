import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import { ask, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';
import { copyLines, essentialLines } from '../report/pack.ts';

/** Merges exactly the commit that a person has seen: named on the command line, or shown here. */
export const run: Run = async (context, { args, options }) => {
  const project = projectOf(context);
  const id = unwrap(await project.runs.find(args[0], 'approve'));
  unwrap(await project.checkSettings());
  const commit = await seenCommit(context, project, { id, named: options['commit'] });
  if (commit === undefined) return exit.waiting;
  const requested = unwrap(await project.runs.approve(id, { commit }));
  return goOnWithRun(context, project, { requested, goesOn: context.words.approve.goesOn });
};

/** Undefined: the person said no. */
async function seenCommit(
  context: Context,
  { runs }: ProjectApi,
  { id, named }: { readonly id: string; readonly named: string | undefined },
): Promise<string | undefined> {
  const { step, work } = unwrap(await runs.view(id));
  if ((step !== 'ready_for_merge' && step !== 'merge') || work === null) return named ?? '';
  const { commit } = work;
  if (named !== undefined) return isShortFor(named, commit) ? commit : named;
  // `--yes` is no approval: somebody must have seen what is merged.
  if (context.flags.json || !canAsk(context)) return throwFailure('run.wants_approval', { run: id, commit });
  const branch = await showPack(context, runs, id);
  const { words } = context;
  if (await ask(branch === null ? words.approve.questionFolder : words.approve.question(branch), context))
    return commit;
  context.tell(words.approve.no);
  return undefined;
}

/** Gives the branch that it would go to. */
async function showPack(context: Context, runs: ProjectApi['runs'], id: string): Promise<string | null> {
  const pack = unwrap(await runs.review(id));
  const { files, copy } = unwrap(await runs.changes(id, pack));
  const copied = copy === null ? [] : copyLines(copy, context);
  context.tell([...essentialLines(pack, files, context), ...copied].join('\n'));
  return pack.base.branch;
}

const SHORTEST = 7;

function isShortFor(named: string, commit: string): boolean {
  return named.length >= SHORTEST && commit.startsWith(named.toLowerCase());
}
