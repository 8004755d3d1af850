import fs from 'node:fs';
import { createOpencodeReader } from '../../../src/agents/opencode/read-stream.ts';
import type { AgentEvent, FailureKind } from '../../../src/agents/port.ts';
import type { ReaderResult } from '../../../src/agents/run-program.ts';
import { splitLines } from '../../../src/base/jsonl.ts';
import { makeCall, type CallChange } from '../make-call.ts';

const folder = new URL('../../fixtures/streams/opencode/', import.meta.url);

export const recordedStreams = fs.readdirSync(folder).map((name) => name.replace('.jsonl', ''));

/** What opencode printed, byte for byte but for paths of the machine it was recorded on. */
export function recorded(name: string): Buffer {
  return fs.readFileSync(new URL(`${name}.jsonl`, folder));
}

/** By recording, what the answer must be. */
export const answered: Record<string, string> = {
  agent: 'n=2 remember=false sys=true',
  'ask-auto': 'Done: wrote hello.txt',
  mcp: 'mcp done tool=stub_echo',
  'ok-text': 'Hello from the stub.',
  'ok-write': 'Done: wrote hello.txt',
  resume1: 'n=2 remember=true sys=false',
  resume2: 'n=4 remember=true sys=false',
  // It called another tool than it wanted; that is between the model and itself.
  'write-tool-absent': 'Done: wrote hello.txt',
};

/** With the exit it had, and what it must be taken for. */
export const failed: Record<string, [FailureKind, exit: number | null]> = {
  '400': ['crash', 1],
  '401': ['auth', 1],
  '403': ['auth', 1],
  '404model': ['crash', 1],
  '429': ['rate_limit', 1],
  '500': ['overloaded', 1],
  'content-filter': ['refused', 1],
  ctx: ['context_too_long', 1],
  cut: ['crash', 1],
  unknownmodel: ['crash', 1],
  hangmid: ['crash', null],
  'sig-INT-shell': ['crash', 0],
  'sig-TERM-shell': ['crash', null],
  length: ['context_too_long', 0],
  // A question that nobody answers ends the turn; a rule lets it go on, and say that it had done what it had not.
  'denied-asked': ['denied', 0],
  'denied-rule': ['denied', 0],
};

export interface Read extends ReaderResult {
  readonly events: readonly AgentEvent[];
  readonly exceeded: FailureKind | undefined;
}

export interface Reading {
  readonly exit?: number | null;
  readonly stderr?: string;
  readonly call?: CallChange;
}

export function readAll(bytes: Uint8Array, { exit = 0, stderr = '', call = {} }: Reading = {}): Read {
  const events: AgentEvent[] = [];
  let exceeded: FailureKind | undefined;
  const reader = createOpencodeReader(makeCall({ folder: '/project', stepFolder: '/step' }, call));
  const splitter = splitLines((line, cut) => {
    events.push(...reader.read(line, cut));
    exceeded ??= reader.exceededLimit?.();
  });
  splitter.push(bytes);
  splitter.end();
  return { ...reader.conclude({ exit, stderr }), events, exceeded };
}
