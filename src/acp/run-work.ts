import type { PlanEntry, ToolKind } from '@agentclientprotocol/sdk';
import { unwrap } from '../base/failure.ts';
import { refusalOf, runFailure } from '../engine/door/endings.ts';
import { findingText } from '../engine/door/event-verdicts.ts';
import type { RecordedEvent } from '../engine/door/events.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { RunView } from '../schema/views/run-view.ts';
import { askQuestions } from './ask-question.ts';
import { failureText } from './failure-text.ts';
import { askForApproval } from './review.ts';
import type { StepEnd, Turn, Work } from './work.ts';

export function runWork(project: ProjectApi, id: string, words: Catalogue): Work {
  const view = async (): Promise<RunView> => unwrap(await project.runs.view(id));
  return {
    workflow: 'run',
    id,
    name: id,
    plan: async () => runPlan(await view(), words),
    running: async () => (await view()).running,
    goOn: () => Promise.resolve(['resume', id]),
    stepStart: async (effect) => {
      const step = stepIn(effect);
      const { iteration } = await view();
      const title = isStep(step, words) ? words.editor.steps[step] : step;
      return { title: iteration > 1 ? words.editor.round(title, iteration) : title, kind: KINDS[step] ?? 'other' };
    },
    stepEnd: (event) => Promise.resolve(runStepEnd(event, words)),
    decide: async (turn) => decide(turn, await view()),
    resume: async () => unwrap(await unwrap(await project.runs.resume(id)).close()),
    stop: async () => void (await project.runs.stop(id)),
  };
}

const KINDS: Readonly<Record<string, ToolKind>> = {
  refine: 'think',
  build: 'edit',
  verify: 'edit',
  test: 'execute',
  gate: 'think',
  hunks: 'execute',
};

/** What every run goes through; what follows a rejection stands there again. */
const PLANNED = ['refine', 'build', 'verify', 'test', 'gate', 'approve', 'merge'] as const;

const PLACE: Readonly<Record<RunView['step'], number>> = {
  prepare: 0,
  refine: 0,
  build: 1,
  verify: 2,
  test: 3,
  gate: 4,
  pack: 4,
  ready_for_merge: 5,
  merge: 6,
  undelivered: 6,
  proposed: 6,
  sync: 6,
  completed: 7,
  waiting: -1,
  rebase: -1,
  failed: -1,
  stopped: -1,
};

const PHASES: Readonly<Record<string, number>> = { refine: 0, build: 1, verify: 2, gate: 4 };

function runPlan(run: RunView, words: Catalogue): PlanEntry[] {
  const { steps, round } = words.editor;
  const at = PLACE[run.step] >= 0 ? PLACE[run.step] : restedAt(run);
  return PLANNED.map((step, place) => ({
    content: run.iteration > 1 && place >= 1 && place <= 4 ? round(steps[step], run.iteration) : steps[step],
    priority: 'medium',
    status: place < at ? 'completed' : place === at ? 'in_progress' : 'pending',
  }));
}

/** Where it waits, was stopped or failed: at the first role that is not done in this round. */
function restedAt({ agents, phase }: RunView): number {
  if (PHASES[phase] !== undefined) return PHASES[phase];
  const places = [agents.refiner, agents.builder, agents.verifier, agents.gatekeeper];
  const open = places.findIndex(({ status }) => status !== 'completed');
  return [0, 1, 2, 4][open] ?? 4;
}

/** `run-…/build#2` is about `build`. */
function stepIn(effect: string): string {
  return effect.replace(/^.*\//, '').replace(/#\d+$/, '');
}

function isStep(step: string, words: Catalogue): step is keyof Catalogue['editor']['steps'] {
  return Object.hasOwn(words.editor.steps, step);
}

function runStepEnd(event: RecordedEvent, words: Catalogue): StepEnd {
  const said = words.runScreen;
  const end = (isGood: boolean, ...lines: string[]): StepEnd => ({ isGood, lines });
  if (event.workflow !== 'run') return end(true);
  if (event.type === 'effect_interrupted') return end(false, words.progress.interruptedStep);
  if (event.type === 'nothing_built') return end(false, said.nothingBuilt);
  if (event.type === 'left_rejected') return end(false, said.leftRejected);
  if (event.type === 'tested') {
    const { command, total, passed, failed, exit_code, coverage } = event.data.evidence;
    if (command === null || total === 0) return end(command === null, said.noTests);
    const measured = coverage === null ? said.coverageUnknown : said.coverage(Math.floor(coverage * 10) / 10);
    return end(failed === 0 && exit_code === 0, said.tests(passed, failed), measured);
  }
  if (event.type === 'gated') {
    const { verdict, reason, findings } = event.data.judgement;
    const found = findings.map((finding) => `- ${findingText(finding, words)}`).join('\n');
    const lines = [verdict, ...(verdict === 'PASS' || reason.trim() === '' ? [] : [reason]), found];
    return end(verdict === 'PASS', ...lines.filter((line) => line !== ''));
  }
  if (event.type === 'merged') return end(true, said.merged(event.data.merge?.slice(0, 12) ?? null));
  if (event.type === 'left_alone') return end(false, said.leftAlone);
  if (event.type === 'merge_refused') return end(false, words.progress.notMerged, ...event.data.detail);
  if (event.type === 'conflict_left') return end(false, said.conflictLeft, ...event.data.paths);
  if (event.type === 'tests_incomplete') return end(false, said.testsIncomplete);
  if (event.type === 'strayed') return end(false, said.strayed, ...event.data.files);
  if (event.type === 'step_failed') return end(false, said.failed(event.data.kind, event.data.message));
  return end(true);
}

async function decide(turn: Turn, run: RunView): Promise<boolean> {
  const { editor, words, project, signal } = turn;
  const { run_id } = run;
  if (run.step === 'waiting') return askQuestions(turn, run);
  if (run.step === 'ready_for_merge') {
    const refusal = refusalOf(run);
    if (refusal !== undefined) await editor.say(failureText(refusal, words));
    return askForApproval(turn, run);
  }
  if (run.step === 'completed') {
    const { merge, base } = run;
    const { copiedBack, mergedInto, done } = words.runScreen;
    const where = merge === null ? copiedBack : mergedInto(base.branch ?? '', merge.slice(0, 12));
    await editor.say(`✅ ${done(run_id)}: ${where}`);
    return false;
  }
  const failed = runFailure(run);
  if (failed !== undefined) await editor.say(failureText(failed, words));
  if (run.step !== 'undelivered') return false;
  const decisions = [{ id: 'apply', name: words.editor.apply }] as const;
  const question = { title: words.editor.apply, content: [], later: words.editor.later, decisions };
  if ((await editor.ask(question, signal)) !== 'apply') return false;
  unwrap(await project.runs.apply(run_id));
  return true;
}
