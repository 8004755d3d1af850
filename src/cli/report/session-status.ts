import type { GateReport, SessionReport, SubtaskReport, TaskReport } from '../../engine/door/sessions.ts';
import type { Context } from '../context.ts';
import { formatTime } from '../../i18n/format.ts';
import { indented } from '../terminal/one-line.ts';
import { wrap } from '../terminal/width.ts';
import { totalFacts } from './spent.ts';

type Screen = Pick<Context, 'words' | 'colours' | 'columns' | 'flags'>;

/** A session as lines: request, tasks, subtasks and their gates; with `--verbose` the proof of each. */
export function sessionStatusLines(report: SessionReport, screen: Screen): string[] {
  const { words, colours, columns } = screen;
  const { request, status, conductor, branch, base } = report;
  const title = words.status.session(request?.id ?? report.hash, status);
  const facts = [
    ...(branch === null || base === null || report.delivery?.at === 'done' ? [] : [`${branch} → ${base.branch}`]),
    ...totalFacts(report.spent, words),
    ...(conductor === null ? [] : [words.session.conductedBy(conductor.pid, conductor.host)]),
  ];
  return [
    ...wrap(`${icons[status]} ${title}`, columns).map(colours.bold),
    ...indented(request?.text ?? words.status.noRequest, columns, 2),
    ...(facts.length === 0 ? [] : indented(facts.join(' · '), columns, 2)),
    ...(base === null && status !== 'completed' ? indented(words.session.ungrounded, columns, 2) : []),
    ...(request !== null && report.tasks.length === 0 ? indented(words.status.discovery, columns, 2) : []),
    ...report.tasks.flatMap((task) => ['', ...taskLines(task, screen)]),
    ...endLines(report, screen),
    '',
    ...indented(`${words.status.updated} ${formatTime(report.updated_at)}`, columns, 2).map(colours.dim),
  ];
}

function taskLines({ id, name, status, subtasks }: TaskReport, screen: Screen): string[] {
  return [
    ...indented(`${marks[status]} ${id} ${name}`, screen.columns, 2),
    ...subtasks.flatMap((subtask) => subtaskLines(id, subtask, screen)),
  ];
}

function subtaskLines(task: string, subtask: SubtaskReport, screen: Screen): string[] {
  const { words, columns, colours, flags } = screen;
  const { id, name, status, phase, gates, implementation_retries, design_retries } = subtask;
  const retries = words.session.retries(implementation_retries, design_retries);
  const head = `${marks[status]} ${id.slice(task.length + 1)} ${name} (${phase})${retries === '' ? '' : ` · ${retries}`}`;
  const lines = indented(head, columns, 4);
  if (!flags.verbose) {
    const all = gates.map(({ gate, state }) => `${marks[state]} ${gate}`).join('  ');
    return [...lines, ...(all === '' ? [] : indented(all, columns, 6).map(colours.dim))];
  }
  return [...lines, ...gates.flatMap((gate) => gateLines(gate, screen))];
}

function gateLines({ gate, state, proof }: GateReport, { words, columns, colours }: Screen): string[] {
  const facts = [
    `${marks[state]} ${gate}`,
    proof === null ? state : words.session[proof.state],
    ...(proof === null ? [words.session.noProof] : proof.strength),
    ...(proof === null || proof.tree === null ? [] : [words.session.tree(proof.tree.slice(0, 12))]),
    ...(proof === null ? [] : [formatTime(proof.at)]),
  ];
  return [
    ...indented(facts.join(' · '), columns, 6),
    ...(proof?.lines ?? []).flatMap((line) => indented(line, columns, 10)).map(colours.dim),
  ];
}

/** Why it stopped, and where its work is. */
function endLines({ failure, delivery, base }: SessionReport, { words, columns, colours }: Screen): string[] {
  const lines = failure === null ? [] : [failure.code, ...failure.detail.split('\n')];
  const told = lines.filter((line) => line.trim() !== '').flatMap((line) => indented(line, columns, 2));
  const home =
    delivery?.at === 'done'
      ? [words.session.delivered(delivery.merge.slice(0, 12))]
      : delivery?.at === 'left_alone'
        ? [words.session.leftAlone]
        : delivery?.at === 'refused'
          ? [words.progress.notMerged, ...delivery.detail]
          : [];
  const came = home.flatMap((line) => indented(`${line}${base === null ? '' : ` (${base.branch})`}`, columns, 2));
  return [...(told.length === 0 ? [] : ['', ...told.map(colours.red)]), ...(came.length === 0 ? [] : ['', ...came])];
}

const icons: Record<SessionReport['status'], string> = { active: '🔄', completed: '✅', stopped: '⏹' };

const marks: Record<'pending' | 'in_progress' | 'completed' | 'passed' | 'failed', string> = {
  pending: '·',
  in_progress: '●',
  completed: '✓',
  passed: '✓',
  failed: '✗',
};
