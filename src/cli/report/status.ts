import type { AutoStatus, ProjectStatus, RunStatus, SessionStatus } from '../../engine/door/open-project.ts';
import { formatTime } from '../../i18n/format.ts';
import type { GlanceWords } from '../../i18n/catalogue.ts';
import type { Screen as AnyScreen } from '../context.ts';
import { limitText } from '../live-view/limit-warning.ts';
import { bar, indentedAsIs, oneLine } from '../terminal/layout.ts';
import { fit, NO_BREAK, widthOf, wrap } from '../terminal/width.ts';
import { sessionIcons, shownStatus } from './session-icon.ts';

type Screen = AnyScreen<GlanceWords>;

const RUNS_SHOWN = 5;
const IDS_SHOWN = 20;

/** Everything as lines; what waits for the person stands out, what is broken stands apart. */
export function statusLines(status: ProjectStatus, screen: Screen): string[] {
  const { words, colours, columns } = screen;
  const { extended } = status;
  const older = status.runs.length - RUNS_SHOWN;
  const sections = [
    ...needingFirst(status.runs)
      .slice(0, RUNS_SHOWN)
      .map((run) => runLines(run, status.interrupted.includes(run.run_id), screen)),
    ...(older > 0 ? [[colours.dim(words.status.olderRuns(older))]] : []),
    ...status.sessions.map((session) => sessionLines(session, screen)),
    ...(status.auto === null ? [] : [autoLines(status.auto, screen)]),
    ...(extended.length === 0 ? [] : [extended.flatMap((one) => extensionLines(one, screen))]),
    ...(status.limits.length === 0 ? [] : [status.limits.flatMap((limit) => limitLines(limit, screen))]),
  ];
  if (sections.length === 0 && status.broken.length === 0) {
    sections.push([words.status.nothing, words.status.begin].flatMap((line) => wrap(line, columns)));
  }
  const title = colours.bold(fit(oneLine(status.project.path), columns));
  return [title, ...sections.flatMap((lines) => ['', ...lines])];
}

/** What needs the person comes before what does not; else the latest first. */
function needingFirst(runs: ProjectStatus['runs']): RunStatus[] {
  const needs = ({ phase }: RunStatus) => Number(phase === 'waiting_human' || phase === 'ready_for_merge');
  return runs.toSorted((one, other) => needs(other) - needs(one));
}

function extensionLines({ effect, extra_ms }: ProjectStatus['extended'][number], { words, columns }: Screen): string[] {
  return indentedAsIs(words.progress.extendedInAll(effect, words.runDocuments.duration(extra_ms)), columns, 0);
}

function limitLines(limit: ProjectStatus['limits'][number], { words, colours, columns }: Screen): string[] {
  return wrap(limitText(limit, words), columns).map(colours.yellow);
}

function runLines(run: RunStatus, isInterrupted: boolean, screen: Screen): string[] {
  const { words, columns } = screen;
  const agents = Object.entries(run.agents).map(([role, status]) => `${agentIcons[status]}${NO_BREAK}${role}`);
  return [
    ...heading(phaseIcons[run.phase], words.status.run(run.run_id, words.states.run[run.phase] ?? run.phase), screen),
    ...indentedAsIs(agents.join(' '), columns),
    ...indentedAsIs(words.status.round(run.iteration, run.max_iterations), columns),
    ...updated(run.updated_at, screen),
    ...waitingFor(run).flatMap((pending) => questionLines(pending, screen)),
    ...nextLines(nextOfRun(run, isInterrupted), screen),
  ];
}

/** What a person can do about it now; nothing while it runs, or when it is done. */
function nextOfRun({ phase, run_id }: RunStatus, isInterrupted: boolean): string | null {
  if (phase === 'waiting_human') return 'orchestral answer';
  if (phase === 'ready_for_merge') return `orchestral review ${run_id}`;
  return isInterrupted || phase === 'failed' || phase === 'stopped' ? `orchestral resume ${run_id}` : null;
}

function nextLines(command: string | null, { words, columns }: Screen): string[] {
  return command === null ? [] : indentedAsIs(words.background.next(command), columns);
}

type Pending = NonNullable<RunStatus['pending_crp']>;

/** Several may be asked at once. */
function waitingFor({ pending_crp: first, pending_crps: all }: RunStatus): readonly Pending[] {
  return all.length > 0 || first === null ? all : [first];
}

function questionLines(pending: Pending, { words, colours, columns }: Screen): string[] {
  const lines = indentedAsIs(words.status.waiting(pending.crp_id), columns).map((line) => colours.yellow(line));
  if (pending.question === null) return lines;
  const { question, options, recommendation } = pending.question;
  lines.push(...indentedAsIs(oneLine(question), columns, 4));
  for (const { id, label } of options) {
    const note = id === recommendation ? ` (${words.status.recommended})` : '';
    lines.push(...indentedAsIs(`${oneLine(id)}  ${oneLine(label)}${note}`, columns, 4));
  }
  return lines;
}

function sessionLines(session: SessionStatus, screen: Screen): string[] {
  const { words, columns } = screen;
  const { request } = session;
  const { completed: done = 0, total = 0 } = request?.subtasks ?? {};
  const shown = shownStatus(session.status, { done, total });
  const title = words.status.session(request?.id ?? session.hash, words.states.session[shown] ?? shown);
  const lines = heading(sessionIcons[shown], title, screen);
  if (request === null) lines.push(...indentedAsIs(words.status.noRequest, columns));
  else {
    lines.push(...indentedAsIs(fit(oneLine(request.text), Math.max(2 * columns - 4, 40)), columns));
    if (request.tasks.total === 0) lines.push(...indentedAsIs(words.status.discovery, columns));
    else {
      const { failed } = request.subtasks;
      lines.push(progressLine({ done, failed, total }, words.status.subtasks(`${done}/${total}`), screen));
    }
    if (request.current !== null) lines.push(...indentedAsIs(currentText(request.current, screen), columns));
  }
  const next = session.status === 'stopped' ? 'orchestral session resume' : 'orchestral session status';
  return [...lines, ...updated(session.updated_at, screen), ...nextLines(next, screen)];
}

type Current = NonNullable<NonNullable<SessionStatus['request']>['current']>;

function currentText({ task, name, subtask }: Current, { words }: Screen): string {
  const where = `${task} ${oneLine(name)}`;
  if (subtask === null) return where;
  return `${where} > ${subtask.id.slice(task.length + 1)} ${oneLine(subtask.name)} (${words.states.subtask[subtask.phase] ?? subtask.phase})`;
}

function autoLines(auto: AutoStatus, screen: Screen): string[] {
  const { words, colours, columns } = screen;
  const { counts } = auto;
  const percent = counts.total === 0 ? 0 : Math.floor((100 * counts.completed) / counts.total);
  const progress = { done: counts.completed, failed: counts.failed, total: counts.total };
  const rest = (['ready', 'pending', 'blocked', 'failed'] as const)
    .filter((list) => counts[list] > 0)
    .map((list) => `${words.status.counts[list]} ${counts[list]}`);
  return [
    ...heading(autoIcon(counts), words.status.auto(auto.mode, auto.phase), screen),
    progressLine(progress, `${counts.completed}/${counts.total} ${percent}%`, screen),
    ...idLines(words.status.running, auto.in_progress, screen),
    ...idLines(words.status.failed, auto.failed, screen).map(colours.red),
    ...(rest.length === 0 ? [] : indentedAsIs(rest.join(' · '), columns)),
    ...(auto.worktree === null ? [] : indentedAsIs(oneLine(auto.worktree), columns).map(colours.dim)),
    ...updated(auto.updated_at, screen),
    ...nextLines('orchestral auto status', screen),
  ];
}

function idLines(label: string, ids: readonly string[], { words, columns }: Screen): string[] {
  if (ids.length === 0) return [];
  const hidden = ids.length - IDS_SHOWN;
  const more = hidden > 0 ? ` ${words.status.andMore(hidden)}` : '';
  return indentedAsIs(`${label} ${ids.slice(0, IDS_SHOWN).join(', ')}${more}`, columns);
}

function progressLine(progress: Parameters<typeof bar>[0], label: string, { columns, colours }: Screen): string {
  const room = Math.min(32, columns - 4 - widthOf(label));
  return room < 4 ? `  ${fit(label, columns - 2)}` : `  ${bar(progress, room, colours)} ${label}`;
}

function heading(icon: string, text: string, { colours, columns }: Screen): string[] {
  return wrap(`${icon} ${oneLine(text)}`, columns).map(colours.bold);
}

function updated(time: string, { words, colours, columns }: Screen): string[] {
  const when = formatTime(time).replace(' ', NO_BREAK);
  return indentedAsIs(`${words.status.updated} ${when}`, columns).map(colours.dim);
}

function autoIcon({ total, completed, failed, in_progress }: AutoStatus['counts']): string {
  if (in_progress > 0) return '🔄';
  if (total > 0 && completed === total) return '✅';
  return failed > 0 ? '❌' : '⏹';
}

const phaseIcons: Record<RunStatus['phase'], string> = {
  refine: '🔄',
  build: '🔄',
  verify: '🔄',
  gate: '🔄',
  waiting_human: '❓',
  ready_for_merge: '📦',
  completed: '✅',
  failed: '❌',
  stopped: '⏹',
};

const agentIcons: Record<RunStatus['agents']['builder'], string> = {
  pending: '·',
  running: '●',
  completed: '✓',
  failed: '✗',
  timeout: '✗',
  waiting_human: '?',
};
