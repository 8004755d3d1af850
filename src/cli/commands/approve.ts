import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type OpenRun, openRun } from '../../engine/descriptors/run.ts';
import { approveRun } from '../../engine/operations/runs/decide.ts';
import { findRun } from '../../engine/operations/runs/find.ts';
import { type Pack, readChanges, readPack } from '../../engine/operations/runs/review.ts';
import { ask, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { decideOnScreen } from '../decide-on-screen.ts';
import { copyLines, essentialLines } from '../report/pack.ts';
import { runContext } from '../run-tools.ts';

/** Merges exactly the commit that a person has seen: named on the command line, or shown here. */
export const run: Run = async (context, { args, options }) => {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const id = findRun(tools.value.project, args[0], 'approve');
  if (!id.ok) return id;
  const open = await openRun(id.value, tools.value);
  if (!open.ok) return open;
  return decideOnScreen(context, open.value, {
    decide: async () => {
      const seen = await seenCommit(context, open.value, options['commit']);
      if (!seen.ok || seen.value === undefined) return seen.ok ? ok('nothing') : seen;
      const approved = await approveRun(open.value, { commit: seen.value });
      return approved.ok ? ok('goes_on') : approved;
    },
    goesOn: context.words.approve.goesOn,
    otherwise: exit.waiting,
  });
};

/** Undefined: the person said no. */
async function seenCommit(
  context: Context,
  open: OpenRun,
  named: string | undefined,
): Promise<Result<string | undefined, Failure>> {
  const { step, run_id } = open.state();
  if (step.at !== 'ready_for_merge' && step.at !== 'merge') return ok(named ?? '');
  const { commit } = step.work;
  if (named !== undefined) return ok(isShortFor(named, commit) ? commit : named);
  // `--yes` is no approval: somebody must have seen what is merged.
  if (context.flags.json || !canAsk(context)) return fail('run.wants_approval', { run: run_id, commit });
  const pack = readPack(open);
  if (!pack.ok) return pack;
  const shown = await show(context, open, pack.value);
  if (!shown.ok) return shown;
  const { words } = context;
  const { branch } = pack.value.base;
  if (await ask(branch === null ? words.approve.questionFolder : words.approve.question(branch), context))
    return ok(commit);
  context.tell(words.approve.no);
  return ok(undefined);
}

async function show(context: Context, open: OpenRun, pack: Pack): Promise<Result<void, Failure>> {
  const changes = await readChanges(open, pack);
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
