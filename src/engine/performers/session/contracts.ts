import path from 'node:path';
import { toTheSecond } from '../../../base/clock.ts';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { replaceFile } from '../../../files/replace.ts';
import { en } from '../../../i18n/en/index.ts';
import { formatProblem } from '../../../i18n/catalogue.ts';
import { decodeAny, encodeAny } from '../../../schema/codec-any.ts';
import { type DocumentOf, kindOf } from '../../../schema/documents.ts';
import { placeOf } from '../../../schema/places.ts';
import type { EventData, SessionEvent } from '../../../workflows/session/events.ts';
import type { Session } from '../../../workflows/session/session-state.ts';
import { readRegularFile } from '../../read-file.ts';
import type { SessionJob } from './job.ts';

/** Contracts that a step may need; each is made by an earlier one. */
export type ContractName = EventData<'contract_missing'>['document'];

type WrittenContract = ContractName | 'test-result';

export interface Ids {
  readonly task?: string;
  readonly subtask?: string;
}

export interface Contract<N extends WrittenContract> {
  readonly value: DocumentOf<N>;
  /** As its file has it, for prompts. */
  readonly text: string;
}

/** All that is needed to find a contract. */
type Reading = Pick<SessionJob, 'id' | 'services'> & { readonly session: Pick<Session, 'request_id'> };

/** What was read, or the event that it is not there, or not what it should be. */
export type ContractRead<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly missing: SessionEvent };

/** Ends a step whose contract is not there: its maker makes it again. `performSession` records the event. */
export class ContractMissing extends Error {
  readonly event: SessionEvent;

  constructor(event: SessionEvent) {
    super(event.type);
    this.event = event;
  }
}

/** What was read, for a step that cannot do without it. */
export function requireContract<T>(read: ContractRead<T>): T {
  if (!read.ok) throw new ContractMissing(read.missing);
  return read.value;
}

/** A contract as it is now. */
export function readContract<N extends ContractName>(job: Reading, name: N, ids: Ids = {}): ContractRead<Contract<N>> {
  const file = fileOf(job, name, ids);
  const missing = (lines: string[]) => ({
    ok: false as const,
    missing: { type: 'contract_missing', data: { effect: job.id, document: name, lines } } as const,
  });
  const read = readRegularFile(file, { limit: kindOf(name).maxBytes, followLinks: false });
  if (!read.ok) return missing([`${name}: ${read.error.code}`]);
  const decoded = decodeAny(name, read.value, placeIds(job, ids));
  if (!decoded.ok)
    return missing(
      decoded.error.slice(0, 10).map((problem) => `${name} ${problem.path}: ${formatProblem(problem, en)}`),
    );
  return { ok: true, value: { value: decoded.value, text: Buffer.from(read.value).toString('utf8') } };
}

/** The test result of a subtask; undefined where there is none that can be read. */
export function readTestResult(job: SessionJob, ids: Ids): DocumentOf<'test-result'> | undefined {
  const read = readRegularFile(fileOf(job, 'test-result', ids), {
    limit: kindOf('test-result').maxBytes,
    followLinks: false,
  });
  const decoded = read.ok ? decodeAny('test-result', read.value, placeIds(job, ids)) : undefined;
  return decoded?.ok === true ? decoded.value : undefined;
}

export function writeContract<N extends WrittenContract>(
  job: SessionJob,
  { name, ids = {}, value }: { readonly name: N; readonly ids?: Ids; readonly value: DocumentOf<N> },
): Result<void, Failure> {
  const { services } = job;
  const text = services.redact(encodeAny(name, value));
  const written = replaceFile(services.disk, fileOf(job, name, ids), Buffer.from(text));
  if (!written.ok) return written;
  services.onPoint('files.written');
  return ok();
}

/** What Orchestral knows of every contract itself. */
export function contractHeader({ session, services }: SessionJob) {
  return { request_id: session.request_id, created_at: toTheSecond(services.clock.now().toISOString()) };
}

function fileOf(job: Reading, name: WrittenContract, ids: Ids): string {
  const { hash, request, task = '', subtask = '' } = placeIds(job, ids);
  const place = placeOf(name)
    .replace('{hash}', hash)
    .replace('{request}', request)
    .replace('{task}', task)
    .replace('{subtask}', subtask);
  return path.join(job.services.project.root, place);
}

function placeIds({ session, services }: Reading, ids: Ids) {
  return { hash: services.project.hash, request: session.request_id, ...ids };
}
