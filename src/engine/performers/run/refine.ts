import { delegationIn, refinerPrompt } from '../../../prompts/run/refiner.ts';
import { questionsIn, type RefinerAnswer, wantedRefinerAnswer } from '../../../schema/run/answers.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { isUsedUp } from '../../../workflows/policy/retry.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { askPerson } from './ask-person.ts';
import { decisionOf, decisionsOf } from './brief.ts';
import { knownPrecedents } from '../../shared-decisions.ts';
import type { JobAt } from './job.ts';
import { readText, stepFailed, writeDocument, writeLog, writeText } from './run-folder.ts';

/** Makes a brief out of what the person wrote, or asks what it may not decide. */
export async function refine(job: JobAt<'refine'>): Promise<RunEvent> {
  const { services, settings, run } = job;
  const briefing = readText(services, 'briefing/raw.md');
  const precedents = knownPrecedents(services);
  const { auto_fill, delegation_keywords, max_refinement_iterations } = settings.refiner;
  const asked = run.consultations.filter(
    ({ crp, asked_with }) => crp.created_by === 'refiner' && asked_with === undefined,
  ).length;
  return performAgentStep(job, {
    role: 'refiner',
    template: 'run/refiner',
    worktree: { commit: run.base.commit },
    prompt: (_, template) =>
      refinerPrompt(
        {
          briefing,
          config: settings.refiner,
          refinement: asked + 1,
          refinements: max_refinement_iterations + 1,
          decisions: decisionsOf(run),
          precedents: precedents.map(({ crp, vcr }) => decisionOf(crp, vcr)),
        },
        template,
      ),
    answer: wantedRefinerAnswer({
      ...auto_fill,
      delegated: delegationIn(briefing, delegation_keywords).length > 0,
    }),
    save: (done) => keep(job, { given: requireAnswer(done), call: done.call, asked }),
  });
}

interface Refined {
  readonly given: RefinerAnswer;
  readonly call: CallRecord;
  /** How often it asked before. */
  readonly asked: number;
}

function keep(job: JobAt<'refine'>, { given, call, asked }: Refined): RunEvent {
  const { services, settings, id } = job;
  const { refined, clarifications, auto_filled } = given;
  const crps = questionsIn(given);
  writeLog(job, 'briefing/log.md', { call, log: refinerSaid(given), text: '' });
  const value = { clarifications, auto_filled };
  writeDocument(services, 'briefing/clarifications.json', { name: 'clarifications', value });
  if (refined.trim() !== '') writeText(services, 'briefing/refined.md', refined);
  services.onPoint('files.written');
  if (crps.length === 0) return { type: 'refined', data: { effect: id, calls: [call] } };
  if (isUsedUp(asked, settings.refiner.max_refinement_iterations)) return tooOften(job, call);
  return askPerson(job, { by: 'refiner', crps, calls: [call] });
}

/** People answered as often as they were meant to be asked: more rounds of that are not what they wanted. */
function tooOften(job: JobAt<'refine'>, call: CallRecord): RunEvent {
  const { services, settings } = job;
  const message = services.words.run.refinementLimit(settings.refiner.max_refinement_iterations);
  return stepFailed(job, 'refiner', { calls: [call], kind: 'limit', message, cause: 'asked_too_often' });
}

function refinerSaid({ clarifications, auto_filled, ...asking }: RefinerAnswer): string {
  return [
    ...clarifications.map(({ topic, interpretation, rationale }) => `- ${topic}: ${interpretation} (${rationale})`),
    ...auto_filled.map(({ category, item, value, rationale }) => `- ${category}, ${item}: ${value} (${rationale})`),
    ...questionsIn(asking).map(({ question }) => `- ${question}`),
  ].join('\n');
}
