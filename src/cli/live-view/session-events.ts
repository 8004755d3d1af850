import { gateVerdict } from '../../engine/door/event-verdicts.ts';
import type { SessionEvent } from '../../engine/door/sessions.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { SessionView } from '../../schema/views/session-view.ts';
import { newsFacts, publishedFacts, troubleDetails } from '../report/proposal.ts';
import { spentFacts, tookFacts } from '../report/spent.ts';
import type { LogLine } from './printer.ts';

interface SessionEventContext {
  readonly words: Catalogue;
  /** As it is after the event. */
  readonly session: SessionView;
  /** How long the step took, where that is known. */
  readonly tookMs: number | undefined;
}

type Data<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>['data'];

/** What a person is told of an event; a gate is a line of its own. Text in it is as agents wrote it. */
export function formatSessionEvent(
  event: SessionEvent,
  { words, session, tookMs }: SessionEventContext,
): readonly LogLine[] {
  const said = words.session;
  const about = 'effect' in event.data ? aboutOf(event.data.effect) : session.request_id;
  const took = tookFacts(tookMs, words);
  const spent = 'calls' in event.data ? spentFacts(event.data.calls, words) : [];
  const tell = (icon: LogLine['icon'], facts: readonly string[], more: Partial<LogLine> = {}): LogLine[] => [
    { icon, about, facts: [...facts, ...spent, ...took], weight: 'info', ...more },
  ];

  switch (event.type) {
    case 'session_started':
    case 'grounded':
    case 'spent':
    case 'effect_started':
      return [];
    case 'effect_interrupted':
      return tell('·', [words.progress.interruptedStep], { weight: 'debug' });
    case 'prepared':
      return tell('✓', [event.data.command ?? words.runScreen.noTests]);
    case 'baseline_measured':
      return tell('✓', [baselineFact(event.data, words)]);
    case 'explored':
      return tell('✓', [said.explored]);
    case 'planned':
      return tell('✓', [said.planned]);
    case 'merged':
      return tell('✓', mergedFacts(event.data, words));
    case 'plan_refused':
      return tell('✗', [said.planAgain], { details: event.data.corrections, weight: 'warn' });
    case 'designed':
      return tell('✓', [said.designed]);
    case 'tests_written':
      return tell('✓', [said.testsWritten]);
    case 'tests_refused': {
      const details = event.data.files.map(({ path, kind }) => `${path} (${kind})`);
      return tell('✗', [said.testsRefused], { details, weight: 'warn' });
    }
    case 'snapshots_written': {
      const details = event.data.files.flatMap(({ path, was, now }) => [
        path,
        ...(was === null ? [] : [said.was, ...was.split('\n')]),
        ...(now === null ? [] : [said.now, ...now.split('\n')]),
      ]);
      return tell('✓', [said.snapshotsWritten(event.data.files.length)], { details });
    }
    case 'asked':
      return tell('!', [said.asked], { details: askedAbout(session, words), weight: 'warn' });
    case 'answered': {
      const allowed = event.data.answers.filter(({ allow }) => allow).length;
      return tell('·', [said.answered(allowed, event.data.answers.length - allowed)]);
    }
    case 'merge_judged':
      return tell('!', [words.progress.notMerged], { weight: 'warn' });
    case 'implemented':
      return tell('✓', [said.implemented]);
    case 'verified': {
      const { action, reason, failed } = event.data;
      const details = [reason, ...failed.map((test) => `${test.name}: ${test.reason}`)];
      return action === 'complete'
        ? tell('✓', [said.verified[action]])
        : tell('✗', [said.verified[action]], { details, weight: 'warn' });
    }
    case 'gate_measured':
      return gateLines({ ...event.data, ...gateVerdict(event.data) }, { words, session, tookMs });
    case 'gated':
      return gateLines(event.data, { words, session, tookMs });
    case 'subtask_committed':
      return tell('✓', [said.subtaskDone(event.data.tip.commit.slice(0, 12))]);
    case 'learned':
      return tell('✓', [said.learned]);
    case 'contract_missing':
      return tell('!', [said.missing(event.data.document)], { details: event.data.lines, weight: 'warn' });
    case 'step_failed': {
      const { kind, message } = event.data;
      const isOver = session.status !== 'active';
      const details = isOver ? [] : [said.again];
      return tell('✗', [words.runScreen.failed(kind, message)], { details, weight: isOver ? 'error' : 'warn' });
    }
    case 'delivered':
      return tell('✓', [said.delivered(event.data.merge.slice(0, 12))]);
    case 'published': {
      const { icon = '✓', ...more } = troubleDetails(event.data.publication, words);
      return tell(icon, publishedFacts(event.data.publication, words), more);
    }
    case 'synced': {
      const { icon = '✓', ...more } = troubleDetails(event.data.news.publication, words);
      return tell(icon, newsFacts(event.data.news, words, words.pullRequest.remarksToAgent), more);
    }
    case 'amended':
      return tell('✓', [words.pullRequest.amended]);
    case 'amend_failed':
      return tell('✗', [words.pullRequest.notAmended], { details: event.data.detail, weight: 'warn' });
    case 'sync_requested':
      return tell('·', [words.pullRequest.syncs]);
    case 'left_alone':
      return tell('!', [said.leftAlone], { weight: 'warn' });
    case 'delivery_refused':
      return tell('✗', [words.progress.notMerged], { details: event.data.detail, weight: 'error' });
    case 'rebased': {
      const { base, conflicts } = event.data;
      return tell('✓', [words.runScreen.rebased(base.slice(0, 12), conflicts.length)], { details: conflicts });
    }
    case 'rebase_refused': {
      const isOver = !session.takes_up_base;
      const { why, detail } = event.data;
      const fact = why === 'conflict' ? words.runScreen.conflictLeft : said.redOnBase;
      return tell('✗', [fact], { details: detail, weight: isOver ? 'error' : 'warn' });
    }
    case 'extended':
      return tell('·', [
        words.progress.extended(aboutOf(event.data.of), words.runDocuments.duration(event.data.by_ms)),
      ]);
    case 'rebase_requested':
      return tell('·', [words.runScreen.rebaseRequested]);
    case 'stop_requested':
      return tell('!', [words.progress.stopRequested], { weight: 'warn' });
    case 'reset_requested':
      return tell('!', [said.resetRequested], { weight: 'warn' });
    case 'resume_requested':
    case 'rerun_requested':
      return tell('·', [words.progress.resumed]);
    case 'delivery_requested':
      return tell('·', [said.delivering]);
    case 'moved_by_hand':
      return tell('·', [said.moved(event.data.subtask, event.data.phase)]);
    default:
      return event satisfies never;
  }
}

function baselineFact({ total, failed }: Data<'baseline_measured'>, { runScreen }: Catalogue): string {
  if (total === 0) return runScreen.noTests;
  return failed === 0 ? runScreen.baseGreen(total) : runScreen.baseRed(total, failed);
}

function askedAbout({ question }: SessionView, words: Catalogue): string[] {
  return question === null ? [] : [words.session.waits(question.about)];
}

/** `R1/T1-S2/implement#3` is about `T1-S2 implement`, `R1/explore#1` about `explore`. */
export function aboutOf(effect: string): string {
  return effect.replace(/#\d+$/, '').split('/').slice(1).join(' ');
}

function mergedFacts({ tasks, assumptions }: Data<'merged'>, { session: said }: Catalogue): string[] {
  const subtasks = tasks.reduce((sum, task) => sum + task.subtasks.length, 0);
  const count = (verdict: string) => assumptions.filter((one) => one.verdict === verdict).length;
  const judged = [count('matched'), count('mismatched')] as const;
  return [
    said.merged(tasks.length, subtasks),
    ...(judged[0] + judged[1] === 0 ? [] : [said.assumptions(judged[0], judged[1])]),
  ];
}

function gateLines(
  { effect, calls, notes, back_to }: Pick<Data<'gated'>, 'effect' | 'calls'> & ReturnType<typeof gateVerdict>,
  { words, tookMs, session }: SessionEventContext,
): LogLine[] {
  const said = words.session;
  const subtask = /\/(T\d+-S\d+)\//.exec(effect)?.[1] ?? '';
  const took = tookFacts(tookMs, words);
  const entries = Object.entries(notes);
  return entries.map(([gate, { state, strength, lines }], place) => {
    const hasFailed = state === 'failed';
    const isLast = place === entries.length - 1;
    const back = isLast && back_to !== null && session.status === 'active' ? [said.backTo[back_to]] : [];
    return {
      icon: hasFailed ? '✗' : '✓',
      about: `${subtask} ${gate}`,
      facts: [
        `${said[state]}${strength.length === 0 ? '' : ` (${strength.map((how) => said.strength[how] ?? how).join(', ')})`}`,
        ...(isLast ? [...spentFacts(calls, words), ...took] : []),
      ],
      details: [...(hasFailed || state === 'waived' ? lines : []), ...back],
      weight: hasFailed ? 'warn' : 'info',
    };
  });
}
