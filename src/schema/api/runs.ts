import type * as z from 'zod/mini';
import { amount, choice, flag, group, list, matching, maybe, orNull, text, texts, time, whole } from '../field.ts';
import { crp, vcr } from '../run/consultation.ts';
import { verdictDocument } from '../run/reports.ts';
import { conductor, spentInAll } from '../views/accounts.ts';
import { runView } from '../views/run-view.ts';
import { changes, fileDiff, fileQuery, rangeQuery } from './diff.ts';
import { pullRequest } from './pull-request.ts';
import { nothing, ofProject, ofRun, route } from './route.ts';
import { recordedStep, requested, rerunRoute, syncRoute } from './work.ts';

const consultation = group(
  {
    crp,
    vcr: orNull(vcr),
    by_precedent: flag('Whether an earlier run had the answer.'),
    unconfirmed: list(vcr, 'Answers that lie in files and that no person has confirmed: they count for nothing.'),
    similar: orNull(
      group({ run: text('The run.'), crp, vcr }, 'The latest answer of an earlier run to a question of this kind.'),
    ),
  },
  'A question, and its answer once there is one.',
);

const rerunStep = choice(['refine', 'build', 'verify', 'gate'], 'The step.');

const run = group(
  {
    ...runView.shape,
    pull_request: orNull(pullRequest),
    conductor,
    title: text('The first line of the briefing.'),
    consultations: list(consultation, 'All questions so far.'),
    spent_in_all: spentInAll,
    budget_usd: orNull(amount('What all calls of the project together may cost.')),
    worktree: orNull(text('The folder that the agent works in.')),
    can: group(
      {
        answer: flag('A question waits.'),
        review: flag('There is a pack.'),
        approve: flag('The pack waits for approval.'),
        resume: flag('It can go on.'),
        stop: flag('It can be stopped.'),
        apply: flag('Its merged work waits for the checkout.'),
        rebase: flag('It can be updated to the latest base.'),
        rerun: list(rerunStep, 'The steps that can be done again.'),
        sync: flag('It can be looked up what became of its published work.'),
        extend: flag('An agent is running and can be given more time.'),
      },
      'What can be asked for now.',
    ),
  },
  'A run.',
);

export type ApiRun = z.output<typeof run>;

const runLine = group(
  {
    run_id: matching('run-id', 'Its id.'),
    title: text('The first line of its briefing.'),
    phase: runView.shape.phase,
    step: runView.shape.step,
    iteration: whole('The round.'),
    max_iterations: whole('How many there may be.'),
    branch: orNull(text('Its branch.')),
    commit: orNull(text('What approving would merge, or what was merged.')),
    tree: orNull(text('The tree of what was built.')),
    question: orNull(text('What it waits for.')),
    cost_usd: orNull(amount('So far.')),
    conductor,
    started_at: text('When it began.'),
    updated_at: text('When it last changed.'),
  },
  'A run in one line.',
);

const stage = group(
  {
    ...recordedStep,
    step: choice(
      ['prepare', 'refine', 'build', 'verify', 'test', 'gate', 'pack', 'hunks', 'merge', 'rebase', 'other'],
      'What was done.',
    ),
    role: orNull(
      choice(['refiner', 'builder', 'verifier', 'gatekeeper'], 'The agent that did it; null where none did.'),
    ),
    round: whole('The round.'),
  },
  'One step.',
);

export type Stage = z.output<typeof stage>;

const round = group(
  {
    round: whole('Its number, from 1.'),
    commit: orNull(text('What it built; null where it built nothing.')),
    tree: orNull(text('The tree of that.')),
    verdict: orNull(choice(['PASS', 'FAIL', 'NEEDS_HUMAN'], 'What was judged; null before.')),
    reason: orNull(text('What the Gatekeeper said: an opinion.')),
    issues: verdictDocument.shape.issues,
    findings: texts('What Orchestral measured, a sentence each.'),
    tests: orNull(
      group(
        { total: whole('All.'), passed: whole('Passed.'), failed: whole('Failed.'), skipped: whole('Skipped.') },
        'Measured on the tree.',
      ),
    ),
    rejected: orNull(text('What the person said when they sent it back.')),
    started_at: time('When it began.'),
    ended_at: orNull(time('When it was judged.')),
  },
  'One round of build, verify, gate.',
);

const documentName = text('As the list of documents names it.');

export const runRoutes = {
  'runs.list': route('The runs of a project.', list(runLine, 'Latest first.'), {
    params: group(ofProject, 'Which project.'),
  }),
  'runs.start': route('Starts a run in a new process.', requested, {
    params: group(ofProject, 'Which project.'),
    body: group(
      {
        briefing: text('The request.'),
        base: maybe(text('The branch to begin with; the one checked out, by default.')),
        allow_superseded: maybe(flag('Whether old tests may contradict what is asked for.')),
        trusted: maybe(text('`trust.sha256` of the preview that was shown: its commands may run.')),
      },
      'The run.',
    ),
  }),
  'runs.read': route('A run as it is now.', run, { params: group(ofRun, 'Which run.') }),
  'runs.stages': route('The steps of a run, oldest first.', list(stage, 'Oldest first.'), {
    params: group(ofRun, 'Which run.'),
  }),
  'runs.rounds': route('The rounds of a run.', list(round, 'Oldest first.'), { params: group(ofRun, 'Which run.') }),
  'runs.diff': route('The files that differ between two rounds, or a round and the base.', changes, {
    params: group(ofRun, 'Which run.'),
    query: group(rangeQuery, 'Which two.'),
  }),
  'runs.fileDiff': route('The difference of one file.', fileDiff, {
    params: group(ofRun, 'Which run.'),
    query: group({ ...rangeQuery, ...fileQuery }, 'Which file, and between which two.'),
  }),
  'runs.documents': route(
    'The documents that a run has.',
    list(
      group(
        {
          document: documentName,
          path: text('From the folder of the run.'),
          format: choice(['markdown', 'json', 'text'], 'What it is.'),
          by: choice(['person', 'agent', 'orchestral'], 'Whose words they are.'),
          size: whole('Bytes.'),
        },
        'One document.',
      ),
      'Those that are there.',
    ),
    { params: group(ofRun, 'Which run.') },
  ),
  'runs.document': route(
    'The text of one document.',
    group(
      { document: documentName, text: text('Its text.'), is_cut: flag('Whether there is more than 1 MB.') },
      'A document.',
    ),
    { params: group({ ...ofRun, document: documentName }, 'Which document.') },
  ),
  'runs.answer': route('Answers a consultation. An answer is final.', requested, {
    params: group({ ...ofRun, crp: matching('crp-id', 'The consultation.') }, 'Which consultation.'),
    body: group(
      {
        decision: text('Id of an option, or `other`.'),
        rationale: text('Why; may be empty.'),
        notes: text('With `other`, the answer itself; else may be empty.'),
        future: flag('Whether the same question is answered so by itself in later runs.'),
      },
      'The answer.',
    ),
  }),
  'runs.resume': route('Continues a run that was stopped, failed or interrupted.', requested, {
    params: group(ofRun, 'Which run.'),
    body: group({ trusted: maybe(text('`trust.sha256` of the preview that was shown.')) }, 'With what.'),
  }),
  'runs.stop': route('Stops a run.', requested, { params: group(ofRun, 'Which run.'), body: nothing }),
  'runs.base': route(
    'The branch that a run began on, then and now.',
    group(
      {
        branch: orNull(text('The branch; null in a folder without git.')),
        commit: text('The commit that the run is based on.'),
        now: orNull(text('Its commit now; null: it is gone.')),
        new_commits: whole('Commits that it has, and the run has not.'),
      },
      'The base.',
    ),
    { params: group(ofRun, 'Which run.') },
  ),
  'runs.rebase': route('Updates to the latest base: the work is merged with it, proved and judged again.', requested, {
    params: group(ofRun, 'Which run.'),
    body: nothing,
  }),
  'runs.rerun': rerunRoute(group(ofRun, 'Which run.'), rerunStep),
  'runs.sync': syncRoute(group(ofRun, 'Which run.')),
  'runs.apply': route('Applies merged work that waits to the checkout.', requested, {
    params: group(ofRun, 'Which run.'),
    body: nothing,
  }),
};
