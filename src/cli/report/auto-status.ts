import type { AutoStanding } from '../../engine/door/auto.ts';
import { formatTime } from '../../i18n/format.ts';
import type { ReportScreen } from '../context.ts';
import { phaseLines } from '../live-view/auto-lines.ts';
import { limitText } from '../live-view/limit-warning.ts';
import { indented, oneLine } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';
import { fit, wrap } from '../terminal/width.ts';
import { allowedTexts, failedTask, heldTask, notedTexts, proofLists, someOf } from './auto-report.ts';
import { totalFacts } from './spent.ts';

const MOST_LISTED = 20;
const ALL = 1_000_000;

/** A graph as lines; with `--verbose` every failed, blocked and running task. */
export function autoStatusLines(standing: AutoStanding, screen: ReportScreen): string[] {
  const { words, colours, columns, flags } = screen;
  const said = words.auto;
  const most = flags.verbose ? ALL : MOST_LISTED;
  const { counts, phases, phase, conductor, branch, worktree, base } = standing;
  const held = standing.held.length;
  const alive = conductor === null ? standing.running.length : counts.in_progress - held;
  const rest = [
    said.counts.done(counts.completed, counts.total),
    ...(alive === 0 ? [] : [said.counts.running(alive)]),
    ...(counts.in_progress === alive + held ? [] : [said.counts.interrupted(counts.in_progress - alive - held)]),
    ...(held === 0 ? [] : [said.counts.held(held)]),
    ...(['ready', 'pending', 'failed', 'blocked', 'skipped'] as const).flatMap((list) =>
      counts[list] === 0 ? [] : [said.counts[list](counts[list])],
    ),
  ];
  const running = standing.running.map(({ id, title, step, attempt }) =>
    [`● ${id} ${title}`.trim(), said.steps[step], ...(attempt > 1 ? [said.attempt(attempt)] : [])]
      .filter((part) => part !== '')
      .join(' · '),
  );
  const failed = standing.failed.map((one) => failedTask(one, words));
  const blocked = standing.blocked.map(({ id, by }) => said.blockedBy(id, by.join(', ')));
  const list = (items: readonly string[]): string[] => [
    ...items.slice(0, most).flatMap((item) => indented(item, columns)),
    ...(items.length > most ? indented(said.andMore(items.length - most), columns) : []),
  ];
  return [
    ...wrap(`${iconOf(standing)} ${oneLine(said.status.title(standing.project, phase))}`, columns).map(colours.bold),
    ...indented(
      [
        standing.mode,
        ...(branch === null || base === null ? [] : [`${branch} → ${base}`]),
        ...totalFacts(standing.spent, words),
      ].join(' · '),
      columns,
    ),
    ...(conductor === null ? [] : indented(said.status.conductedBy(conductor.pid, conductor.host), columns)),
    ...phaseLines(phases, phase, { ...screen, columns: columns - 2, rows: ALL }).map(
      (line) => `  ${fit(line, columns - 2)}`,
    ),
    ...indented(rest.join(' · '), columns),
    ...standing.limits.flatMap((limit) => indented(limitText(limit, words), columns)).map(colours.yellow),
    ...list(running),
    ...list(allHeld(standing).map((one) => heldTask(one, words))).map(colours.yellow),
    ...list(failed).map(colours.red),
    ...(standing.queued.length === 0 ? [] : indented(said.queued(someOf(standing.queued, words)), columns)),
    ...(standing.ready.length === 0 ? [] : indented(said.readyNow(someOf(standing.ready, words)), columns)),
    ...list(blocked),
    ...list(allowedTexts(standing, words)),
    ...proofLists(standing, words).flatMap((line) => indented(line, columns)),
    ...(flags.verbose ? list(notedTexts(standing, words)) : []),
    // In one piece, so that it can be copied.
    ...(worktree === null || standing.stage === 'done'
      ? []
      : [colours.dim(`  ${said.status.worktree} ${visible(worktree)}`)]),
    ...indented(`${words.status.updated} ${formatTime(standing.updated_at)}`, columns).map(colours.dim),
    ...nextSteps(standing, screen).flatMap((line) => indented(line, columns)),
  ];
}

function nextSteps(
  { conductor, counts, stage, left_alone, asks, stuck, failed, held, held_repair }: AutoStanding,
  { words }: ReportScreen,
): string[] {
  const { next } = words.auto.status;
  const decide = held.length === 0 && held_repair === null ? [] : [next.held];
  if (conductor !== null) return [...decide, next.conducted];
  const open = counts.pending + counts.ready + counts.in_progress - held.length;
  return [
    ...decide,
    ...(left_alone === null ? [] : [next.leftAlone]),
    ...(counts.failed === 0 ? [] : [next.failed(failed.map(({ id }) => id))]),
    ...(asks === null ? [] : [next.asks(asks)]),
    ...(stuck === null ? [] : [`${words.auto.phase(stuck.phase)}: ${words.auto.phaseStuck}`]),
    ...(asks === null && (stage !== 'done' || (open > 0 && held.length === 0)) ? [next.goOn] : []),
    ...(stage === 'done' && open + counts.failed + held.length === 0 && left_alone === null ? [next.done] : []),
  ];
}

function iconOf({ counts, conductor, stage }: AutoStanding): string {
  if (conductor !== null) return '🔄';
  if (counts.completed === counts.total && stage === 'done') return '✅';
  return counts.failed > 0 ? '❌' : '⏹';
}

function allHeld({ held, held_repair }: AutoStanding): AutoStanding['held'] {
  return held_repair === null ? held : [...held, held_repair];
}
