import type { Failure, SessionWanted } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { ProjectApi } from '../../../engine/door/open-project.ts';
import type { Context, Input, Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { nearPath } from '../../report/failure.ts';
import { sessionStatusLines } from '../../report/session-status.ts';
import { jsonText, visible } from '../../terminal/visible.ts';
import { referencesIn } from './references.ts';

/* What can be done with the session that is meant when none is named. */

/** Where the session stands; with `--verbose` also what was measured for each gate. */
export const status: Run = async (context, input) => {
  const references = referencesIn(context, input);
  const project = references.ok ? projectOf(context) : references;
  if (!project.ok) return project;
  const present = await project.value.sessions.present('status');
  if (!present.ok) return present;
  const report = await project.value.sessions.status(present.value);
  context.answer(context.flags.json ? jsonText(report) : sessionStatusLines(report, context).join('\n'));
  return ok(exit.done);
};

/** Scans the contracts, and claude-mem, for what knowledge.yaml does not know yet. */
export const learn: Run = async (context, input) => {
  const { words, flags, answer, io, cwd } = context;
  const learned = await inPresent(context, input, {
    wanted: 'learn',
    act: ({ sessions }, hash) => sessions.learn(hash, io.signal),
  });
  if (!learned.ok) return learned;
  const { knowledge } = learned.value;
  if (flags.json) answer(jsonText({ knowledge }));
  else if (!flags.quiet) answer(words.session.knows(visible(nearPath(knowledge, cwd))));
  return ok(exit.done);
};

/** Ends the session, so that a new one can begin; what it taught is kept. */
export const reset: Run = async (context, input) => {
  const { words, flags, answer, io } = context;
  const ended = await inPresent(context, input, {
    wanted: 'reset',
    act: ({ sessions }, hash) => sessions.reset(hash, io.signal),
  });
  if (!ended.ok) return ended;
  const { id: request_id } = ended.value;
  if (flags.json) answer(jsonText({ request_id, status: 'completed' }));
  else if (!flags.quiet) answer(words.session.ended(request_id));
  return ok(exit.done);
};

/** Whoever conducts the session sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const stop: Run = async (context, input) => {
  const { words, flags, tell, answer, io } = context;
  const stopped = await inPresent(context, input, {
    wanted: 'stop',
    act: async (project, hash) => {
      const asked = await project.sessions.stop(hash, io.signal);
      if (!asked.ok) return asked;
      const { id, conductor } = asked.value;
      if (conductor === null) return ok({ id, still: null });
      tell(words.session.stopping(id, conductor.pid));
      return ok({ id, still: await project.waitForRelease({ workflow: 'session', id: hash }, io.signal) });
    },
  });
  if (!stopped.ok) return stopped;
  const { id: request_id, still } = stopped.value;
  if (flags.json) answer(jsonText({ request_id, stopped: true, conductor: still?.pid ?? null }));
  else if (!flags.quiet)
    answer(still === null ? words.session.stopped(request_id) : words.session.slow(request_id, still.pid));
  return ok(exit.done);
};

interface Acting<T> {
  readonly wanted: SessionWanted;
  readonly act: (project: ProjectApi, hash: string) => Promise<Result<T, Failure>>;
}

async function inPresent<T>(context: Context, input: Input, { wanted, act }: Acting<T>): Promise<Result<T, Failure>> {
  const references = referencesIn(context, input);
  const project = references.ok ? projectOf(context) : references;
  if (!project.ok) return project;
  const present = await project.value.sessions.present(wanted);
  return present.ok ? act(project.value, present.value.project.hash) : present;
}
