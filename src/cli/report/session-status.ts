import type { GateReport, SessionReport, ShownSession, SubtaskReport, TaskReport } from '../../engine/door/sessions.ts';
import { proofFindingText } from '../../engine/door/event-verdicts.ts';
import { formatTime } from '../../i18n/format.ts';
import type { ReportScreen, Screen } from '../context.ts';
import { indented, oneLine } from '../terminal/layout.ts';
import { fit, padTo, widthOf, wrap } from '../terminal/width.ts';
import { sessionIcons, shownStatus } from './session-icon.ts';
import { totalFacts } from './spent.ts';

/** A session as lines: request, tasks, subtasks and their gates; with `--verbose` the proof of each. */
export function sessionStatusLines(report: SessionReport, screen: ReportScreen): string[] {
  const { words, colours, columns } = screen;
  const { request, status, conductor, branch, base } = report;
  const subtasks = report.tasks.flatMap((task) => task.subtasks);
  const done = subtasks.filter((one) => one.status === 'completed').length;
  const shown = shownStatus(status, { done, total: subtasks.length });
  const title = words.status.session(request?.id ?? report.hash, words.states.session[shown] ?? shown);
  const facts = [
    ...(branch === null || base === null || report.delivery?.at === 'done' ? [] : [`${branch} → ${base.branch}`]),
    ...totalFacts(report.spent, words),
    ...(conductor === null ? [] : [words.session.conductedBy(conductor.pid, conductor.host)]),
  ];
  return [
    ...wrap(`${sessionIcons[shown]} ${title}`, columns).map(colours.bold),
    ...indented(request?.text ?? words.status.noRequest, columns),
    ...(facts.length === 0 ? [] : indented(facts.join(' · '), columns)),
    ...(base === null && status !== 'completed' ? indented(words.session.ungrounded, columns) : []),
    ...(request !== null && report.tasks.length === 0 ? indented(words.status.discovery, columns) : []),
    ...report.tasks.flatMap((task) => ['', ...taskLines(task, screen)]),
    ...correctionLines(report, screen),
    ...waitingLines(report, screen),
    ...endLines(report, screen),
    '',
    ...indented(`${words.status.updated} ${formatTime(report.updated_at)}`, columns).map(colours.dim),
  ];
}

function taskLines({ id, name, status, subtasks }: TaskReport, screen: ReportScreen): string[] {
  return [
    ...indented(`${marks[status]} ${id} ${name}`, screen.columns),
    ...subtasks.flatMap((subtask) => subtaskLines(id, subtask, screen)),
  ];
}

function subtaskLines(task: string, subtask: SubtaskReport, screen: ReportScreen): string[] {
  const { words, columns, colours, flags } = screen;
  const { id, name, status, phase, gates, implementation_retries, design_retries } = subtask;
  const retries = words.session.retries(implementation_retries, design_retries);
  const head = `${marks[status]} ${id.slice(task.length + 1)} ${name} (${words.states.subtask[phase] ?? phase})${retries === '' ? '' : ` · ${retries}`}`;
  const lines = indented(head, columns, 4);
  if (!flags.verbose) {
    const all = gates.map(({ gate, state }) => `${marks[state]} ${gate}`).join('  ');
    return [...lines, ...(all === '' ? [] : indented(all, columns, 6).map(colours.dim))];
  }
  return [...lines, ...gates.flatMap((gate) => gateLines(gate, screen)), ...acceptedLines(subtask, screen)];
}

/** Nothing is taken in silence. */
function acceptedLines({ accepted }: SubtaskReport, { words, columns, colours }: ReportScreen): string[] {
  if (accepted === null) return [];
  const lines = [words.session.proven(accepted.proven), ...accepted.listed.map((one) => proofFindingText(one, words))];
  return lines.flatMap((line) => indented(line, columns, 8)).map(colours.dim);
}

function gateLines({ gate, state, proof }: GateReport, { words, columns, colours }: ReportScreen): string[] {
  const facts = [
    `${marks[state]} ${gate}`,
    words.session[proof?.state ?? state],
    ...(proof === null ? [words.session.noProof] : proof.strength.map((how) => words.session.strength[how] ?? how)),
    ...(proof === null || proof.tree === null ? [] : [words.session.tree(proof.tree.slice(0, 12))]),
    ...(proof === null ? [] : [formatTime(proof.at)]),
  ];
  return [
    ...indented(facts.join(' · '), columns, 6),
    ...(proof?.lines ?? []).flatMap((line) => indented(line, columns, 10)).map(colours.dim),
  ];
}

/** Only who asks for more wants to know what the plan took for granted. */
function correctionLines({ corrections }: SessionReport, { words, columns, colours, flags }: ReportScreen): string[] {
  if (!flags.verbose || corrections.length === 0) return [];
  const lines = corrections.flatMap((line) => indented(oneLine(line), columns, 4)).map(colours.dim);
  return ['', ...indented(words.session.corrected, columns), ...lines];
}

/** What it waits for; what was allowed before, in full. */
function waitingLines(
  { question, allowed }: SessionReport,
  { words, columns, colours, flags }: ReportScreen,
): string[] {
  const waits = question === null ? [] : indented(words.session.waits(question.id), columns).map(colours.yellow);
  const names = flags.verbose ? allowed.map(({ code, key, by }) => words.session.allowedBy(`${code} ${key}`, by)) : [];
  const lines = [...waits, ...[...new Set(names)].flatMap((line) => indented(line, columns))];
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Why it stopped, and where its work is. */
function endLines({ failure, delivery, base }: SessionReport, { words, columns, colours }: ReportScreen): string[] {
  const reason = words.session.reasons[failure?.code ?? ''] ?? failure?.code;
  const lines = failure === null ? [] : [reason ?? '', ...failure.detail.split('\n')];
  const told = lines.filter((line) => line.trim() !== '').flatMap((line) => indented(line, columns));
  const home =
    delivery?.at === 'done'
      ? [words.session.delivered(delivery.merge.slice(0, 12))]
      : delivery?.at === 'left_alone'
        ? [words.session.leftAlone]
        : delivery?.at === 'refused'
          ? [words.progress.notMerged, ...delivery.detail]
          : [];
  const came = home.flatMap((line) => indented(`${line}${base === null ? '' : ` (${base.branch})`}`, columns));
  return [...(told.length === 0 ? [] : ['', ...told.map(colours.red)]), ...(came.length === 0 ? [] : ['', ...came])];
}

const marks: Record<'pending' | 'in_progress' | 'completed' | 'passed' | 'failed', string> = {
  pending: '·',
  in_progress: '●',
  completed: '✓',
  passed: '✓',
  failed: '✗',
};

const LEAST_WIDTH = 55;
/** Of the latest: a person who worked in many projects has very many. */
const MOST_SESSIONS = 20;

/** The list of sessions to choose from: every line as wide as the others, and no wider than the terminal if that has room. */
export function sessionBox(
  sessions: readonly ShownSession[],
  { words, columns }: Pick<Screen, 'words' | 'columns'>,
): string[] {
  const { title, choose, more } = words.sessionBox;
  const hidden = sessions.length - MOST_SESSIONS;
  const rows = [
    ...sessions.slice(0, MOST_SESSIONS).flatMap((one, place) => [...entryOf(one, place + 1, words), '']),
    ...(hidden > 0 ? [more(hidden), ''] : []),
  ];
  const longest = Math.max(...[title, ...rows, choose].map(widthOf)) + 4;
  const width = Math.max(LEAST_WIDTH, Math.min(longest, columns));
  const line = (text: string) => `│ ${padTo(fit(text, width - 4), width - 4)} │`;
  const rule = '─'.repeat(width - 2);
  return [`┌${rule}┐`, line(title), `├${rule}┤`, ...rows.map(line), line(choose), `└${rule}┘`];
}

function entryOf({ session, state }: ShownSession, number: number, words: ReportScreen['words']): string[] {
  const tasks = Object.values(state?.tasks ?? {});
  const done = tasks.flatMap((task) => Object.values(task.subtasks)).filter((one) => one.status === 'completed').length;
  const total = tasks.reduce((sum, task) => sum + task.subtask_order.length, 0);
  const icon = sessionIcons[shownStatus(session.status, { done, total })];
  return [
    `[${number}] ${oneLine(session.project.name)}`,
    `    ${words.sessionBox.request} ${oneLine(state?.request.original_request ?? words.status.noRequest)}`,
    `    ${whereOf(session.current_task, state)} ${icon}`,
    `    ${formatTime(session.updated_at)}`,
  ];
}

/** `T2 > S1 Service (implementation)`; before there are tasks, what is done instead. */
function whereOf(current: string, state: ShownSession['state']): string {
  const task = state?.tasks[current];
  const subtask = task?.subtasks[task.current_subtask];
  if (task === undefined || subtask === undefined) return `${current} (${state?.request.global_phase ?? '?'})`;
  const id = task.current_subtask.slice(current.length + 1);
  return `${current} > ${id} ${oneLine(subtask.name)} (${subtask.phase})`;
}
