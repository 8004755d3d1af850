import type { AutoForecast } from '../../engine/door/auto.ts';
import { formatDollars } from '../../i18n/format.ts';
import type { ReportScreen } from '../context.ts';
import { clock } from '../live-view/running-effects.ts';
import { indented, oneLine } from '../terminal/layout.ts';
import { wrap } from '../terminal/width.ts';
import { someOf } from './auto-report.ts';

const GROUPS_SHOWN = 40;
const CHAIN_SHOWN = 30;
const ALL = 1_000_000;

/** The plan of the work: phases, what starts together, the longest chain, how long and how dear. */
export function forecastLines(forecast: AutoForecast, screen: ReportScreen): string[] {
  const { words, colours, columns, flags } = screen;
  const said = words.auto.dry;
  const { duration } = words.runDocuments;
  const { project, total, left, seconds, cost_usd, critical_path: critical } = forecast;
  const title = wrap(
    oneLine(said.title(project, left + forecast.failed.length + forecast.blocked.length, total)),
    columns,
  ).map(colours.bold);
  const failed =
    forecast.failed.length === 0
      ? []
      : indented(said.failed(someOf(forecast.failed, words), forecast.blocked.length), columns).map(colours.yellow);
  if (left === 0 && failed.length === 0) return [...title, ...indented(said.nothing, columns)];
  if (left === 0) return [...title, ...failed];
  const chain = critical.slice(0, flags.verbose ? ALL : CHAIN_SHOWN);
  const more = critical.length > chain.length ? ` ${words.auto.andMore(critical.length - chain.length)}` : '';
  return [
    ...title,
    ...failed,
    ...indented([forecast.tasks_file, forecast.mode, said.atOnce(forecast.parallel)].join(' · '), columns),
    ...forecast.phases.flatMap((phase) => phaseLines(phase, forecast, screen)),
    '',
    ...indented(`${said.critical}: ${chain.join(' → ')}${more}`, columns),
    ...indented(said.wall(duration(seconds * 1000)), columns).map(colours.bold),
    ...indented(cost_usd === null ? said.noCost : said.cost(formatDollars(cost_usd)), columns),
    ...(forecast.begun ? [] : indented(said.begin, columns)),
  ];
}

/** Each line what starts at one time, and when. */
function phaseLines(
  { phase, seconds, groups }: AutoForecast['phases'][number],
  { tasks }: AutoForecast,
  { words, colours, columns, flags }: ReportScreen,
): string[] {
  const { duration } = words.runDocuments;
  const starts = new Map(tasks.map((task) => [task.id, task.starts]));
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  const shown = groups.slice(0, flags.verbose ? ALL : GROUPS_SHOWN);
  const hidden = groups.length - shown.length;
  return [
    '',
    ...wrap(words.auto.dry.phase(phase, count, duration(seconds * 1000)), columns).map(colours.bold),
    ...shown.flatMap((group) => {
      const at = clock((starts.get(group[0] ?? '') ?? 0) * 1000);
      return indented(`${at} · ${someOf(group, words, flags.verbose ? ALL : 12)}`, columns);
    }),
    ...(hidden > 0 ? indented(words.auto.andMore(hidden), columns) : []),
  ];
}
