import fs from 'node:fs';
import { createCodexReader } from '../../../src/agents/codex/read-stream.ts';
import type { AgentEvent, FailureKind } from '../../../src/agents/port.ts';
import type { ReaderResult, ProgramExit } from '../../../src/agents/run-program.ts';
import { splitLines } from '../../../src/base/jsonl.ts';
import { makeCall, type CallChange } from '../make-call.ts';

const folder = new URL('../../fixtures/streams/codex/', import.meta.url);

export const recordedStreams = fs.readdirSync(folder).map((name) => name.replace(/\.jsonl$/, ''));

/** What Codex printed, byte for byte but for the paths of the machine it was recorded on. */
export function recorded(name: string): Buffer {
  return fs.readFileSync(new URL(`${name}.jsonl`, folder));
}

export const noon = new Date('2026-11-15T12:00:00Z');

export interface Read extends ReaderResult {
  readonly events: readonly AgentEvent[];
  /** After each line. */
  readonly exceeded: readonly (FailureKind | undefined)[];
}

export function readAll(
  bytes: Uint8Array,
  { exit = 0, stderr = '', call = {} }: Partial<ProgramExit> & { readonly call?: CallChange } = {},
): Read {
  const events: AgentEvent[] = [];
  const exceeded: (FailureKind | undefined)[] = [];
  const reader = createCodexReader(makeCall({ folder: '/project', stepFolder: '/step' }, call), { now: () => noon });
  const lines = splitLines((line, cut) => {
    events.push(...reader.read(line, cut));
    exceeded.push(reader.exceededLimit?.());
  });
  lines.push(bytes);
  lines.end();
  return { ...reader.conclude({ exit, stderr }), events, exceeded };
}
