import { setTimeout as pause } from 'node:timers/promises';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { LONGEST_BRIEFING } from '../../engine/door/briefing.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import { allWork, type Work } from '../../engine/door/work-outcome.ts';
import * as inputs from '../../schema/mcp/inputs.ts';
import * as outputs from '../../schema/mcp/outputs.ts';
import type { Call } from '../call.ts';
import { pathInside } from '../paths.ts';
import { tool } from '../tool.ts';
import { jobAnswer, workAnswer } from '../work-answer.ts';

/* What begins work, goes on with it, or ends it. It is conducted by a process of its own, which outlives the client. */

export const startRun = tool({
  name: 'start_run',
  does: 'work',
  input: inputs.startRunInput,
  output: outputs.work,
  call: ({ briefing, base }, call) =>
    begin(call, async (project) => {
      requireText(briefing);
      const conductor = unwrap(await project.runs.start({ briefing, base }));
      unwrap(await conductor.close());
      return { id: conductor.id, conducts: ['resume', conductor.id] };
    }),
});

export const startSession = tool({
  name: 'start_session',
  does: 'work',
  input: inputs.startSessionInput,
  output: outputs.work,
  call: ({ request }, call) =>
    begin(call, async (project) => {
      requireText(request);
      const present = await project.sessions.current();
      if (present?.session.status === 'active')
        throwFailure('session.active', { request: present.state?.request.id ?? present.project.hash });
      const conductor = unwrap(await project.sessions.start({ request }));
      const id = conductor.view().request_id;
      unwrap(await conductor.close());
      return { id, conducts: ['session', 'resume', conductor.id] };
    }),
});

export const startAuto = tool({
  name: 'start_auto',
  does: 'work',
  input: inputs.startAutoInput,
  output: outputs.work,
  call: ({ tasks, mode, parallel, phase }, call) =>
    begin(call, async (project) => {
      const file = tasks === undefined ? undefined : pathInside(project.project.root, tasks);
      await requireNotStopped(call);
      const { conductor } = unwrap(await project.auto.start({ mode, parallel, phase, tasks: file }));
      unwrap(await conductor.close());
      const given = { mode, parallel, phase };
      const flags = Object.entries(given).flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}`, String(value)],
      );
      return { id: 'auto', conducts: ['auto', '--resume', ...flags] };
    }),
});

function requireText(text: string): void {
  if (text.trim() === '') throwFailure('briefing.empty', {});
  const size = Buffer.byteLength(text);
  if (size > LONGEST_BRIEFING) throwFailure('briefing.too_large', { size, limit: LONGEST_BRIEFING });
}

/** A person's stop is a decision. */
export async function requireNotStopped({ session }: Call): Promise<void> {
  const { auto } = await session.project.snapshot();
  if (auto?.is_stopped === true && !session.begun.has('auto')) throwFailure('mcp.person_stopped', { id: 'auto' });
}

interface Begun {
  readonly id: string;
  /** What the process that conducts it is told. */
  readonly conducts: readonly string[];
}

/** Begins work for the client. Taken back meanwhile, it is stopped again; a client that leaves changes nothing. */
function begin(call: Call, open: (project: ProjectApi) => Promise<Begun>) {
  const { session, cancelled } = call;
  const { project } = session;
  return session.inTurn(async () => {
    if (cancelled.aborted) throwFailure('work.cancelled', {});
    await session.requireRoom();
    const { id, conducts } = await open(project);
    session.begun.add(id);
    try {
      if (!cancelled.aborted) await withinCall(call, session.conduct(conducts));
    } finally {
      if (cancelled.aborted) await stopWork(project, await findWork(project, id));
    }
    if (cancelled.aborted) throwFailure('work.cancelled', {});
    return workAnswer(await findWork(project, id), session.words);
  });
}

/** Whatever takes longer than the call goes on: the client finds out with `wait`. */
async function withinCall(call: Call, work: Promise<void>): Promise<void> {
  const tracked = call.session.track(work);
  await Promise.race([tracked, pause(call.left(), undefined, { ref: false })]);
  tracked.catch(() => undefined);
}

async function findWork(project: ProjectApi, named: string): Promise<Work> {
  const all = allWork(await project.snapshot());
  const found = all.find(({ id, hash }) => id === named || hash === named);
  return found ?? throwFailure('wait.nothing', { named });
}

async function stopWork({ runs, sessions, auto }: ProjectApi, { workflow, id, hash }: Work): Promise<void> {
  if (workflow === 'run') unwrap(await runs.stop(id));
  else if (workflow === 'auto') unwrap(await auto.stop());
  else unwrap(await sessions.stop(hash ?? '', AbortSignal.timeout(STOPS_WITHIN_MS)));
}

const STOPS_WITHIN_MS = 30_000;

export const resume = tool({
  name: 'resume',
  does: 'work',
  input: inputs.idInput,
  output: outputs.work,
  call: ({ id: named }, call) => {
    const { session } = call;
    const { project } = session;
    return session.inTurn(async () => {
      const { workflow, id, hash, outcome } = await findWork(project, named);
      if (outcome === 'stopped' && !session.begun.has(id)) throwFailure('mcp.person_stopped', { id });
      if (outcome === 'interrupted' || outcome === 'failed' || outcome === 'stopped') {
        await session.requireRoom();
        session.begun.add(id);
        await session.conduct(
          { run: ['resume', id], session: ['session', 'resume', hash ?? ''], auto: ['auto', '--resume'] }[workflow],
        );
      }
      return workAnswer(await findWork(project, id), session.words);
    });
  },
});

export const stop = tool({
  name: 'stop',
  does: 'note',
  input: inputs.idInput,
  output: outputs.work,
  call: async ({ id }, { session }) => {
    const { project, words, begun } = session;
    if (!begun.has(id)) throwFailure('mcp.not_yours', { id });
    if (id.startsWith('job-')) {
      const job = unwrap(await project.jobs.end(id));
      return jobAnswer(job, words);
    }
    const work = await findWork(project, id);
    await stopWork(project, work);
    await project.waitForRelease({ workflow: work.workflow, id: work.hash ?? work.id }, session.left);
    return workAnswer(await findWork(project, id), words);
  },
});
