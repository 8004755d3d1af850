import { parseObservations, type MemoryObservation } from './observations.ts';
import { withoutEscapes } from '../base/escapes.ts';
import { redactor, secretsIn } from '../base/redact.ts';
import { err, type Result } from '../base/result.ts';
import type { MemorySandbox } from './claude-mem-sandbox.ts';
import { findClaudeMem } from './claude-mem-server.ts';
import { findWorker, type MemoryNote, saveToWorker, searchWorker } from './claude-mem-worker.ts';
import type { MemoryFailure, MemoryQuery } from './memory-query.ts';
import { searchMemory } from './search-memory.ts';
import type { Spawner } from '../process/command.ts';
import type { NoticeParams, OnNotice } from '../schema/notice.ts';

/** What claude-mem remembers: a help where it is there, and never in the way. The first silence is said, no other. */
export interface ClaudeMem {
  /** Everything found for these queries together, for a prompt; empty where there is nothing. */
  searchContext(queries: readonly string[], signal: AbortSignal): Promise<string>;
  /** The single things that are remembered, for one query. */
  searchObservations(query: string, signal: AbortSignal): Promise<MemoryObservation[]>;
  /** Has it remember what was decided, where the person allows that; what it does not take is said once. */
  save(notes: readonly MemoryNote[], signal: AbortSignal): Promise<void>;
}

export interface ClaudeMemOptions {
  /** Its name: nothing else is asked about. claude-mem calls a project by the name of its folder, too. */
  readonly project: string;
  readonly spawner: Spawner;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotice: OnNotice;
  /** Undefined where there is none. */
  readonly sandbox: () => Promise<MemorySandbox | undefined>;
  /** Whether the person allows that something is saved there. */
  readonly saves: boolean;
}

/** Bytes that go into one prompt. */
const CONTEXT_BYTES = 8 * 1024;

const LONGEST_DETAIL = 200;
/** For the worker, over and above what its MCP server was given. */
const WORKER_MS = 5000;

/** To be created before any agent runs: which program is asked is decided here. */
export function createClaudeMem({
  project,
  spawner,
  env,
  onNotice,
  sandbox: open,
  saves,
}: ClaudeMemOptions): ClaudeMem {
  const server = findClaudeMem(env);
  const worker = findWorker(env);
  const redact = redactor(secretsIn(env));
  const clean = (text: string): string => redact(withoutEscapes(text)).trim();
  const detailOf = (detail: string): string => clean(detail).split('\n')[0]?.slice(0, LONGEST_DETAIL) ?? '';
  let hasSaid = false;
  const say = (silence: NoticeParams['memory.silent']): void => {
    if (!hasSaid) onNotice({ code: 'memory.silent', params: silence });
    hasSaid = true;
  };

  /** Over MCP; where that fails or is not there, by the worker's own interface. */
  const ask = async (
    queries: readonly MemoryQuery[],
    signal: AbortSignal,
  ): Promise<Result<string[], MemoryFailure> | undefined> => {
    const asked =
      server === undefined
        ? undefined
        : await searchMemory(queries, { spawner, server, env, signal, sandbox: await open() });
    // One that is slow is not asked a second time: the person waits.
    const isSettled = asked !== undefined && (asked.ok || asked.error.why !== 'failed');
    if (isSettled || worker === undefined) return asked;
    const enough = AbortSignal.any([signal, AbortSignal.timeout(WORKER_MS)]);
    const answered = await searchWorker(worker, queries, enough);
    if (signal.aborted) return err({ why: 'cancelled', detail: '' });
    return answered.ok ? answered : (asked ?? answered);
  };

  const search = async (queries: readonly MemoryQuery[], signal: AbortSignal): Promise<string[]> => {
    const result = await ask(queries, signal);
    if (result === undefined) {
      say({ why: 'not_installed' });
      return [];
    }
    if (!result.ok) tellWhy(result.error);
    const texts = result.ok ? result.value.map(clean).filter((text) => text !== '') : [];
    return [...new Set(texts)];
  };
  const tellWhy = ({ why, detail }: MemoryFailure): void => {
    if (why === 'slow') say({ why });
    if (why === 'failed') say({ why, detail: detailOf(detail) });
  };

  return {
    searchContext: async (queries, signal) => {
      if (queries.length === 0) return '';
      const texts = await search(
        queries.map((query) => ({ query, only: { project } })),
        signal,
      );
      // Each gets its share, so that a long answer does not take the place of the others.
      return texts.map((text) => beginningOf(text, Math.floor(CONTEXT_BYTES / texts.length) - 2)).join('\n\n');
    },
    searchObservations: async (query, signal) => {
      const texts = await search([{ query, only: { project, type: 'observations' } }], signal);
      return texts.flatMap((text) => parseObservations(text, project));
    },
    save: async (notes, signal) => {
      if (!saves || notes.length === 0) return;
      const masked = notes.map(({ project, title, text }) => ({ project, title: clean(title), text: clean(text) }));
      const enough = AbortSignal.any([signal, AbortSignal.timeout(WORKER_MS)]);
      const saved =
        worker === undefined
          ? err({ why: 'failed' as const, detail: 'no worker' })
          : await saveToWorker(worker, masked, enough);
      if (saved.ok || signal.aborted) return;
      const { why, detail } = saved.error;
      onNotice({
        code: 'memory.unsaved',
        params: { why: why === 'slow' ? 'slow' : 'failed', detail: detailOf(detail) },
      });
    },
  };
}

function beginningOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  if (all.length <= bytes) return text;
  // A character that is cut in two at the end is left out.
  const kept = new TextDecoder().decode(all.subarray(0, bytes - '…'.length * 3), { stream: true });
  return `${kept}…`;
}
