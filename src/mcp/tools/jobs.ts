import { throwFailure, unwrap } from '../../base/failure.ts';
import { isId } from '../../base/ids.ts';
import type { Job } from '../../engine/door/jobs.ts';
import * as inputs from '../../schema/mcp/inputs.ts';
import * as outputs from '../../schema/mcp/outputs.ts';
import type { Call } from '../call.ts';
import { pathInside } from '../paths.ts';
import { tool } from '../tool.ts';
import { jobAnswer, lineIn, resultIn } from '../work-answer.ts';
import { requireNotStopped } from './starting.ts';

/*
 * Commands of the program itself, each in a process of its own: what takes longer than a call goes on, and is found again
 * by its id, or by asking for the same once more.
 */

export const next = tool({
  name: 'next',
  does: 'work',
  input: inputs.nextInput,
  output: outputs.line,
  call: async ({ tasks, seconds }, call) => {
    await requireNotStopped(call);
    return withLine(await carryOut(call, ['auto', 'next', ...tasksFlag(call, tasks)], seconds), call);
  },
});

export const exec = tool({
  name: 'exec',
  does: 'work',
  input: inputs.execInput,
  output: outputs.line,
  call: async ({ task, tasks, seconds }, call) => {
    if (!isId('graph-task-id', task)) throwFailure('auto.unknown_task', { task, suggestion: null });
    await requireNotStopped(call);
    return withLine(await carryOut(call, ['auto', 'exec', task, ...tasksFlag(call, tasks)], seconds), call);
  },
});

export const prove = tool({
  name: 'prove',
  does: 'work',
  input: inputs.changeInput,
  output: outputs.proved,
  call: async ({ change, seconds }, call) =>
    withResult(await carryOut(call, proofArgs('prove', change), seconds), call),
});

export const verify = tool({
  name: 'verify',
  does: 'work',
  input: inputs.changeInput,
  output: outputs.proved,
  call: async ({ change, seconds }, call) =>
    withResult(await carryOut(call, proofArgs('verify', change), seconds), call),
});

function tasksFlag({ session }: Call, tasks: string | undefined): string[] {
  return tasks === undefined ? [] : ['--tasks', pathInside(session.project.project.root, tasks)];
}

/** What begins like an option is none: behind `--` everything is a name. */
function proofArgs(command: 'prove' | 'verify', change: string | undefined): string[] {
  return [command, '--json', '--quiet', ...(change === undefined ? [] : ['--', change])];
}

/** Starts it, or finds the one that runs, and waits as long as the call may take. Taken back, it ends what it began. */
async function carryOut(call: Call, args: readonly string[], seconds: number | undefined): Promise<Job> {
  const { session, cancelled, unwanted } = call;
  const { project, options } = session;
  if (cancelled.aborted) throwFailure('work.cancelled', {});
  await session.requireTrust();
  const end = args.indexOf('--');
  const [own, names] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end)];
  const { id, isNew } = unwrap(
    await project.jobs.start({ command: options.program, args: [...own, ...session.flags(), ...names] }),
  );
  if (isNew) session.begun.add(id);
  const unlisten = session.feed.listen((event) => call.tell(`${event.id}: ${event.type}`));
  try {
    const job = unwrap(await project.jobs.wait(id, { forMs: call.left(seconds), signal: unwanted }));
    if (!cancelled.aborted || !job.is_running) return job;
    // Others may wait for it, who did not take anything back.
    if (isNew) unwrap(await project.jobs.end(id));
    return throwFailure('work.cancelled', {});
  } finally {
    unlisten();
  }
}

function withLine(job: Job, { session }: Call) {
  return { ...jobAnswer(job, session.words), line: lineIn(job) };
}

function withResult(job: Job, { session }: Call) {
  const result = resultIn(job);
  return { ...jobAnswer(job, session.words), answer: null, result: result === null ? null : { ...result } };
}
