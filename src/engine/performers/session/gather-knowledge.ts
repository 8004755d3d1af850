import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import { learn } from '../../../knowledge/knowledge-file.ts';
import { learnedFrom, type Observation } from '../../../workflows/session/learn.ts';
import type { Session } from '../../../workflows/session/session-state.ts';
import { readContract } from './contracts.ts';
import type { SessionJob } from './job.ts';

/** What these tasks have taught goes into knowledge.yaml; what is known already is not said again. */
export async function gatherKnowledge(
  job: Pick<SessionJob, 'id' | 'services'> & { readonly session: Pick<Session, 'request_id' | 'tasks'> },
  { tasks, observations = [] }: { readonly tasks: readonly string[]; readonly observations?: readonly Observation[] },
): Promise<Result<unknown, Failure>> {
  const { services, session } = job;
  const { disk, clock, onNotice, project, name, knowledge } = services;
  const contracts = tasks.flatMap((task) => {
    const read = readContract(job, 'design-contract', { task });
    return read.ok ? [read.value.value] : [];
  });
  const overcome = tasks.flatMap((task) =>
    Object.values(session.tasks[task]?.subtasks ?? {})
      .filter(({ status, step }) => status === 'completed' || step === 'commit')
      .flatMap(({ failed_tests }) => failed_tests.map((test) => ({ task, ...test }))),
  );
  const today = clock.now().toISOString().slice(0, 10);
  return learn(knowledge, learnedFrom({ contracts, overcome, observations, today }), {
    disk,
    clock,
    onNotice,
    command: 'session',
    project: { path: project.root, name, hash: project.hash },
  });
}
