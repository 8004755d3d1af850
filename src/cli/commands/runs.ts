import type { RunLine } from '../../engine/door/runs.ts';
import type { Context, Run } from '../context.ts';
import { formatDollars } from '../../i18n/format.ts';
import { projectOf } from '../project.ts';
import { totalFacts } from '../report/spent.ts';
import { indentedAsIs } from '../terminal/layout.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { fit, padTo, widthOf } from '../terminal/width.ts';

/** Less room than this for what a run waits with is none. */
const LEAST_REMARK = 12;

export const run: Run = async (context) => {
  const api = projectOf(context).runs;
  const runs = await api.list();
  const unreadable = await api.unreadable();
  const { words, flags, answer, tell } = context;
  if (flags.json) answer(jsonText({ runs }));
  else if (runs.length > 0) answer([...tableOf(runs, context), ...totalOf(runs, context)].join('\n'));
  else if (unreadable.length === 0) {
    answer(words.runs.none);
    tell(words.runs.begin);
  }
  for (const id of unreadable) tell(words.runs.unreadable(id));
};

/** One line each, cut where the terminal ends; in a narrow one, below each other. */
function tableOf(runs: readonly RunLine[], context: Context): string[] {
  const { words, colours, io } = context;
  const columns = io.stdout.isTTY ? context.columns : Infinity;
  const rows = runs.map((one) => ({
    isWaiting: one.phase === 'waiting_human' || one.phase === 'ready_for_merge',
    facts: [
      one.run_id,
      words.states.run[one.phase] ?? one.phase,
      `${one.iteration}/${one.max_iterations}`,
      ageOf(one.updated_at, words),
    ],
    remark: visible([remarkOf(one, context), costOf(one)].filter(Boolean).join(' · ').replaceAll(/\s+/g, ' ')),
  }));
  const { titles } = words.runs;
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...[titles, ...rows.map(({ facts }) => facts)].map((facts) => widthOf(facts[column] ?? ''))),
  );
  const isWide = widths.reduce((sum, width) => sum + width + 2, LEAST_REMARK) <= columns;
  const row = (facts: readonly string[], remark: string) =>
    fit([...facts.map((fact, column) => padTo(fact, widths[column] ?? 0)), remark].join('  ').trimEnd(), columns);
  const header = isWide ? [colours.dim(row(titles.slice(0, 4), titles[4] ?? ''))] : [];
  const lines = rows.flatMap(({ facts, remark, isWaiting }) => {
    const [id = '', ...rest] = facts;
    const own = isWide
      ? [row(facts, remark)]
      : [id, ...[rest.join('  '), remark].filter(Boolean).flatMap((text) => indentedAsIs(text, columns))];
    return isWaiting ? own.map(colours.yellow) : own;
  });
  return [...header, ...lines];
}

/** What all of them have taken; nothing where nobody told. */
function totalOf(runs: readonly RunLine[], { words }: Context): string[] {
  const spent = runs.flatMap((one) => (one.spent === null ? [] : [one.spent]));
  const facts = totalFacts(
    spent.map(({ tokens, cost_usd }) => ({ input_tokens: tokens, output_tokens: 0, cost_usd })),
    words,
  );
  return facts.length === 0 ? [] : [words.runs.total(runs.length, facts.join(' · '))];
}

function costOf({ spent }: RunLine): string {
  return spent === null || spent.cost_usd === null ? '' : formatDollars(spent.cost_usd);
}

function remarkOf(one: RunLine, { words }: Context): string {
  const { run_id, phase, conductor, question, commit } = one;
  if (question !== null) return `${question} (${words.command('answer')})`;
  if (one.is_undelivered) return words.runs.undelivered(run_id);
  if (phase === 'ready_for_merge') return words.command(`review ${run_id}`);
  if (commit !== null) return commit.slice(0, 12);
  if (conductor !== null) return words.runs.conducted;
  return atWork.has(phase) ? words.runs.left(run_id) : '';
}

const atWork: ReadonlySet<RunLine['phase']> = new Set(['refine', 'build', 'verify', 'gate']);

function ageOf(time: string, { runs: { age } }: Context['words']): string {
  const minutes = Math.floor((Date.now() - Date.parse(time)) / 60_000);
  if (!(minutes >= 1)) return age.now;
  if (minutes < 60) return age.minutes(minutes);
  return minutes < 48 * 60 ? age.hours(Math.floor(minutes / 60)) : age.days(Math.floor(minutes / 1440));
}
