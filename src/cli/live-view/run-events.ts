import { findingText, repeatsAllowed } from '../../engine/door/event-verdicts.ts';
import type { RunEvent } from '../../engine/door/runs.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import { hunkLine } from '../report/proved.ts';
import { spentFacts, tookFacts } from '../report/spent.ts';
import { newsFacts, publishedFacts, troubleDetails } from '../report/proposal.ts';
import type { LogLine, LogLevel } from './printer.ts';

interface RunEventContext {
  readonly words: Catalogue;
  /** As it is after the event. */
  readonly run: RunView;
  /** How long the step took, where that is known. */
  readonly tookMs: number | undefined;
}

/** Undefined for what is nothing to tell. Text in it is as agents wrote it: whoever shows it makes it harmless. */
export function formatRunEvent(event: RunEvent, telling: RunEventContext): LogLine | undefined {
  const { words, tookMs } = telling;
  const said = words.runScreen;
  const took = tookFacts(tookMs, words);
  const spent = 'calls' in event.data ? spentFacts(event.data.calls, words) : [];
  const done = (about: string, facts: readonly string[]): LogLine => ({
    icon: '✓',
    about,
    facts: [...facts, ...spent, ...took],
    weight: 'info',
  });
  const note = (icon: LogLine['icon'], fact: string, weight: LogLevel = 'info'): LogLine => ({
    icon,
    about: 'run',
    facts: [fact],
    weight,
  });

  switch (event.type) {
    case 'run_started':
    case 'spent':
    case 'effect_started':
      return undefined;
    case 'effect_interrupted':
      return { icon: '·', about: stepIn(event.data.effect), facts: [words.progress.interruptedStep], weight: 'debug' };
    case 'prepared':
      return done('prepare', [baseFact(event.data.tests, words)]);
    case 'refined':
      return done('refine', []);
    case 'built':
      return done('build', []);
    case 'nothing_built':
      return { ...done('build', [said.nothingBuilt]), icon: '!', weight: 'warn' };
    case 'left_rejected': {
      const again =
        telling.run.step === 'build' ? [said.sentBack(telling.run.iteration, telling.run.max_iterations)] : [];
      return { ...done('build', [said.leftRejected]), icon: '✗', details: again, weight: 'warn' };
    }
    case 'tests_written':
      return done('verify', event.data.files.length === 0 ? [] : [said.testFiles(event.data.files.length)]);
    case 'tested':
      return tested(event.data.evidence, telling);
    case 'gated':
      return gated(event.data.judgement, { ...done('gate', [event.data.judgement.verdict]) }, telling);
    case 'packed':
      return done('pack', [said.packed]);
    case 'hunks_checked':
      return hunksChecked(event.data.hunks, done('prove', []), words);
    case 'merged':
      return done('merge', [said.merged(event.data.merge?.slice(0, 12) ?? null)]);
    case 'published':
      return {
        ...done('publish', publishedFacts(event.data.publication, words)),
        ...troubleDetails(event.data.publication, words),
      };
    case 'synced':
      return {
        ...done('sync', newsFacts(event.data.news, words)),
        ...troubleDetails(event.data.news.publication, words),
      };
    case 'sync_requested':
      return note('·', words.pullRequest.syncs, 'debug');
    case 'left_alone':
      return { ...done('merge', [said.leftAlone]), icon: '!', weight: 'warn' };
    case 'merge_refused':
      return { ...done('merge', [words.progress.notMerged]), icon: '✗', details: event.data.detail, weight: 'error' };
    case 'rebased': {
      const { base, conflicts } = event.data;
      return { ...done('rebase', [said.rebased(base.slice(0, 12), conflicts.length)]), details: conflicts };
    }
    case 'conflict_left': {
      const isOver = telling.run.step !== 'rebase';
      const line = done('rebase', [said.conflictLeft]);
      return { ...line, icon: '✗', details: event.data.paths, weight: isOver ? 'error' : 'warn' };
    }
    case 'asked':
      return asked(event.data, { ...done(stepIn(event.data.effect), []), icon: '?', weight: 'warn' }, words);
    case 'step_failed':
      return failed(event.data, { ...done(stepIn(event.data.effect), []), icon: '✗' }, telling);
    case 'tests_incomplete': {
      const { caseKinds } = words.runDocuments.evidence;
      const line = done('verify', [said.testsIncomplete]);
      return {
        ...line,
        icon: '✗',
        details: (event.data.claims.missing_cases ?? []).map((kind) => caseKinds[kind]),
        weight: 'warn',
      };
    }
    case 'strayed': {
      const isOver = telling.run.step === 'failed';
      const line = done(stepIn(event.data.effect), [said.strayed]);
      return { ...line, icon: '✗', details: event.data.files, weight: isOver ? 'error' : 'warn' };
    }
    case 'answered':
      return note('✓', said.answered(event.data.vcr.crp_id, event.data.vcr.decision));
    case 'approved':
      return note('✓', said.approved);
    case 'rejected':
      return note('!', said.rejected(event.data.reason));
    case 'limit_changed':
      return note('·', said.rounds(event.data.max_iterations));
    case 'apply_requested':
      return note('·', said.applying);
    case 'stop_requested':
      return note('!', words.progress.stopRequested, 'warn');
    case 'extended':
      return note('·', words.progress.extended(stepIn(event.data.of), words.runDocuments.duration(event.data.by_ms)));
    case 'rebase_requested':
      return note('·', said.rebaseRequested);
    case 'resume_requested':
    case 'rerun_requested':
      return note('·', words.progress.resumed);
    default:
      return event satisfies never;
  }
}

/** `run-…/build#2` is about `build`. */
export function stepIn(effect: string): string {
  return effect.replace(/^.*\//, '').replace(/#\d+$/, '');
}

type Data<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>['data'];

function baseFact({ command, total, failed: red }: Data<'prepared'>['tests'], { runScreen }: Catalogue): string {
  if (command === null || total === 0) return runScreen.noTests;
  return red === 0 ? runScreen.baseGreen(total) : runScreen.baseRed(total, red);
}

function tested(evidence: Data<'tested'>['evidence'], { words, tookMs }: RunEventContext): LogLine {
  const { command, total, passed, failed: red, coverage } = evidence;
  const said = words.runScreen;
  const isGreen = red === 0 && (evidence.exit_code === 0 || command === null);
  const facts =
    command === null
      ? [said.noTests]
      : [
          total === 0 ? said.noTests : said.tests(passed, red),
          coverage === null ? said.coverageUnknown : said.coverage(Math.floor(coverage * 10) / 10),
        ];
  return {
    icon: isGreen ? '✓' : '✗',
    about: 'test',
    facts: [...facts, ...tookFacts(tookMs, words)],
    weight: isGreen ? 'info' : 'warn',
  };
}

function gated(judgement: Data<'gated'>['judgement'], done: LogLine, { words, run }: RunEventContext): LogLine {
  const { verdict, said, reason, findings, to_allow = [] } = judgement;
  const toAllow = verdict === 'PASS' && to_allow.length > 0 ? [words.runScreen.toAllow] : [];
  const opinion = said !== null && said !== verdict ? [words.runScreen.overruled(said)] : [];
  const own = verdict === 'PASS' || reason.trim() === '' || opinion.length > 0 ? [] : [reason];
  const again = run.step === 'build' ? [words.runScreen.sentBack(run.iteration, run.max_iterations)] : [];
  return {
    ...done,
    icon: verdict === 'PASS' ? '✓' : '✗',
    details: [...opinion, ...findings.map((finding) => findingText(finding, words)), ...own, ...toAllow, ...again],
    weight: verdict === 'PASS' ? 'info' : 'warn',
  };
}

function hunksChecked(check: Data<'hunks_checked'>['hunks'], done: LogLine, words: Catalogue): LogLine {
  if (check === null) return { ...done, icon: '!', facts: [words.runDocuments.proof.hunksUnknown, ...done.facts] };
  const { hunks, skipped, stopped, percent } = check;
  const noticed = hunks.filter(({ outcome }) => outcome === 'noticed').length;
  const others = hunks.filter(({ outcome }) => outcome !== 'noticed');
  const { proof } = words.runDocuments;
  return {
    ...done,
    facts: [percent === null ? words.prove.nothing : proof.noticed(noticed, hunks.length, percent), ...done.facts],
    details: [
      ...others.map((hunk) => hunkLine(hunk, { words })),
      ...(stopped === null ? [] : [words.prove.stopped[stopped](skipped.length)]),
    ],
  };
}

function asked({ crp, precedent, more = [] }: Data<'asked'>, done: LogLine, { runScreen }: Catalogue): LogLine {
  const known = (vcr: typeof precedent): string[] => (vcr === null ? [] : [runScreen.precedent(vcr.decision)]);
  return {
    ...done,
    facts: [runScreen.asks(crp.question, crp.crp_id)],
    details: [
      ...known(precedent),
      ...more.flatMap((one) => [runScreen.asks(one.crp.question, one.crp.crp_id), ...known(one.precedent)]),
    ],
  };
}

function failed(event: Data<'step_failed'>, done: LogLine, { words, run }: RunEventContext): LogLine {
  const { kind, message } = event;
  const isOver = run.step === 'failed' || run.step === 'stopped';
  return {
    ...done,
    facts: [words.runScreen.failed(kind, message), ...done.facts],
    details: isOver ? [] : [words.runScreen.again(run.repeats, repeatsAllowed(event))],
    weight: isOver ? 'error' : 'warn',
  };
}
