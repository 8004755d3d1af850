import { unwrap } from '../../base/failure.ts';
import { refusalOf } from '../../engine/door/endings.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import type { Run } from '../context.ts';
import { projectOf } from '../project.ts';
import { failureLines } from '../report/failure.ts';
import { packLines } from '../report/pack.ts';
import { markdownLines } from '../terminal/markdown.ts';
import { jsonText } from '../terminal/visible.ts';

/** Shows a pack: its summary, and the commit that approving it merges. */
export const run: Run = async (context, { args }) => {
  const { runs } = projectOf(context);
  const id = unwrap(await runs.find(args[0], 'review'));
  const pack = unwrap(await runs.review(id));
  const { flags, answer, words, tell } = context;
  if (flags.json) return answer(jsonText(pack));
  const view = unwrap(await runs.view(id));
  const summary = without(words.runDocuments.summary.decide, unwrap(await runs.summary(id)));
  answer([...markdownLines(summary, context), '', ...packLines(pack, waitsFor(view), context)].join('\n'));
  const refusal = refusalOf(view);
  if (refusal !== undefined) tell([words.pack.refused, ...failureLines(refusal, context)].join('\n'));
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
