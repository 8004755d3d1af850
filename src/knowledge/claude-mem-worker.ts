import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { MemoryFailure, MemoryQuery } from './memory-query.ts';
import { observationItems } from './observations.ts';

/** claude-mem's worker: a service on a port of this machine that all its users share. */
export interface MemoryWorker {
  readonly address: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Of the worker where nothing names another: users of one machine have one each. */
const USUAL_PORT = 37_700 + ((process.getuid?.() ?? 77) % 100);
const RESULTS = 20;
const ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Where the worker of an installed claude-mem listens; undefined where there is no sign of one. Whether it runs is
 * another question. Only this machine is ever asked.
 */
export function findWorker(env: Variables): MemoryWorker | undefined {
  const home = env['HOME'];
  const named = env['CLAUDE_MEM_DATA_DIR'] ?? (home === undefined ? undefined : path.join(home, '.claude-mem'));
  const data = named !== undefined && path.isAbsolute(named) && fs.existsSync(named) ? named : undefined;
  const port = portIn(env['CLAUDE_MEM_WORKER_PORT']);
  if (data === undefined && port === undefined) return undefined;
  return { address: `http://127.0.0.1:${port ?? recordedPort(data) ?? USUAL_PORT}` };
}

/** Where the worker says that it listens, else where it is told to. */
function recordedPort(data: string | undefined): number | undefined {
  if (data === undefined) return undefined;
  const running = portIn(readField(path.join(data, 'worker.pid'), 'port'));
  return running ?? portIn(readField(path.join(data, 'settings.json'), 'CLAUDE_MEM_WORKER_PORT'));
}

function readField(file: string, name: string): string | undefined {
  try {
    const read = z.record(z.string(), z.unknown()).safeParse(parseJson(fs.readFileSync(file, 'utf8')));
    const value = read.data?.[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  } catch {
    return undefined;
  }
}

function portIn(text: string | undefined): number | undefined {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0;
  return port > 0 && port < 65_536 ? port : undefined;
}

const found = z.object({ observations: z.array(z.unknown()) });

/** The same as over MCP: one text per query, empty where it knows nothing. */
export async function searchWorker(
  { address }: MemoryWorker,
  queries: readonly MemoryQuery[],
  signal: AbortSignal,
): Promise<Result<string[], MemoryFailure>> {
  const answers = await Promise.all(
    queries.map(({ query, only = {} }) => {
      const wanted = new URLSearchParams({ query, limit: String(RESULTS), format: 'json', ...only });
      return request(`${address}/api/search?${wanted.toString()}`, { signal });
    }),
  );
  const texts: string[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    const read = found.safeParse(parseJson(answer.value));
    if (!read.success) return err({ why: 'failed', detail: 'the worker answered something else' });
    texts.push(observationItems(read.data.observations));
  }
  return ok(texts);
}

export interface MemoryNote {
  readonly project: string;
  readonly title: string;
  readonly text: string;
}

/** Has it remember these, one after the other; the first that it does not take ends it. */
export async function saveToWorker(
  { address }: MemoryWorker,
  notes: readonly MemoryNote[],
  signal: AbortSignal,
): Promise<Result<void, MemoryFailure>> {
  for (const note of notes) {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(note), signal };
    const saved = await request(`${address}/api/memory/save`, sent);
    if (!saved.ok) return saved;
  }
  return ok();
}

/** Whether it answers; its version where it says so. */
export async function examineWorker(
  { address }: MemoryWorker,
  signal: AbortSignal,
): Promise<Result<string, MemoryFailure>> {
  const answer = await request(`${address}/api/health`, { signal });
  if (!answer.ok) return answer;
  const version = z.object({ version: z.string() }).safeParse(parseJson(answer.value)).data?.version ?? '';
  return ok(/^[\w.+-]{1,40}$/.test(version) ? version : '');
}

async function request(
  url: string,
  sent: RequestInit & { signal: AbortSignal },
): Promise<Result<string, MemoryFailure>> {
  try {
    const answer = await fetch(url, { ...sent, redirect: 'error' });
    const text = await readText(answer);
    if (text === undefined) return err({ why: 'failed', detail: 'too_much_output' });
    return answer.ok ? ok(text) : err({ why: 'failed', detail: `HTTP ${answer.status}` });
  } catch (error) {
    if (sent.signal.aborted) return err({ why: 'slow', detail: '' });
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
    return err({ why: 'failed', detail: code ?? 'fetch failed' });
  }
}

/** Undefined: longer than any answer. */
async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const coming: AsyncIterable<Uint8Array> | null = body;
  for await (const bytes of coming ?? []) {
    size += bytes.length;
    if (size > ANSWER_BYTES) return undefined;
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
