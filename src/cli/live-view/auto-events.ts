import type { AutoEvent, PhaseProgress } from '../../engine/door/auto.ts';
import { proofFindingText } from '../../engine/door/event-verdicts.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { reasonText } from '../../i18n/reason-text.ts';
import type { AutoView, TaskView } from '../../schema/views/auto-view.ts';
import { newsFacts, publishedFacts, troubleDetails } from '../report/proposal.ts';
import { spentFacts, tookFacts } from '../report/spent.ts';
import type { LogLine } from './printer.ts';

interface AutoEventContext {
  readonly words: Catalogue;
  /** As it is after the event. */
  readonly graph: AutoView;
  readonly task: (id: string) => TaskView | undefined;
  /** How long the step took, where that is known. */
  readonly tookMs: number | undefined;
}

/** What a person is told of an event; undefined for what is nothing to tell. Text in it is as agents wrote it. */
export function formatAutoEvent(event: AutoEvent, telling: AutoEventContext): LogLine | undefined {
  const { words, graph, tookMs } = telling;
  const said = words.auto;
  const took = tookFacts(tookMs, words);
  const phase = said.phase(graph.phase);
  const isStuck = graph.stuck !== null;
  const tell = (
    icon: LogLine['icon'],
    about: string,
    facts: readonly string[],
    more: Partial<LogLine> = {},
  ): LogLine => ({
    icon,
    about,
    facts,
    weight: 'info',
    ...more,
  });

  switch (event.type) {
    case 'planned':
    case 'replanned':
    case 'started':
    case 'spent':
    case 'effect_started':
    case 'phase_allowed':
    case 'waited':
      return undefined;
    case 'effect_interrupted':
      return tell('·', aboutOf(event.data.effect), [words.progress.interruptedStep], { weight: 'debug' });
    case 'prepared': {
      const { red } = event.data;
      return red.length === 0
        ? tell('✓', 'prepare', [said.prepared, ...took])
        : tell('!', 'prepare', [said.baseRed, ...took], { details: red, weight: 'warn' });
    }
    case 'phase_entered': {
      const { branch } = event.data;
      const { total, blocked } = countsOf(graph, event.data.phase);
      const counts = [said.entered(total), ...(blocked === 0 ? [] : [said.counts.blocked(blocked)])];
      return tell('·', phase, [...counts, ...(branch === null ? [] : [branch])]);
    }
    case 'worked':
      return tell('·', event.data.id, [said.worked, ...spentFacts(event.data.calls, words)], { weight: 'debug' });
    case 'attempt_failed':
      return failed(event.data, telling);
    case 'conflicted':
      return tell('!', event.data.id, [said.conflict], { details: event.data.paths, weight: 'warn' });
    case 'task_merged':
    case 'task_completed':
      return completed(event, telling);
    case 'probed': {
      const details = event.data.findings.map((finding) => proofFindingText(finding, words));
      return tell('·', event.data.id, [said.probed, ...spentFacts(event.data.calls, words)], {
        details,
        weight: 'debug',
      });
    }
    case 'task_judged': {
      const { id, findings } = event.data;
      const step = telling.task(id)?.step;
      const next = step === 'review' || step === 'work' ? step : 'hold';
      const details = findings.map((finding) => proofFindingText(finding, words));
      return tell('!', id, [said.verdicts[next]], { details, weight: 'warn' });
    }
    case 'task_reviewed': {
      const { id, answers } = event.data;
      const details = answers.map(({ key, code, quote, reason }) => `${key ?? code}: ${quote === '' ? reason : quote}`);
      const isOpen = telling.task(id)?.step === 'hold';
      return tell(isOpen ? '!' : '·', id, [isOpen ? said.verdicts.hold : said.reviewed], { details });
    }
    case 'review_failed':
      return tell('!', event.data.id, [said.reviewFailed(event.data.reason)], { weight: 'warn' });
    case 'task_answered':
      return tell('·', event.data.id, [said.answered[telling.task(event.data.id)?.step === 'work' ? 'work' : 'merge']]);
    case 'task_skipped':
      return tell('·', event.data.id, [said.skipped]);
    case 'task_failed':
      return tell('✗', event.data.id, [said.givenUp], { weight: 'warn' });
    case 'task_reopened':
      return tell('·', event.data.id, [said.reopened]);
    case 'phase_merged': {
      const { total, completed: done } = countsOf(graph, graph.phase);
      return tell(done === total ? '✓' : '!', phase, [said.phaseDone(done, total), ...took]);
    }
    case 'phase_red': {
      const { mishap } = event.data;
      const facts = [isStuck ? said.phaseStuck : said.phaseRed, reasonText(mishap, words)];
      return tell('✗', phase, facts, { weight: isStuck ? 'error' : 'warn' });
    }
    case 'repaired': {
      const { calls, answers = [] } = event.data;
      const allowed = answers.length > 0 ? [said.reviewed] : [];
      return tell('✓', phase, [said.repaired, ...allowed, ...spentFacts(calls, words), ...took]);
    }
    case 'repair_held': {
      const details = event.data.findings.map((finding) => proofFindingText(finding, words));
      return tell('!', phase, [said.verdicts.hold], { details, weight: 'warn' });
    }
    case 'repair_answered':
      return tell('·', phase, [said.answered[event.data.answers.every(({ allow }) => allow) ? 'merge' : 'work']]);
    case 'repair_failed': {
      const { mishap } = event.data;
      const facts = [said.repairFailed, reasonText(mishap, words), ...(isStuck ? [said.phaseStuck] : [])];
      return tell('✗', phase, facts, { weight: isStuck ? 'error' : 'warn' });
    }
    case 'delivered':
      return tell('✓', 'deliver', [said.movedTo(graph.base?.branch ?? '', event.data.trunk.commit.slice(0, 12))]);
    case 'left_alone':
      return tell('!', 'deliver', [said.leftAlone(graph.base?.branch ?? '', event.data.why, event.data.detail)], {
        weight: 'warn',
      });
    case 'published': {
      const { icon = '✓', ...more } = troubleDetails(event.data.publication, words);
      return tell(icon, 'publish', publishedFacts(event.data.publication, words), more);
    }
    case 'sync_requested':
      return undefined;
    case 'synced': {
      const { icon = '✓', ...more } = troubleDetails(event.data.news.publication, words);
      return tell(icon, 'sync', newsFacts(event.data.news, words, words.pullRequest.remarksToAgent), more);
    }
    case 'amended':
      return tell('✓', 'amend', [words.pullRequest.amended, ...spentFacts(event.data.calls, words), ...took]);
    case 'amend_failed':
      return tell('✗', 'amend', [words.pullRequest.notAmended, reasonText(event.data.mishap, words)], {
        weight: 'warn',
      });
    case 'rebase_requested':
      return tell('·', 'rebase', [words.runScreen.rebaseRequested]);
    case 'rebased': {
      const { trunk, conflicts, calls } = event.data;
      const facts = [words.runScreen.rebased(trunk.commit.slice(0, 12), conflicts.length), ...spentFacts(calls, words)];
      return tell('✓', 'rebase', [...facts, ...took], { details: conflicts });
    }
    case 'rebase_refused': {
      const { why, detail, calls } = event.data;
      const isTold = why === 'conflict' ? words.runScreen.conflictLeft : said.rebaseRed;
      return tell('✗', 'rebase', [isTold, ...spentFacts(calls, words)], { details: detail, weight: 'warn' });
    }
    case 'delivery_requested':
      return tell('·', 'deliver', [said.delivering]);
    case 'extended': {
      const { of, by_ms } = event.data;
      const step = of.replace(/^auto\//, '').replace(/#\d+$/, '');
      return tell('·', 'auto', [words.progress.extended(step, words.runDocuments.duration(by_ms))]);
    }
    case 'stop_requested':
      return tell('!', 'auto', [words.progress.stopRequested], { weight: 'warn' });
    default:
      return event satisfies never;
  }
}

type Data<T extends AutoEvent['type']> = Extract<AutoEvent, { type: T }>['data'];

function countsOf({ phases }: AutoView, phase: number): Pick<PhaseProgress, 'total' | 'completed' | 'blocked'> {
  return phases.find((one) => one.phase === phase) ?? { total: 0, completed: 0, blocked: 0 };
}

function failed({ id, mishap, calls }: Data<'attempt_failed'>, { words, task }: AutoEventContext): LogLine {
  const { status, attempts: count } = task(id) ?? { status: 'ready', attempts: 1 };
  const isFinal = status === 'failed';
  const reason = reasonText(mishap, words);
  const fact = isFinal ? words.auto.failed(count, reason) : words.auto.attemptFailed(count, reason);
  // What is tried again is not over: it looks quieter than what failed for good.
  const icon = isFinal ? '✗' : '!';
  return { icon, about: id, facts: [fact, ...spentFacts(calls, words)], weight: isFinal ? 'error' : 'warn' };
}

/** With what all its attempts took. */
function completed(
  { type, data }: Extract<AutoEvent, { type: 'task_merged' | 'task_completed' }>,
  telling: AutoEventContext,
): LogLine {
  const { words } = telling;
  const task = telling.task(data.id);
  const isByHand = type === 'task_completed' && data.effect === undefined;
  const attempts = (task?.attempts ?? 0) + 1;
  const facts = isByHand
    ? [words.auto.completedByHand]
    : [
        task?.title ?? '',
        ...(attempts === 1 ? [] : [words.auto.attempts(attempts)]),
        words.runDocuments.duration((task?.seconds ?? 0) * 1000),
      ];
  return { icon: '✓', about: data.id, facts: facts.filter((fact) => fact !== ''), weight: 'info' };
}

/** `auto/T1.3/work#2` is about `T1.3`, `auto/phase-merge-1#1` about `phase-merge`. */
export function aboutOf(effect: string): string {
  return stepIn(effect).task ?? stepIn(effect).step;
}

export function stepIn(effect: string): { readonly task: string | undefined; readonly step: string } {
  const task = /^auto\/(.+)\/([a-z]+)#\d+$/.exec(effect);
  if (task !== null) return { task: task[1], step: task[2] ?? '' };
  return { task: undefined, step: effect.replace(/^auto\//, '').replace(/(?:-\d+)?#\d+$/, '') };
}
