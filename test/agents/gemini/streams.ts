import fs from 'node:fs';
import { createGeminiReader } from '../../../src/agents/gemini/read-stream.ts';
import type { AgentEvent, FailureKind } from '../../../src/agents/port.ts';
import type { ReaderResult } from '../../../src/agents/run-program.ts';
import { splitLines } from '../../../src/base/jsonl.ts';
import { makeCall, type CallChange } from '../make-call.ts';

const folder = new URL('../../fixtures/streams/gemini/', import.meta.url);

export const recordedStreams = fs.readdirSync(folder).flatMap((name) => /^(.+)\.jsonl$/.exec(name)?.[1] ?? []);

/** What Gemini CLI printed, byte for byte but for paths of the machine it was recorded on and one very long prompt. */
export function recorded(name: string): Buffer {
  return fs.readFileSync(new URL(`${name}.jsonl`, folder));
}

export function recordedErrors(name: string): string {
  const file = new URL(`${name}.stderr`, folder);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/** By recording, what the answer must be. */
export const answered: Record<string, string> = {
  'autoedit-shell': 'shell done',
  badtool: 'bad tool done',
  mcp: 'mcp done mcp_stub_echo',
  'ok-write': 'Done: wrote hello.txt',
  'plan-write': 'Done: wrote hello.txt',
  resume1: 'n=1 remember=true sys=false',
  resume2: 'n=3 remember=true sys=false',
  'yolo-shell': 'shell done',
  // Models end without a word when they think that all is done.
  'silent-after-tool': '',
  // Cut off at the model's limit after some words: nothing that it prints tells this from an answer.
  'max-tokens': 'and then I will',
};

/** With the exit it had, and what it must be taken for. */
export const failed: Record<string, [FailureKind, exit: number | null]> = {
  '400': ['crash', 144],
  '400key': ['auth', 144],
  '401': ['auth', 145],
  '403': ['auth', 147],
  '404model': ['crash', 1],
  '429': ['rate_limit', 173],
  '500': ['overloaded', 244],
  '503': ['overloaded', 247],
  'no-auth': ['auth', 41],
  'no-trust': ['denied', 55],
  'no-yolo': ['denied', 52],
  'bad-resume': ['crash', 42],
  'brief-rate-limit': ['rate_limit', null],
  'rate-limit': ['rate_limit', 173],
  overloaded: ['overloaded', null],
  cut: ['crash', 1],
  hang: ['crash', null],
  hangmid: ['crash', null],
  maxturns: ['max_turns', 53],
  safety: ['refused', 0],
  'max-tokens-silent': ['context_too_long', 0],
  // These two say `success`.
  'too-long': ['context_too_long', 0],
  'repeats-itself': ['max_turns', 0],
  denied: ['denied', 0],
  // It exits 0 when it is told to end.
  'sigterm-api': ['crash', 0],
  'sigterm-shell': ['crash', 0],
  'sigint-api': ['crash', 0],
};

export interface Read extends ReaderResult {
  readonly events: readonly AgentEvent[];
  /** What the call would have been ended for, and after how many lines. */
  readonly exceeded: { readonly kind: FailureKind; readonly lines: number } | undefined;
}

export interface Reading {
  readonly exit?: number | null;
  readonly stderr?: string;
  readonly call?: CallChange;
}

const now = new Date('2026-11-15T12:00:00Z');

export function readAll(bytes: Uint8Array, { exit = 0, stderr = '', call = {} }: Reading = {}): Read {
  const events: AgentEvent[] = [];
  let exceeded: Read['exceeded'];
  let lines = 0;
  const reader = createGeminiReader(makeCall({ folder: '/project', stepFolder: '/step' }, call), { now: () => now });
  const take = (taken: readonly AgentEvent[] = []): void => {
    lines++;
    events.push(...taken);
    const kind = reader.exceededLimit?.();
    if (kind !== undefined) exceeded ??= { kind, lines };
  };
  const splitter = splitLines((line, cut) => take(reader.read(line, cut)));
  splitter.push(bytes);
  splitter.end();
  for (const line of stderr.split('\n')) take(reader.readError?.(line));
  return { ...reader.conclude({ exit, stderr: stderr.trimEnd() }), events, exceeded };
}
