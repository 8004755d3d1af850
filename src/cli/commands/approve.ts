import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Approving, Pack } from '../../engine/door/runs.ts';
import { ask, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';
import { allowLines, copyLines, essentialLines } from '../report/pack.ts';

/** Merges exactly the commit that a person has seen: named on the command line, or shown here. */
export const run: Run = async (context, { args, options, lists }) => {
  const project = projectOf(context);
  const id = unwrap(await project.runs.find(args[0], 'approve'));
  unwrap(await project.checkSettings());
  const approved = await approvalFor(context, project, { id, named: options['commit'], allow: lists['allow'] ?? [] });
  if (approved === undefined) return exit.waiting;
  const requested = unwrap(await project.runs.approve(id, approved));
  return goOnWithRun(context, project, { requested, goesOn: context.words.approve.goesOn });
};

interface Wanted {
  readonly id: string;
  readonly named: string | undefined;
  readonly allow: readonly string[];
}

/** Undefined: the person said no. */
async function approvalFor(
  context: Context,
  { runs }: ProjectApi,
  { id, named, allow }: Wanted,
): Promise<Approving | undefined> {
  const { step, work } = unwrap(await runs.view(id));
  if ((step !== 'ready_for_merge' && step !== 'merge') || work === null) return { commit: named ?? '' };
  const { commit } = work;
  const seen = named !== undefined && isShortFor(named, commit) ? commit : named;
  const pack = unwrap(await runs.review(id));
  const allowed = numbersIn(allow, pack);
  const isAsked = !context.flags.json && canAsk(context);
  const asksOnlyItems = seen === commit && allowed !== 'all' && pack.to_allow.length > allowed.length && isAsked;
  if (seen !== undefined && !asksOnlyItems) return { commit: seen, allow: allowed };
  // `--yes` is no approval: somebody must have seen what is merged.
  if (!isAsked) return throwFailure('run.wants_approval', { run: id, commit });
  await showPack(context, runs, pack);
  const { words } = context;
  const { branch } = pack.base;
  const question = branch === null ? words.approve.questionFolder : words.approve.question(branch);
  const open = allowed === 'all' ? [] : pack.to_allow.filter(({ number }) => !allowed.includes(number));
  if (await ask(open.length === 0 ? question : words.approve.questionAllow(open.length, question), context))
    return { commit, allow: 'all' };
  context.tell(words.approve.no);
  return undefined;
}

/** `--allow 1,3 --allow 4`, or `all`. */
function numbersIn(allow: readonly string[], { run_id, to_allow }: Pack): readonly number[] | 'all' {
  const named = allow.flatMap((one) => one.split(',')).map((one) => one.trim());
  if (named.includes('all')) return 'all';
  return named.map((item) => {
    const number = /^\d+$/.test(item) ? Number(item) : 0;
    if (to_allow.some((one) => one.number === number)) return number;
    return throwFailure('question.no_item', { id: run_id, item, most: to_allow.length });
  });
}

async function showPack(context: Context, runs: ProjectApi['runs'], pack: Pack): Promise<void> {
  const { files, copy } = unwrap(await runs.changes(pack.run_id, pack));
  const copied = copy === null ? [] : copyLines(copy, context);
  context.tell([...essentialLines(pack, files, context), ...copied, ...allowLines(pack, context)].join('\n'));
}

const SHORTEST = 7;

function isShortFor(named: string, commit: string): boolean {
  return named.length >= SHORTEST && commit.startsWith(named.toLowerCase());
}
