import path from 'node:path';
import { toTheSecond } from '../../../base/clock.ts';
import { unwrap } from '../../../base/failure.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { replaceFile } from '../../../files/replace.ts';
import { formatProblem } from '../../../i18n/format-problem.ts';
import { en } from '../../../i18n/en/index.ts';
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
type ContractRead<T> =
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

/** A contract that a step cannot do without. */
export function requireContract<N extends ContractName>(job: Reading, name: N, ids: Ids = {}): Contract<N> {
  const read = readContract(job, name, ids);
  if (!read.ok) throw new ContractMissing(read.missing);
  return read.value;
}

/** A contract as it is now. */
export function readContract<N extends ContractName>(job: Reading, name: N, ids: Ids = {}): ContractRead<Contract<N>> {
  const read = decodeContract(job, name, ids);
  if (read.ok) return read;
  const lines = read.error.map((line) => `${name}${line}`);
  return { ok: false, missing: { type: 'contract_missing', data: { effect: job.id, document: name, lines } } };
}

/** The test result of a subtask; undefined where there is none that can be read. */
export function readTestResult(job: SessionJob, ids: Ids): DocumentOf<'test-result'> | undefined {
  const read = decodeContract(job, 'test-result', ids);
  return read.ok ? read.value.value : undefined;
}

/** Or what is wrong with it. */
function decodeContract<N extends WrittenContract>(job: Reading, name: N, ids: Ids): Result<Contract<N>, string[]> {
  const file = fileOf(job, name, ids);
  const bytes = readRegularFile(file, { limit: kindOf(name).maxBytes, followLinks: false });
  if (!bytes.ok) return err([`: ${bytes.error.code}`]);
  const decoded = decodeAny(name, bytes.value, placeIds(job, ids));
  if (decoded.ok) return ok({ value: decoded.value, text: Buffer.from(bytes.value).toString('utf8') });
  return err(decoded.error.slice(0, 10).map((problem) => ` ${problem.path}: ${formatProblem(problem, en)}`));
}

export function writeContract<N extends WrittenContract>(
  job: SessionJob,
  { name, ids = {}, value }: { readonly name: N; readonly ids?: Ids; readonly value: DocumentOf<N> },
): void {
  const { services } = job;
  const text = services.redact(encodeAny(name, value));
  unwrap(replaceFile(services.disk, fileOf(job, name, ids), Buffer.from(text)));
  services.onPoint('files.written');
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
