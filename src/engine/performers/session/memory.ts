import path from 'node:path';
import { unwrap } from '../../../base/failure.ts';
import { isId } from '../../../base/ids.ts';
import { learn, readKnowledge } from '../../../knowledge/knowledge-file.ts';
import { decodeAny } from '../../../schema/codec-any.ts';
import type { Knowledge } from '../../../schema/knowledge.ts';
import { learnedFrom, type Observation } from '../../../workflows/session/learn.ts';
import { memoryQueries, type MemoryTrigger, type PastSession } from '../../../workflows/session/mem-triggers.ts';
import { memoryNotes } from '../../../workflows/session/memory-notes.ts';
import type { Session } from '../../../workflows/session/session-state.ts';
import { namesIn } from '../../on-disk.ts';
import { readRegularFile } from '../../read-file.ts';
import { readContract } from './contracts.ts';
import type { SessionJob } from './job.ts';

/** What knowledge.yaml holds; nothing where there is none yet. */
export function readProjectKnowledge({ services }: SessionJob): Pick<Knowledge, 'patterns' | 'decisions' | 'pitfalls'> {
  const read = unwrap(readKnowledge(services.knowledge));
  return read ?? { patterns: {}, decisions: [], pitfalls: [] };
}

/** What claude-mem says, if the table asks for it before this call. */
export async function queryMemory({ services, signal }: SessionJob, trigger: MemoryTrigger): Promise<string> {
  const queries = memoryQueries(trigger);
  return queries.length === 0 ? '' : services.memory.searchContext(queries, signal);
}

/** What the contracts of earlier requests tell. */
export function pastSessions({ services, session }: SessionJob): PastSession[] {
  const contracts = path.join(services.folder, 'contracts');
  return namesIn(contracts)
    .filter((name) => isId('request-id', name) && name !== session.request_id)
    .map((request) => {
      const tasks = filesOfTasks(path.join(contracts, request));
      return { request, isCompleted: tasks.length > 0, tasks, changed: tasks.flat() };
    });
}

function filesOfTasks(folder: string): string[][] {
  return namesIn(folder)
    .filter((name) => isId('task-id', name))
    .flatMap((task) => {
      const read = readRegularFile(path.join(folder, task, 'design-contract.yaml'), {
        limit: 256 * 1024,
        followLinks: false,
      });
      const contract = read.ok ? decodeAny('design-contract', read.value) : undefined;
      return contract?.ok === true ? [contract.value.file_refs.map((ref) => ref.path)] : [];
    });
}

/** What these tasks have taught goes into knowledge.yaml; what is known already is not said again. */
export async function gatherKnowledge(
  job: Pick<SessionJob, 'id' | 'services' | 'signal'> & { readonly session: Pick<Session, 'request_id' | 'tasks'> },
  {
    tasks,
    observations = [],
    isDesignSettled = true,
  }: {
    readonly tasks: readonly string[];
    readonly observations?: readonly Observation[];
    /** Otherwise only pitfalls are learnt. */
    readonly isDesignSettled?: boolean;
  },
): Promise<void> {
  const { services, session } = job;
  const { disk, clock, onNotice, project, name, knowledge } = services;
  const contracts = (isDesignSettled ? tasks : []).flatMap((task) => {
    const read = readContract(job, 'design-contract', { task });
    return read.ok ? [read.value.value] : [];
  });
  const overcome = tasks.flatMap((task) =>
    Object.values(session.tasks[task]?.subtasks ?? {})
      .filter(({ status, step }) => status === 'completed' || step === 'commit')
      .flatMap(({ failed_tests, name: subtask, lesson }) =>
        failed_tests.map((test) => ({ task, subtask, ...test, ...(lesson !== undefined && { lesson }) })),
      ),
  );
  const reasons = new Map(
    tasks.map((task) => [
      task,
      new Map((session.tasks[task]?.reasons ?? []).map((one) => [one.id, one.reason] as const)),
    ]),
  );
  const today = clock.now().toISOString().slice(0, 10);
  const added = unwrap(
    await learn(knowledge, learnedFrom({ contracts, reasons, overcome, observations, today }), {
      disk,
      clock,
      onNotice,
      command: 'session',
      project: { path: project.root, name, hash: project.hash },
    }),
  );
  const subtaskOf = (description: string): string | undefined =>
    overcome.find((test) => test.name === description)?.subtask;
  await services.memory.save(memoryNotes({ project: name, ...added, subtaskOf }), job.signal);
}
