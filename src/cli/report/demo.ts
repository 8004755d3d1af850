import path from 'node:path';
import type { Demo } from '../../engine/door/demo.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import type { Context } from '../context.ts';
import { jsonLine, visible } from '../terminal/visible.ts';
import { padTo, widthOf, wrap } from '../terminal/width.ts';

/** Where everything lies, and how to do the same with a real agent. */
export function reportDemo({ folder, project }: Demo, run: RunView, context: Context): void {
  const { words, flags, answer, columns } = context;
  const { step, base } = run;
  const merge = step === 'completed' ? run.merge : null;
  const places = {
    project: project.root,
    run: run.folder,
    summary: path.join(run.folder, 'mrp/summary.md'),
  };
  if (flags.json) {
    answer(jsonLine({ demo: { folder, ...places, run_id: run.run_id, merge } }));
    return;
  }
  const say = (text: string) => answer(['', ...wrap(text, columns)].join('\n'));
  // Never broken: people copy them.
  const show = (line: string) => answer(`  ${visible(line)}`);
  const near = (place: string) => path.relative(folder, place);
  say(merge === null ? words.demo.notMerged : words.demo.end);
  show(folder);
  const names = words.demo.places;
  const lines: [string, string][] = [
    [names.project, near(places.project)],
    [names.run, near(places.run)],
    [names.summary, near(places.summary)],
    ...(merge === null
      ? []
      : [[names.merge, words.demo.merged(merge.slice(0, 7), base.branch ?? '')] as [string, string]]),
  ];
  const termWidth = Math.max(...lines.map(([name]) => widthOf(name)));
  for (const [name, place] of lines) show(`  ${padTo(name, termWidth)}  ${place}`);
  if (step === 'ready_for_merge') {
    say(words.demo.mergeAfterAll);
    show(`orchestral approve --project ${quoted(project.root)}`);
  }
  say(words.demo.look);
  show(`git -C ${quoted(project.root)} log --graph --stat --all`);
  say(words.demo.next);
  show(words.demo.example);
  answer(wrap(words.demo.which, columns).join('\n'));
  say(words.demo.remove);
  show(`rm -rf ${quoted(folder)}`);
}

/** As a shell takes it. */
function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
