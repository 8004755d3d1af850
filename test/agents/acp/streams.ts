import fs from 'node:fs';
import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { createAcpReader } from '../../../src/agents/acp/read-stream.ts';
import type { AgentEvent, FailureKind } from '../../../src/agents/port.ts';
import type { ReaderResult } from '../../../src/agents/run-program.ts';
import { splitLines } from '../../../src/base/jsonl.ts';
import { makeCall, type CallChange } from '../make-call.ts';

const folder = new URL('../../fixtures/streams/acp/', import.meta.url);

export const recordedStreams = fs.readdirSync(folder).map((name) => name.replace('.jsonl', ''));

/** What agents sent in one turn; long lists of models and commands are shortened. */
export function recorded(name: string): Buffer {
  return fs.readFileSync(new URL(`${name}.jsonl`, folder));
}

/** By recording, what the answer must be. */
export const answered: Record<string, string> = {
  'claude-write': 'Done: wrote hello.txt',
  'codex-write': 'Done: wrote hello.txt',
  'gemini-write': 'Done: wrote hello.txt',
  'opencode-write': 'Done: wrote hello.txt',
  // It was refused then; whoever plays it back now allows it, and what it does is the same.
  'gemini-rejected': 'Done: wrote hello.txt',
};

export const failed: Record<string, FailureKind> = {
  'claude-401': 'auth',
  'claude-500': 'overloaded',
  'codex-401': 'auth',
  'codex-billing': 'billing',
  'codex-rate-limit': 'rate_limit',
  // These three end their turn as if all were well.
  'codex-cut': 'crash',
  'codex-overloaded': 'overloaded',
  'codex-refused': 'refused',
  'gemini-silent': 'crash',
  'gemini-401': 'auth',
  'gemini-billing': 'billing',
  'gemini-cut': 'crash',
  'opencode-401': 'auth',
  copilot: 'auth',
  // Nobody had asked for it.
  'codex-cancel': 'crash',
  'gemini-cancel': 'crash',
  'opencode-cancel': 'crash',
};

export interface Read extends ReaderResult {
  readonly events: readonly AgentEvent[];
  /** What the agent was sent. */
  readonly sent: readonly Message[];
  readonly exceeded: FailureKind | undefined;
  readonly hasLeft: boolean;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface Reading {
  readonly exit?: number | null;
  readonly stderr?: string;
  readonly call?: CallChange;
}

/** Plays an agent's side of a turn back, line by line, to a reader that talks. */
export async function readAll(bytes: Uint8Array, { exit = 0, stderr = '', call = {} }: Reading = {}): Promise<Read> {
  const events: AgentEvent[] = [];
  const sent: Message[] = [];
  const lines: [string, boolean][] = [];
  let exceeded: FailureKind | undefined;
  let hasLeft = false;
  const reader = createAcpReader(makeCall({ folder: '/project', stepFolder: '/step' }, call));
  await new Promise<void>((hasBegun) => {
    reader.client?.begin({
      write: async (text) => {
        sent.push(JSON.parse(text) as Message);
        hasBegun();
        return true;
      },
      emit: (event) => events.push(event),
      finish: () => (hasLeft = true),
    });
  });
  const splitter = splitLines((line, cut) => lines.push([line, cut]));
  splitter.push(bytes);
  splitter.end();
  for (const [line, cut] of lines) {
    events.push(...reader.read(line, cut));
    exceeded ??= reader.exceededLimit?.();
    // Until the answer to it, if there is one, is out.
    await turnOfEvents();
  }
  return { ...reader.conclude({ exit, stderr }), events, sent, exceeded, hasLeft };
}
