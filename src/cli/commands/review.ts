import { ok } from '../../base/result.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import type { Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { failureLines } from '../report/failure.ts';
import { packLines, refusalOf } from '../report/pack.ts';
import { markdownLines } from '../terminal/markdown.ts';
import { jsonText } from '../terminal/visible.ts';

/** Shows a pack: its summary, and the commit that approving it merges. */
export const run: Run = async (context, { args }) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { runs } = project.value;
  const id = await runs.find(args[0], 'review');
  if (!id.ok) return id;
  const pack = await runs.review(id.value);
  if (!pack.ok) return pack;
  const { flags, answer, words, tell } = context;
  if (flags.json) {
    answer(jsonText(pack.value));
    return ok(exit.done);
  }
  const view = await runs.view(id.value);
  if (!view.ok) return view;
  const summary = await runs.summary(id.value);
  if (!summary.ok) return summary;
  const told = without(words.runDocuments.summary.decide, summary.value);
  answer([...markdownLines(told, context), '', ...packLines(pack.value, waitsFor(view.value), context)].join('\n'));
  const refusal = refusalOf(view.value);
  if (refusal !== undefined) tell([words.pack.refused, ...failureLines(refusal, context)].join('\n'));
  return ok(exit.done);
};

/** What could be done when the pack was put together: what can be done now stands at the end. */
function without(title: string, summary: string): string {
  const begin = summary.indexOf(`\n## ${title}\n`);
  const end = summary.indexOf('\n## ', begin + 1);
  return begin === -1 || end === -1 ? summary : summary.slice(0, begin) + summary.slice(end);
}

function waitsFor({ step }: RunView): 'approval' | 'apply' | 'nothing' {
  if (step === 'completed') return 'nothing';
  return step === 'undelivered' ? 'apply' : 'approval';
}
