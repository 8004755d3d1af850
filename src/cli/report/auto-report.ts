import type { AutoReport, StartedAuto } from '../../engine/door/auto.ts';
import { proofFindingText } from '../../engine/door/event-verdicts.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { formatDollars } from '../../i18n/format.ts';
import { reasonText } from '../../i18n/reason-text.ts';
import type { AutoView } from '../../schema/views/auto-view.ts';
import type { Screen } from '../context.ts';
import { cut, factsLine, indented, indentedAsIs, oneLine } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import { totalFacts } from './spent.ts';

export interface Ended {
  readonly report: AutoReport;
  /** Of this conducting. */
  readonly wallMs: number;
  /** Branches with the work of failed tasks. */
  readonly kept?: readonly string[];
}

const MOST_LISTED = 30;
const LONGEST_REASON = 200;

/** How a graph ended: what is done, what is not and why, what it took, where it is. */
export function autoReportLines(ended: Ended, screen: Screen): string[] {
  const { words, colours, columns } = screen;
  const { report, kept = [] } = ended;
  const said = words.auto.report;
  const failed = report.failed.map((one) => failedTask(one, words));
  const blocked = report.blocked.map(({ id, by }) => `${id} ${said.by(by.join(', '))}`);
  return [
    '',
    ...wrap(headline(report, screen), columns).map(colours.bold),
    ...list(
      `${said.held} ${report.held.length}`,
      report.held.map((one) => heldTask(one, words)),
      screen,
    ).map(colours.yellow),
    ...list(`${said.failed} ${failed.length}`, failed, screen).map(colours.red),
    ...list(`${said.kept} ${kept.length}`, kept, screen),
    ...list(`${said.blocked} ${blocked.length}`, blocked, screen),
    ...list(said.allowed, allowedTexts(report, words), screen),
    ...proofLists(report, words).flatMap((line) => indented(line, columns)),
    ...(report.counts.skipped === 0 ? [] : indented(`${said.skipped} ${report.counts.skipped}`, columns)),
    ...indentedAsIs(factsLine(factsOf(ended, screen).map(oneLine), columns), columns),
    ...whereLines(report, screen),
  ];
}

/** The same for whoever pays for every word: counts, and failed tasks that were not told of yet, up to `most`. */
export function thinReportLines(
  ended: Ended,
  { words }: Pick<Screen, 'words'>,
  { told, most }: { readonly told: ReadonlySet<string>; readonly most: number },
): string[] {
  const { report } = ended;
  const { counts } = report;
  const home = whereOf(report, words);
  const unsaid = report.failed.filter(({ id }) => !told.has(id)).slice(0, Math.max(0, most));
  const hidden = report.failed.length - told.size - unsaid.length;
  const facts = [
    words.auto.counts.done(counts.completed, counts.total),
    ...countFacts(report, words),
    ...factsOf(ended, { words }),
    ...(home === null ? [] : [visible(home)]),
  ];
  return [
    ...unsaid.map((one) => thinFailure(one, words)),
    ...(hidden > 0 || counts.blocked > 0 ? [words.auto.report.seeAll] : []),
    facts.join(' · '),
  ];
}

const LONGEST_THIN_REASON = 80;

export function thinFailure(
  { id, attempts, kind, reason }: Pick<AutoReport['failed'][number], 'id' | 'attempts' | 'kind' | 'reason'>,
  words: Screen['words'],
): string {
  const said = oneLine(reasonText({ kind, message: reason }, words));
  return words.auto.failedThin(id, attempts, cut(said, LONGEST_THIN_REASON));
}

function headline({ counts, stage, held }: AutoReport, { words }: Screen): string {
  const isAll = counts.completed === counts.total;
  const icon = isAll
    ? '✅'
    : counts.failed + counts.blocked > 0
      ? '❌'
      : held.length > 0
        ? '⏸'
        : stage === 'done'
          ? '✅'
          : '⏹';
  const { allDone, done } = words.auto.report;
  return `${icon} ${isAll ? allDone(counts.total) : done(counts.completed, counts.total)}`;
}

function countFacts(report: AutoReport, words: Screen['words']): string[] {
  const { counts, held, allowed } = report;
  const { failed, blocked, skipped, held: waiting } = words.auto.counts;
  const let_through = [...new Set(allowed.map(({ id }) => id))];
  return [
    ...(held.length === 0 ? [] : [waiting(held.length)]),
    ...(counts.failed === 0 ? [] : [failed(counts.failed)]),
    ...(counts.blocked === 0 ? [] : [blocked(counts.blocked)]),
    ...(counts.skipped === 0 ? [] : [skipped(counts.skipped)]),
    ...(let_through.length === 0 ? [] : [words.auto.report.letThrough(someOf(let_through, words))]),
    ...proofLists(report, words),
  ];
}

function factsOf({ report, wallMs }: Ended, { words }: Pick<Screen, 'words'>): string[] {
  const { duration } = words.runDocuments;
  const { wasted } = report;
  const lost = [
    ...(wasted.cost_usd === 0 ? [] : [formatDollars(wasted.cost_usd)]),
    ...(wasted.seconds === 0 ? [] : [duration(wasted.seconds * 1000)]),
  ];
  return [
    words.auto.report.wall(duration(wallMs)),
    ...(report.seconds === 0 ? [] : [words.auto.report.agents(duration(report.seconds * 1000))]),
    ...totalFacts(report.spent, words),
    ...(lost.length === 0 ? [] : [words.auto.report.wasted(lost.join(', '))]),
  ];
}

/** That it is not in the checkout, once all is over, is the outcome itself, and said with what to do. */
function whereLines(report: AutoReport, { words, columns }: Screen): string[] {
  const { left_alone, base, stage } = report;
  const home = whereOf(report, words);
  return [
    ...(home === null ? [] : indented(home, columns)),
    ...(left_alone === null || base === null || stage === 'done'
      ? []
      : indented(words.auto.leftAlone(base, left_alone.why, left_alone.detail), columns)),
  ];
}

/** What of it is on the person's branch; null for nothing. */
function whereOf({ delivered, base, stage, left_alone }: AutoReport, { auto }: Screen['words']): string | null {
  if (base === null || delivered.length === 0) return null;
  return stage === 'done' && left_alone === null ? auto.delivered(base) : auto.phasesDelivered(delivered.length, base);
}

function list(title: string, items: readonly string[], { words, columns }: Screen): string[] {
  if (items.length === 0) return [];
  const hidden = items.length - MOST_LISTED;
  return [
    ...indented(title, columns),
    ...items.slice(0, MOST_LISTED).flatMap((item) => indented(item, columns, 4)),
    ...(hidden > 0
      ? indented(`${words.auto.andMore(hidden)}: ${words.command('auto status --json')}`, columns, 4)
      : []),
  ];
}

/** `✗ T1.3 Parser: tests are red (2 attempts)`. */
export function failedTask(
  { id, title, attempts, kind, reason }: AutoReport['failed'][number],
  words: Catalogue,
): string {
  const why = cut(oneLine(reasonText({ kind, message: reason }, words)), LONGEST_REASON);
  return `✗ ${id} ${title}: ${why}${attempts === 0 ? '' : ` (${words.auto.attempts(attempts)})`}`;
}

/** `? T1.3 Round prices: tests that passed before contradict …`. */
export function heldTask({ id, title, findings }: AutoReport['held'][number], words: Catalogue): string {
  const why = findings.map((finding) => oneLine(proofFindingText(finding, words))).join('; ');
  return `? ${id} ${title}: ${cut(why === '' ? words.auto.steps.hold : why, LONGEST_REASON)}`;
}

/** What was let through: by whom, and for which words. */
export function allowedTexts({ allowed }: Pick<AutoReport, 'allowed'>, words: Catalogue): string[] {
  return allowed.map(({ id, by, code, key, quote, reason }) => {
    const why = cut(oneLine(quote === '' ? reason : `“${quote}”`), LONGEST_REASON);
    return `${id}: ${words.auto.report.allowedBy[by](key ?? code)}${why === '' ? '' : ` · ${why}`}`;
  });
}

export function proofLists(
  { unproven, not_testable }: Pick<AutoReport, 'unproven' | 'not_testable'>,
  words: Catalogue,
): string[] {
  const said = words.auto.report;
  return [
    ...(unproven.length === 0 ? [] : [said.unproven(someOf(unproven, words))]),
    ...(not_testable.length === 0 ? [] : [said.notTestable(someOf(not_testable, words))]),
  ];
}

/** Everything that finished tasks were accepted with. */
export function notedTexts({ noted }: Pick<AutoReport, 'noted'>, words: Catalogue): string[] {
  return noted.flatMap(({ id, findings }) =>
    findings.map((finding) => `${id}: ${oneLine(proofFindingText(finding, words))}`),
  );
}

const MOST_REWIRED = 5;

/** What is begun with or gone on with, if anything can be, and what is another in the list since the last time. */
export function openingLines(
  { graph, changes, isNew }: Pick<StartedAuto, 'changes' | 'isNew'> & { readonly graph: AutoView },
  { words, columns, isThin }: { readonly words: Catalogue; readonly columns: number; readonly isThin: boolean },
): string[] {
  const { begins, goesOn, tasksIn } = words.auto;
  const { phases, counts } = graph;
  const left = phases.reduce((sum, one) => sum + one.total - one.completed - one.failed - one.blocked, 0);
  const { branch = '', commit = '' } = graph.base ?? {};
  const on = isThin || !isNew ? branch : `${branch} (${commit.slice(0, 12)})`;
  const head = (isNew ? begins : goesOn)(tasksIn(left, counts.total, phases.length), graph.mode, on);
  const lines = [...(left === 0 ? [] : [head]), ...changeLines(changes, words, isThin)];
  return lines.flatMap((line) => wrap(visible(line), columns));
}

function changeLines(changes: StartedAuto['changes'], words: Catalogue, isThin: boolean): string[] {
  if (changes === null) return [];
  const said = words.auto.changes;
  const { added, removed, rewired } = changes;
  const shown = rewired.slice(0, isThin ? 1 : MOST_REWIRED);
  const hidden = rewired.length - shown.length;
  return [
    ...(added.length === 0 ? [] : [said.added(someOf(added, words))]),
    ...(removed.length === 0 ? [] : [said.removed(someOf(removed, words))]),
    ...shown.map(({ id, needs }) => said.rewired(id, someOf(needs, words))),
    ...(hidden > 0 ? [words.auto.andMore(hidden)] : []),
  ];
}

const IDS_SHOWN = 10;

/** `T1.1, T1.2 and 7 more`. */
export function someOf(ids: readonly string[], { auto }: Catalogue, most = IDS_SHOWN): string {
  const hidden = ids.length - most;
  const shown = ids.slice(0, most).join(', ');
  return hidden > 0 ? `${shown} ${auto.andMore(hidden)}` : shown;
}
