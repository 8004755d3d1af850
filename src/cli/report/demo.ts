import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { OpenRun } from '../../engine/open-run.ts';
import type { Demo } from '../../engine/operations/demo.ts';
import { readSummary } from '../../engine/operations/runs/review.ts';
import type { Context } from '../context.ts';
import { jsonLine, visible } from '../terminal/visible.ts';
import { padTo, widthOf, wrap } from '../terminal/width.ts';

/** The pack, as its first page has it. */
export function reportPack(open: OpenRun, { tell, flags }: Context): Result<void, Failure> {
  const summary = readSummary(open);
  if (!summary.ok) return summary;
  if (!flags.json) tell(`\n${visibleLines(summary.value)}\n`);
  return ok();
}

/** Where everything lies, and how to do the same with a real agent. */
export function reportDemo({ folder, project }: Demo, open: OpenRun, context: Context): void {
  const { words, flags, answer, columns } = context;
  const { step, base } = open.state();
  const merge = step.at === 'completed' ? step.merge : null;
  const places = {
    project: project.root,
    run: open.folder,
    summary: path.join(open.folder, 'mrp/summary.md'),
  };
  if (flags.json) {
    answer(jsonLine({ demo: { folder, ...places, run_id: open.id, merge } }));
    return;
  }
  const say = (text: string) => answer(wrap(text, columns).join('\n'));
  // Never broken: people copy them.
  const show = (line: string) => answer(`  ${visible(line)}`);
  say(`\n${step.at === 'completed' ? words.demo.end : words.demo.notMerged}`);
  const names = words.demo.places;
  const merged =
    merge === null ? [] : [[names.merge, words.demo.merged(merge.slice(0, 7), base.branch ?? '')] as const];
  const shown = [
    [names.project, places.project],
    [names.run, places.run],
    [names.summary, places.summary],
    ...merged,
  ] as const;
  const termWidth = Math.max(...shown.map(([name]) => widthOf(name)));
  for (const [name, place] of shown) show(`${padTo(name, termWidth)}  ${place}`);
  say(`\n${words.demo.look}`);
  show(`git -C ${project.root} log --graph --stat`);
  say(`\n${words.demo.next}`);
  show(words.demo.example);
  say(words.demo.which);
  say(`\n${words.demo.remove}`);
  show(`rm -r ${folder}`);
}

function visibleLines(text: string): string {
  return text.trimEnd().split('\n').map(visible).join('\n');
}
