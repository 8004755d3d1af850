import fs from 'node:fs';
import { readGemini } from '../../../src/agents/gemini/read-stream.ts';
import type { AgentEvent, FailureKind } from '../../../src/agents/port.ts';
import type { Conclusion } from '../../../src/agents/program.ts';
import { splitLines } from '../../../src/base/jsonl.ts';
import { aCall, type CallChange } from '../calls.ts';

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

export interface Read extends Conclusion {
  readonly events: readonly AgentEvent[];
  /** What the call would have been ended for, and after how many lines. */
  readonly exceeded: { readonly kind: FailureKind; readonly lines: number } | undefined;
}

export interface Reading {
  readonly exit?: number | null;
  readonly stderr?: string;
  readonly call?: CallChange;
}

export const now = new Date('2026-11-15T12:00:00Z');

export function readAll(bytes: Uint8Array, { exit = 0, stderr = '', call = {} }: Reading = {}): Read {
  const events: AgentEvent[] = [];
  let exceeded: Read['exceeded'];
  let lines = 0;
  const reader = readGemini(aCall({ folder: '/project', stepFolder: '/step' }, call), { now: () => now });
  const take = (taken: readonly AgentEvent[] = []): void => {
    lines++;
    events.push(...taken);
    const kind = reader.exceeded?.();
    if (kind !== undefined) exceeded ??= { kind, lines };
  };
  const splitter = splitLines((line, cut) => take(reader.read(line, cut)));
  splitter.push(bytes);
  splitter.end();
  for (const line of stderr.split('\n')) take(reader.readError?.(line));
  return { ...reader.conclude({ exit, stderr: stderr.trimEnd() }), events, exceeded };
}
