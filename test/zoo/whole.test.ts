import { describe, expect, test } from 'vitest';
import { openQuestion } from '../../src/engine/operations/sessions/questions.ts';
import { reviewedParts } from '../../src/prompts/auto/finding-text.ts';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { autoProjectWith } from '../support/auto-project.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import { playRun } from '../support/conduct-run.ts';
import { startSessionIn } from '../support/conduct-session.ts';
import { type RunProject, runProject } from '../support/run-project.ts';
import { judges, mul, oneSubtask, verifies, writesTests } from '../support/session-script.ts';
import { isFull, sampled } from '../support/tier.ts';
import { CHEATS } from './all-cases.ts';
import { type Ending, endingOf, type Recorded, type Reviewer } from './judge-case.ts';
import { readRecorded } from './recorded-cases.ts';
import { type Cheat, type Files, MUL } from './zoo-case.ts';

interface Trial {
  readonly zoo: Cheat;
  readonly recorded: Recorded;
}

/** Runners that start quickly. */
const QUICK = /^(?:node|unittest|shell)/;

/** Where the work is nothing but files: any agent could have done it. */
const FITTING: readonly Trial[] = Object.entries(CHEATS).flatMap(([family, cases]) => {
  const known = readRecorded(family);
  return (
    cases
      .filter(({ project, change, before, executable, request }) => {
        const isPlain = before === undefined && executable === undefined && request === undefined;
        // A script of a rehearsal has its limit.
        return isPlain && QUICK.test(project.name) && JSON.stringify(change).length < 2 ** 19;
      })
      // Without lines of acceptance nothing is probed: a reviewer is asked about findings only.
      .map((zoo) => ({ zoo: { ...zoo, request: { acceptance: [] } }, recorded: known[zoo.name] ?? { findings: [] } }))
  );
});

function chosen(workflow: 'run' | 'session' | 'auto', runners: RegExp, usual: number): [string, Trial][] {
  const fitting = FITTING.filter(
    // What only a probe would find out has nobody to find it out here.
    ({ zoo }) =>
      zoo.expected[workflow]?.includes(' ') === true &&
      runners.test(zoo.project.name) &&
      !(workflow === 'auto' && isBelowIgnored(zoo)),
  );
  return (isFull ? fitting : sampled(fitting, usual)).map((trial) => [trial.zoo.name, trial]);
}

/** Here git ignores where a task list is kept: what is written there is nobody's work. */
function isBelowIgnored({ change }: Cheat): boolean {
  return Object.keys(change).some((name) => name.startsWith('.claude/'));
}

function filesOf({ project: { files, setupCommand, testCommand } }: Cheat) {
  const { '.gitignore': ignores = '', ...rest } = files;
  return {
    files: rest,
    ignores,
    config: {
      project: {
        version: 1,
        ...(setupCommand !== undefined && { setup_command: setupCommand }),
        ...(testCommand !== undefined && { test_command: testCommand }),
      },
    },
  };
}

function step(change: Files): RehearsalStep {
  const written = Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== null);
  const gone = Object.keys(change).filter((file) => change[file] === null);
  return { edit: Object.fromEntries(written), ...(gone.length > 0 && { delete: gone }) };
}

describe('a run of a cheat', () => {
  test.for(chosen('run', QUICK, 8))('%s', async ([, { zoo, recorded }]) => {
    const { run, events } = await playRun(runProject(filesOf(zoo)), {
      briefing: `${MUL.title}.`,
      approves: false,
      roles: { builder: [step(zoo.change), { fail: 'refused' }], verifier: [{ say: 'The tests are there.' }] },
    });
    const findings = events.flatMap(({ type, data }) =>
      type === 'tested' ? (data.evidence.proof?.findings ?? []) : [],
    );
    const ending = ((): Ending => {
      if (run.step.at === 'failed') return 'rejected by the judge';
      if (run.step.at !== 'ready_for_merge') throw new Error(JSON.stringify(run.step));
      if ((run.step.to_allow ?? []).length > 0) return 'asked';
      return findings.length > 0 ? 'accepted with a note' : 'silent';
    })();
    // Changed lines that no test covers any more reject it, too.
    expect(['rejected by the judge', endingOf(zoo, 'run', { recorded, reviewer: 'refusing' })]).toContain(ending);
  });
});

describe('a list of tasks with a cheat', () => {
  const trials = chosen('auto', QUICK, 4).flatMap(([name, trial]) =>
    (['refusing', 'credulous'] as const).map((reviewer) => [`${name}, ${reviewer} reviewer`, trial, reviewer] as const),
  );
  test.for(trials)('%s', async ([, { zoo, recorded }, reviewer]) => {
    const project = autoProject(zoo);
    const reviews = answersOf(reviewer, recorded);
    const script = { version: 1 as const, tasks: { 'T1.1': [step(zoo.change)] }, roles: { reviewer: [reviews] } };
    const played = await startAutoIn(project, { retryLimit: 0, script });
    await played.conduct();
    const task = played.graph().tasks['T1.1'];
    await played.close();
    const ending = ((): Ending => {
      if (task?.status === 'failed')
        return task.mishaps?.last.kind === 'review' ? 'rejected by review' : 'rejected by the judge';
      if (task?.status !== 'completed') return 'asked';
      const message = project.git('log', '--format=%B', 'main');
      return /Orchestral-(?!Proven|Base|Tree)/.test(message) ? 'accepted with a note' : 'silent';
    })();
    expect(ending).toBe(endingOf(zoo, 'auto', { recorded, reviewer }));
  });
});

function autoProject(zoo: Cheat): RunProject {
  const { files, ignores, config } = filesOf(zoo);
  return autoProjectWith(`# Calc\n\n- [ ] T1.1: ${MUL.title}\n`, { files, config, ignores: `${ignores}\n.claude/` });
}

function answersOf(reviewer: Reviewer, { findings }: Recorded): RehearsalStep {
  const allow = reviewer === 'credulous';
  const answers = reviewedParts(findings).map((_, n) => ({
    finding: n + 1,
    allow,
    quote: allow ? MUL.title : '',
    reason: allow ? 'It says so.' : 'Nobody asked for this.',
  }));
  return { answer: { answers, acceptance: [] } };
}

describe('a session with a cheat', () => {
  test.for(chosen('session', /^node/, 8))('%s', async ([, { zoo, recorded }]) => {
    const session = await startSessionIn(runProject(filesOf(zoo)), { roles: cheatingRoles(zoo) });
    await session.conduct();
    const { status } = session.state();
    const isAsked = openQuestion(session.state()) !== undefined;
    await session.close();
    const ending = endingOf(zoo, 'session', { recorded, reviewer: 'refusing' });
    // In a session the roles share the work: what one would have got away with, the other is stopped for.
    if (ending === 'rejected by the judge' || ending === 'asked') expect({ status, isAsked }).not.toEqual(DONE);
  });
});

const DONE = { status: 'completed', isAsked: false };

/** QA writes what tests are, the Implementer the rest. */
function cheatingRoles(zoo: Cheat) {
  const entries = Object.entries(zoo.change);
  const isTest = ([file]: [string, unknown]): boolean => !file.startsWith('src/');
  const tests = step(Object.fromEntries(entries.filter(isTest)));
  const product = step(Object.fromEntries(entries.filter((entry) => !isTest(entry))));
  const contract = writesTests(mul);
  return oneSubtask({
    'qa-engineer': [{ ...contract, ...tests, edit: { ...contract.edit, ...tests.edit } }, verifies(), judges(mul)],
    implementer: [product],
  });
}
