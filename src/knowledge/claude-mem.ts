import { parseObservations, type MemoryObservation } from './observations.ts';
import { withoutEscapes } from '../base/escapes.ts';
import { redactor, secretsIn } from '../base/redact.ts';
import type { Result } from '../base/result.ts';
import type { MemorySandbox } from './claude-mem-sandbox.ts';
import { findClaudeMem } from './claude-mem-server.ts';
import { type MemoryFailure, type MemoryQuery, searchMemory } from './search-memory.ts';
import type { Spawner } from '../process/command.ts';
import type { NoticeParams, OnNotice } from '../schema/notice.ts';

/** What claude-mem remembers: a help where it is there, and never in the way. The first silence is said, no other. */
export interface ClaudeMem {
  /** Everything found for these queries together, for a prompt; empty where there is nothing. */
  searchContext(queries: readonly string[], signal: AbortSignal): Promise<string>;
  /** What is remembered of a project by its name, for one query. */
  searchObservations(project: string, query: string, signal: AbortSignal): Promise<MemoryObservation[]>;
}

export interface ClaudeMemOptions {
  readonly spawner: Spawner;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotice: OnNotice;
  /** Undefined where there is none. */
  readonly sandbox: () => Promise<MemorySandbox | undefined>;
}

/** Bytes that go into one prompt. */
const CONTEXT_BYTES = 8 * 1024;

const LONGEST_DETAIL = 200;

/** To be created before any agent runs: which program is asked is decided here. */
export function createClaudeMem({ spawner, env, onNotice, sandbox: open }: ClaudeMemOptions): ClaudeMem {
  const server = findClaudeMem(env);
  const redact = redactor(secretsIn(env));
  const clean = (text: string): string => redact(withoutEscapes(text)).trim();
  let hasSaid = false;
  const say = (silence: NoticeParams['memory.silent']): void => {
    if (!hasSaid) onNotice({ code: 'memory.silent', params: silence });
    hasSaid = true;
  };

  const search = async (queries: readonly MemoryQuery[], signal: AbortSignal): Promise<string[]> => {
    if (server === undefined) {
      say({ why: 'not_installed' });
      return [];
    }
    const options = { spawner, server, env, signal, sandbox: await open() };
    const result: Result<string[], MemoryFailure> = await searchMemory(queries, options);
    const texts = result.ok ? result.value.map(clean).filter((text) => text !== '') : [];
    if (!result.ok) tellWhy(result.error);
    else if (texts.length === 0) say({ why: 'empty' });
    return [...new Set(texts)];
  };
  const tellWhy = ({ why, detail }: MemoryFailure): void => {
    if (why === 'slow') say({ why });
    if (why !== 'failed') return;
    const [line = ''] = clean(detail).split('\n');
    say({ why, detail: line.slice(0, LONGEST_DETAIL) });
  };

  return {
    searchContext: async (queries, signal) => {
      if (queries.length === 0) return '';
      const texts = await search(
        queries.map((query) => ({ query })),
        signal,
      );
      // Each gets its share, so that a long answer does not take the place of the others.
      return texts.map((text) => beginningOf(text, Math.floor(CONTEXT_BYTES / texts.length) - 2)).join('\n\n');
    },
    searchObservations: async (project, query, signal) => {
      const texts = await search([{ query, only: { project, type: 'observations' } }], signal);
      return texts.flatMap((text) => parseObservations(text, project));
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
