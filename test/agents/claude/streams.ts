import fs from 'node:fs';
import type { AgentEvent } from '../../../src/agents/port.ts';
import type { ReaderResult, ProgramExit } from '../../../src/agents/run-program.ts';
import { createClaudeReader } from '../../../src/agents/claude/read-stream.ts';
import { splitLines } from '../../../src/base/jsonl.ts';
import { makeCall, type CallChange } from '../make-call.ts';

const folder = new URL('../../fixtures/streams/claude/', import.meta.url);

export const recordedStreams = fs.readdirSync(folder).map((name) => name.replace(/\.jsonl$/, ''));

/** Those in which the turn was completed; all others are failures. */
export const completedStreams = [
  'ok-text',
  'ok-write',
  'agents-fg',
  'schema',
  'think',
  'cut',
  'resume1',
  'resume2',
  'v197-write',
];

/** What Claude Code printed, byte for byte but for the paths of the machine it was recorded on. */
export function recorded(name: string): Buffer {
  return fs.readFileSync(new URL(`${name}.jsonl`, folder));
}

export interface Read extends ReaderResult {
  readonly events: readonly AgentEvent[];
}

export function readAll(
  bytes: Uint8Array,
  { exit = 0, stderr = '', call = {} }: Partial<ProgramExit> & { readonly call?: CallChange } = {},
): Read {
  const events: AgentEvent[] = [];
  const reader = createClaudeReader(makeCall({ folder: '/project', stepFolder: '/step' }, call));
  const lines = splitLines((line, cut) => events.push(...reader.read(line, cut)));
  lines.push(bytes);
  lines.end();
  return { ...reader.conclude({ exit, stderr }), events };
}
