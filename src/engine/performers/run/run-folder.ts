import path from 'node:path';
import { toTheSecond } from '../../../base/clock.ts';
import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import { copyFiles } from '../../../files/copy-files.ts';
import { removeFile, replaceFile } from '../../../files/replace.ts';
import { encode, encodeJson } from '../../../schema/codec.ts';
import type { DocumentOf, JsonDocumentName } from '../../../schema/documents.ts';
import type { ActiveStep } from '../../../workflows/run/run-state.ts';
import { readRegularFile } from '../../read-file.ts';
import { type LogFacts, logText } from '../../run-documents/log.ts';
import type { Job, RunServices } from './job.ts';

type Place = Pick<RunServices, 'disk' | 'folder'>;

/** Writes a text of the run's folder whole; secrets in it are masked. */
export function writeText(
  { disk, folder, redact }: Place & Pick<RunServices, 'redact'>,
  name: string,
  text: string,
): Result<void, Failure> {
  return replaceFile(disk, path.join(folder, name), Buffer.from(redact(text.endsWith('\n') ? text : `${text}\n`)));
}

/** What an agent had to say, in its `log.md`. */
export function writeLog(
  { services, run }: Pick<Job, 'services' | 'run'>,
  name: string,
  said: Pick<LogFacts, 'call' | 'log' | 'text'>,
): Result<void, Failure> {
  const { iteration, max_iterations } = run;
  const at = services.clock.now().toISOString();
  return writeText(services, name, logText({ ...said, iteration, max_iterations, at }, services.words));
}

export function writeDocument<N extends JsonDocumentName>(
  { disk, folder }: Place,
  file: string,
  { name, value }: { readonly name: N; readonly value: DocumentOf<N> },
): Result<void, Failure> {
  return replaceFile(disk, path.join(folder, file), Buffer.from(encode(name, value)));
}

const TEXT_LIMIT = 16 * 1024 * 1024;

/** A text of the run's folder, as it is now: people may have edited it. */
export function readText({ folder }: Pick<Place, 'folder'>, name: string): Result<string, Failure> {
  const read = readRegularFile(path.join(folder, name), { limit: TEXT_LIMIT, followLinks: false });
  return read.ok ? { ok: true, value: Buffer.from(read.value).toString('utf8') } : read;
}

/** Exactly these files of a folder, at their paths, replacing whatever was there. */
export function exportFiles(
  { folder }: Pick<Place, 'folder'>,
  into: string,
  { from, paths }: { readonly from: string; readonly paths: readonly string[] },
): Promise<Result<void, Failure>> {
  return copyFiles({ from, paths, into: path.join(folder, into) });
}

const folderOf: Partial<Record<ActiveStep['at'], string>> = {
  refine: 'briefing',
  build: 'builder',
  verify: 'verifier',
  test: 'verifier',
  gate: 'gatekeeper',
};

/** Both flags go when a step starts again. */
export function clearFlags({ disk, folder }: Place, at: ActiveStep['at']): Result<void, Failure> {
  const place = folderOf[at];
  if (place === undefined) return { ok: true, value: undefined };
  const error = removeFile(disk, path.join(folder, place, 'error.flag'));
  return error.ok ? removeFile(disk, path.join(folder, place, 'done.flag')) : error;
}

/** After the step's outputs were validated. */
export function writeDoneFlag({ disk, folder }: Place, at: 'build' | 'test'): Result<void, Failure> {
  return replaceFile(disk, path.join(folder, folderOf[at] ?? '', 'done.flag'), new Uint8Array());
}

export interface StepError {
  readonly agent: string;
  readonly kind: string;
  readonly message: string;
  readonly attempt: number;
  readonly at: Date;
}

/** Only a sign for those who look: the log has it too, so that failing to write it stops nothing. */
export function writeErrorFlag({ disk, folder }: Place, at: ActiveStep['at'], error: StepError): void {
  const place = folderOf[at];
  if (place === undefined) return;
  const text = encodeJson({ ...error, at: toTheSecond(error.at.toISOString()) });
  replaceFile(disk, path.join(folder, place, 'error.flag'), Buffer.from(text));
}
