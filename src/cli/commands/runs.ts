import { ok } from '../../base/result.ts';
import { readRuns, type RunLine } from '../../engine/operations/runs/list.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { runTools } from '../run-tools.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { fit, padTo, widthOf } from '../terminal/width.ts';

export const run: Run = async (context) => {
  const tools = runTools(context);
  if (!tools.ok) return tools;
  const runs = readRuns(tools.value);
  const { words, flags, answer, tell } = context;
  if (flags.json) answer(jsonText({ runs }));
  else if (runs.length === 0) {
    answer(words.runs.none);
    tell(words.runs.begin);
  } else answer(tableOf(runs, context).join('\n'));
  return ok(exit.done);
};

/** One line each, cut where the terminal ends. */
function tableOf(runs: readonly RunLine[], context: Context): string[] {
  const { words, colours, columns, io } = context;
  const rows = runs.map((one) => [
    one.run_id,
    one.phase,
    `${one.iteration}/${one.max_iterations}`,
    ageOf(one.updated_at, words),
    visible(remarkOf(one, context).replaceAll(/\s+/g, ' ')),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows.map((row, index) => {
    const line = row
      .map((cell, column) => padTo(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
    const shown = io.stdout.isTTY ? fit(line, columns) : line;
    return runs[index]?.phase === 'waiting_human' ? colours.yellow(shown) : shown;
  });
}

function remarkOf({ conductor, question, commit }: RunLine, { words }: Context): string {
  if (question !== null) return question;
  if (commit !== null) return commit.slice(0, 12);
  return conductor === null ? '' : words.runs.conducted;
}

function ageOf(time: string, { runs: { age } }: Context['words']): string {
  const minutes = Math.floor((Date.now() - Date.parse(time)) / 60_000);
  if (!(minutes >= 1)) return age.now;
  if (minutes < 60) return age.minutes(minutes);
  return minutes < 48 * 60 ? age.hours(Math.floor(minutes / 60)) : age.days(Math.floor(minutes / 1440));
}
