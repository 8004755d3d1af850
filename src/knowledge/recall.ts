import { withoutEscapes } from '../base/escapes.ts';
import { redactor, secretsIn } from '../base/redact.ts';
import { findWorker, searchWorker } from './claude-mem-worker.ts';

export interface Recalled {
  /** `none`: claude-mem is not installed. `silent`: its worker does not answer, or something else. */
  readonly memory: 'none' | 'searched' | 'silent';
  readonly memories: readonly { readonly id: string; readonly text: string }[];
}

interface Recalling {
  /** Its name, as claude-mem calls it: nothing else is asked about. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const PATIENCE_MS = 5000;

/** What claude-mem remembers of a project, for whoever asks at once: its worker is asked, and no process started. */
export async function recall(query: string, { project, env, signal }: Recalling): Promise<Recalled> {
  const worker = findWorker(env);
  if (worker === undefined) return { memory: 'none', memories: [] };
  const enough = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const answer = await searchWorker(worker, [{ query, only: { project } }], enough);
  if (!answer.ok) return { memory: 'silent', memories: [] };
  const redact = redactor(secretsIn(env));
  const items = answer.value.flatMap((text) => redact(withoutEscapes(text)).split(/\n(?=- #)/u));
  const memories = items.flatMap((item) => {
    const [, id, text = ''] = /^- #(\d+) — (.*)$/su.exec(item) ?? [];
    return id === undefined ? [] : [{ id, text: text.replaceAll(/\s+/gu, ' ').trim() }];
  });
  return { memory: 'searched', memories };
}
