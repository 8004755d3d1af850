import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type OpenRun, openRun } from '../../engine/descriptors/run.ts';
import { findRun } from '../../engine/operations/runs/find.ts';
import { type Pack, readPack, readSummary, refusalOf } from '../../engine/operations/runs/review.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { failureLines } from '../report/failure.ts';
import { packLines } from '../report/pack.ts';
import { runContext } from '../run-tools.ts';
import { markdownLines } from '../terminal/markdown.ts';
import { jsonText } from '../terminal/visible.ts';

/** Shows a pack: its summary, and the commit that approving it merges. */
export const run: Run = async (context, { args }) => {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const id = findRun(tools.value.project, args[0], 'review');
  if (!id.ok) return id;
  const open = await openRun(id.value, tools.value);
  if (!open.ok) return open;
  const pack = readPack(open.value);
  const shown = pack.ok ? show(pack.value, open.value, context) : pack;
  const closed = await open.value.close();
  return shown.ok && !closed.ok ? closed : shown;
};

function show(pack: Pack, open: OpenRun, context: Context): Result<ExitCode, Failure> {
  const { flags, answer, words, tell } = context;
  if (flags.json) {
    answer(jsonText(pack));
    return ok(exit.done);
  }
  const summary = readSummary(open);
  if (!summary.ok) return summary;
  const told = without(words.runDocuments.summary.decide, summary.value);
  answer([...markdownLines(told, context), '', ...packLines(pack, waitsFor(open), context)].join('\n'));
  const refusal = refusalOf(open.state());
  if (refusal !== undefined) tell([words.pack.refused, ...failureLines(refusal, context)].join('\n'));
  return ok(exit.done);
}

/** What could be done when the pack was put together: what can be done now stands at the end. */
function without(title: string, summary: string): string {
  const begin = summary.indexOf(`\n## ${title}\n`);
  const end = summary.indexOf('\n## ', begin + 1);
  return begin === -1 || end === -1 ? summary : summary.slice(0, begin) + summary.slice(end);
}

function waitsFor(open: OpenRun): 'approval' | 'apply' | 'nothing' {
  const { at } = open.state().step;
  if (at === 'completed') return 'nothing';
  return at === 'undelivered' ? 'apply' : 'approval';
}
