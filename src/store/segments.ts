import fs from 'node:fs';
import path from 'node:path';
import type { WorkflowEvent } from '../schema/workflow.ts';
import { LogFile, type LogFileOptions } from './log-file.ts';
import { isStoreEvent, readLogEvent } from './store-event.ts';

/** `events.log` → `events-000001.log`, or the first number that is free; undefined when there is nothing left to keep. */
export function nextSegmentName(log: string): string | undefined {
  const current = fs.statSync(log, { throwIfNoEntry: false });
  if (current === undefined) return undefined;
  const last = olderSegments(log).at(-1);
  if (last === undefined) return segmentName(log, 1);
  // A crash between keeping the old segment and beginning the new one leaves one file with two names.
  if (fs.statSync(last.path).ino === current.ino) return undefined;
  return segmentName(log, last.number + 1);
}

/** After which line this very version of a document was last shown or edited in, in any segment that is still there. */
export function findShownSeq(options: LogFileOptions, doc: string, sha256: string): number | undefined {
  const segments = [...olderSegments(options.path).map((segment) => segment.path), options.path];
  let seq: number | undefined;
  for (const segment of segments) {
    const file = new LogFile({ ...options, path: segment });
    file.read((line) => {
      const event = readLogEvent<WorkflowEvent>(line.type, line.data, (type, data) => ({ type, data }));
      if (event === undefined || !isStoreEvent(event)) return;
      if (event.data.doc === doc && event.data.sha256 === sha256)
        seq = event.type === 'shown' ? event.data.seq : line.seq;
    });
    file.close();
  }
  return seq;
}

/** Oldest first. */
export function olderSegments(log: string): { readonly path: string; readonly number: number }[] {
  const { dir, name, ext } = path.parse(log);
  return fs
    .readdirSync(dir)
    .flatMap((file) => {
      const number = file.startsWith(`${name}-`) && file.endsWith(ext) ? file.slice(name.length + 1, -ext.length) : '';
      return /^\d{6}$/.test(number) ? [{ path: path.join(dir, file), number: Number(number) }] : [];
    })
    .sort((a, b) => a.number - b.number);
}

function segmentName(log: string, number: number): string {
  const { dir, name, ext } = path.parse(log);
  return path.join(dir, `${name}-${String(number).padStart(6, '0')}${ext}`);
}
