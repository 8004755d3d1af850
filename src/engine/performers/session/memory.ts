import fs from 'node:fs';
import path from 'node:path';
import { isId } from '../../../base/ids.ts';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { readKnowledge } from '../../../knowledge/knowledge-file.ts';
import { decodeAny } from '../../../schema/codec-any.ts';
import type { Knowledge } from '../../../schema/knowledge.ts';
import { memoryQueries, type MemoryTrigger, type PastSession } from '../../../workflows/session/mem-triggers.ts';
import { readRegularFile } from '../../read-file.ts';
import type { SessionJob } from './job.ts';

/** What knowledge.yaml holds; nothing where there is none yet. */
export function readProjectKnowledge({
  services,
}: SessionJob): Result<Pick<Knowledge, 'patterns' | 'decisions' | 'pitfalls'>, Failure> {
  const read = readKnowledge(services.knowledge);
  if (!read.ok) return read;
  return ok(read.value ?? { patterns: {}, decisions: [], pitfalls: [] });
}

/** What claude-mem says, if the table asks for it before this call. */
export async function queryMemory({ services, signal }: SessionJob, trigger: MemoryTrigger): Promise<string> {
  const queries = memoryQueries(trigger);
  return queries.length === 0 ? '' : services.memory.searchContext(queries, signal);
}

/** What the contracts of earlier requests tell. */
export function pastSessions({ services, session }: SessionJob): PastSession[] {
  const contracts = path.join(services.folder, 'contracts');
  if (!fs.existsSync(contracts)) return [];
  return fs
    .readdirSync(contracts)
    .filter((name) => isId('request-id', name) && name !== session.request_id)
    .map((request) => {
      const tasks = filesOfTasks(path.join(contracts, request));
      return { request, isCompleted: tasks.length > 0, tasks, changed: tasks.flat() };
    });
}

function filesOfTasks(folder: string): string[][] {
  return fs
    .readdirSync(folder)
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
