import path from 'node:path';
import { toTheSecond } from '../../../base/clock.ts';
import { unwrap } from '../../../base/failure.ts';
import { copyFiles } from '../../../files/copy-files.ts';
import { removeFile, replaceFile } from '../../../files/replace.ts';
import { encode } from '../../../schema/codec.ts';
import { encodeJson } from '../../../schema/own-layout.ts';
import type { DocumentOf, JsonDocumentName } from '../../../schema/documents.ts';
import type { EventData, RunEvent } from '../../../workflows/run/events.ts';
import { nameOfCopy } from '../../../languages/test-surface.ts';
import { readRegularFile } from '../../read-file.ts';
import { type LogFacts, logText } from '../../run-documents/log.ts';
import type { Job, RunServices } from './job.ts';

type Place = Pick<RunServices, 'disk' | 'folder'>;

/** Writes a text of the run's folder whole; secrets in it are masked. */
export function writeText(
  { disk, folder, redact }: Place & Pick<RunServices, 'redact'>,
  name: string,
  text: string,
): void {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  unwrap(replaceFile(disk, path.join(folder, name), Buffer.from(redact(whole))));
}

/** What an agent had to say, in its `log.md`. */
export function writeLog(
  { services, run }: Pick<Job, 'services' | 'run'>,
  name: string,
  said: Pick<LogFacts, 'call' | 'log' | 'text'>,
): void {
  const { iteration, max_iterations } = run;
  const at = services.clock.now().toISOString();
  writeText(services, name, logText({ ...said, iteration, max_iterations, at }, services.words));
}

export function writeDocument<N extends JsonDocumentName>(
  { disk, folder }: Place,
  file: string,
  { name, value }: { readonly name: N; readonly value: DocumentOf<N> },
): void {
  unwrap(replaceFile(disk, path.join(folder, file), Buffer.from(encode(name, value))));
}

const TEXT_LIMIT = 16 * 1024 * 1024;

/** A text of the run's folder, as it is now: people may have edited it. */
export function readText({ folder }: Pick<Place, 'folder'>, name: string): string {
  const read = unwrap(readRegularFile(path.join(folder, name), { limit: TEXT_LIMIT, followLinks: false }));
  return Buffer.from(read).toString('utf8');
}

/** The same, of one that need not be there. */
export function readIfThere({ folder }: Pick<Place, 'folder'>, name: string): string {
  const read = readRegularFile(path.join(folder, name), { limit: TEXT_LIMIT, followLinks: false });
  return read.ok ? Buffer.from(read.value).toString('utf8') : '';
}

/** Exactly these files of a folder, at their paths, replacing whatever was there. The project's own tests do not find them. */
export async function exportFiles(
  { folder }: Pick<Place, 'folder'>,
  into: string,
  { from, paths }: { readonly from: string; readonly paths: readonly (string | Buffer)[] },
): Promise<void> {
  unwrap(await copyFiles({ from, paths, into: path.join(folder, into), nameOf: nameOfCopy }));
}

const folderOf: Partial<Record<Job['step']['at'], string>> = {
  refine: 'briefing',
  build: 'builder',
  rebase: 'builder',
  verify: 'verifier',
  test: 'verifier',
  gate: 'gatekeeper',
};

/** Both flags go when a step starts again. */
export function clearFlags({ disk, folder }: Place, at: Job['step']['at']): void {
  const place = folderOf[at];
  if (place === undefined) return;
  for (const flag of ['error.flag', 'done.flag']) unwrap(removeFile(disk, path.join(folder, place, flag)));
}

/** After the step's outputs were validated. */
export function writeDoneFlag({ disk, folder }: Place, at: 'build' | 'test'): void {
  unwrap(replaceFile(disk, path.join(folder, folderOf[at] ?? '', 'done.flag'), new Uint8Array()));
}

/** A step that failed so; what that means for the run is the workflow's to say. */
export function stepFailed(
  { services, run, step, id }: Job,
  agent: string,
  failed: Omit<EventData<'step_failed'>, 'effect'>,
): RunEvent {
  const { disk, folder, clock } = services;
  const place = folderOf[step.at];
  const { kind, message } = failed;
  const flag = { agent, kind, message, attempt: run.repeats + 1, at: toTheSecond(clock.now().toISOString()) };
  // Only a sign for those who look: the log has it too, so that failing to write it stops nothing.
  if (place !== undefined) replaceFile(disk, path.join(folder, place, 'error.flag'), Buffer.from(encodeJson(flag)));
  return { type: 'step_failed', data: { effect: id, ...failed } };
}
