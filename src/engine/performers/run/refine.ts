import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { delegationIn, refinerPrompt } from '../../../prompts/run/refiner.ts';
import { type RefinerAnswer, wantedRefinerAnswer } from '../../../schema/run/answers.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { readPrecedents } from '../../../store/precedents.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { askPerson } from './ask-person.ts';
import { callRole } from './call-role.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { decisionOf, decisionsOf } from './decisions.ts';
import { readText, writeDocument, writeErrorFlag, writeLog, writeText } from './run-folder.ts';
import type { JobAt } from './job.ts';

/** Makes a brief out of what the person wrote, or asks what it may not decide. */
export async function refine(job: JobAt<'refine'>): Promise<Result<RunEvent, Failure>> {
  const { services, settings, run } = job;
  const briefing = readText(services, 'briefing/raw.md');
  if (!briefing.ok) return briefing;
  const precedents = readPrecedents(services.own);
  if (!precedents.ok) return precedents;
  const template = readTemplate(services.project, 'run/refiner');
  if (!template.ok) return template;
  const { auto_fill, delegation_keywords, max_refinement_iterations } = settings.refiner;
  const asked = run.consultations.filter(({ crp }) => crp.created_by === 'refiner').length;
  const prompt = refinerPrompt(
    {
      briefing: briefing.value,
      config: settings.refiner,
      refinement: asked + 1,
      refinements: max_refinement_iterations + 1,
      decisions: decisionsOf(run.consultations),
      precedents: precedents.value.map(({ crp, vcr }) => decisionOf(crp, vcr)),
    },
    template.value,
  );
  if (!prompt.ok) return prompt;
  const room = await prepareAgentWorktree(job, { commit: run.base.commit });
  if (!room.ok) return room;
  const answer = wantedRefinerAnswer({
    ...auto_fill,
    delegated: delegationIn(briefing.value, delegation_keywords).length > 0,
  });
  const called = await callRole<RefinerAnswer>(job, {
    role: 'refiner',
    prompt: prompt.value,
    folder: room.value.worktree.folder,
    answer,
  });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { call, answer: given } = called.value;
  if (given === undefined) throw new Error('answered without an answer');
  return keep(job, { given, call, asked });
}

interface Refined {
  readonly given: RefinerAnswer;
  readonly call: CallRecord;
  /** Questions before this one. */
  readonly asked: number;
}

function keep(job: JobAt<'refine'>, { given, call, asked }: Refined): Result<RunEvent, Failure> {
  const { services, settings, id } = job;
  const { refined, clarifications, auto_filled, crp } = given;
  for (const written of [
    writeLog(job, 'briefing/log.md', { call, log: refinerSaid(given), text: '' }),
    writeDocument(services, 'briefing/clarifications.json', {
      name: 'clarifications',
      value: { clarifications, auto_filled },
    }),
    ...(refined.trim() === '' ? [] : [writeText(services, 'briefing/refined.md', refined)]),
  ])
    if (!written.ok) return written;
  services.onPoint('files.written');
  if (crp === undefined) return ok({ type: 'refined', data: { effect: id, calls: [call] } });
  if (asked >= settings.refiner.max_refinement_iterations) return ok(tooOften(job, call));
  return askPerson(job, { by: 'refiner', crp, calls: [call] });
}

/** People answered as often as they were meant to be asked: more rounds of that are not what they wanted. */
function tooOften({ services, settings, id, run }: JobAt<'refine'>, call: CallRecord): RunEvent {
  const message = services.words.run.refinementLimit(settings.refiner.max_refinement_iterations);
  const at = services.clock.now();
  writeErrorFlag(services, 'refine', { agent: 'refiner', kind: 'limit', message, attempt: run.repeats + 1, at });
  return {
    type: 'step_failed',
    data: { effect: id, calls: [call], kind: 'limit', message, cause: 'asked_too_often' },
  };
}

function refinerSaid({ clarifications, auto_filled, crp }: RefinerAnswer): string {
  return [
    ...clarifications.map(({ topic, interpretation, rationale }) => `- ${topic}: ${interpretation} (${rationale})`),
    ...auto_filled.map(({ category, item, value, rationale }) => `- ${category}, ${item}: ${value} (${rationale})`),
    ...(crp === undefined ? [] : [`- ${crp.question}`]),
  ].join('\n');
}
