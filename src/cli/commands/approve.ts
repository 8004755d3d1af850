import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Pack } from '../../engine/door/runs.ts';
import { ask, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { goOnWithRun } from '../go-on.ts';
import { projectOf } from '../project.ts';
import { copyLines, essentialLines } from '../report/pack.ts';

/** Merges exactly the commit that a person has seen: named on the command line, or shown here. */
export const run: Run = async (context, { args, options }) => {
  const opened = projectOf(context);
  if (!opened.ok) return opened;
  const project = opened.value;
  const id = await project.runs.find(args[0], 'approve');
  if (!id.ok) return id;
  const ready = await project.checkSettings();
  if (!ready.ok) return ready;
  const seen = await seenCommit(context, project, { id: id.value, named: options['commit'] });
  if (!seen.ok) return seen;
  if (seen.value === undefined) return ok(exit.waiting);
  const requested = await project.runs.approve(id.value, { commit: seen.value });
  if (!requested.ok) return requested;
  return goOnWithRun(context, project, { requested: requested.value, goesOn: context.words.approve.goesOn });
};

/** Undefined: the person said no. */
async function seenCommit(
  context: Context,
  { runs }: ProjectApi,
  { id, named }: { readonly id: string; readonly named: string | undefined },
): Promise<Result<string | undefined, Failure>> {
  const view = await runs.view(id);
  if (!view.ok) return view;
  const { step, work } = view.value;
  if ((step !== 'ready_for_merge' && step !== 'merge') || work === null) return ok(named ?? '');
  const { commit } = work;
  if (named !== undefined) return ok(isShortFor(named, commit) ? commit : named);
  // `--yes` is no approval: somebody must have seen what is merged.
  if (context.flags.json || !canAsk(context)) return fail('run.wants_approval', { run: id, commit });
  const pack = await runs.review(id);
  if (!pack.ok) return pack;
  const shown = await show(context, runs, pack.value);
  if (!shown.ok) return shown;
  const { words } = context;
  const { branch } = pack.value.base;
  if (await ask(branch === null ? words.approve.questionFolder : words.approve.question(branch), context))
    return ok(commit);
  context.tell(words.approve.no);
  return ok(undefined);
}

async function show(context: Context, runs: ProjectApi['runs'], pack: Pack): Promise<Result<void, Failure>> {
  const changes = await runs.changes(pack.run_id, pack);
  if (!changes.ok) return changes;
  const { files, copy } = changes.value;
  const copied = copy === null ? [] : copyLines(copy, context);
  context.tell([...essentialLines(pack, files, context), ...copied].join('\n'));
  return ok();
}

const SHORTEST = 7;

function isShortFor(named: string, commit: string): boolean {
  return named.length >= SHORTEST && commit.startsWith(named.toLowerCase());
}
