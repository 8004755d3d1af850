import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../../src/schema/api/routes.ts';
import { parseEvent } from '../live/follow-changes.ts';
import { useLiveStream } from '../live/live.tsx';
import { call } from '../server/api.ts';

export type LogEntry = AnswerOf<'project.log'>['entries'][number];

/** Beyond the end of any log: the page that ends there is the last one. */
const END = '999999999999999';

interface Read {
  readonly entries: readonly LogEntry[];
  readonly from: number;
  readonly next: number;
  readonly size: number;
  readonly attempt: string;
  readonly isOver: boolean;
}

/** The end of a step's log, more of it upwards when asked for, and what comes while it is shown. */
export function useLog(project: string, effect: string) {
  const stream = useLiveStream();
  const [log, setLog] = useState<Read | null>(null);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef<Read | null>(null);
  const isBusy = useRef(false);

  const read = useCallback(
    async (where: 'end' | 'after' | 'before'): Promise<void> => {
      if (isBusy.current) return;
      isBusy.current = true;
      const known = where === 'end' ? null : latest.current;
      const place =
        known === null
          ? { before: END }
          : where === 'after'
            ? { from: String(known.next) }
            : { before: String(known.from) };
      try {
        const page = await call('project.log', { params: { project }, query: { effect, ...place } });
        const isAnother = known !== null && known.attempt !== page.attempt;
        latest.current =
          isAnother || known === null ? begin(page) : where === 'after' ? append(known, page) : prepend(known, page);
        setLog(latest.current);
        setError(null);
      } catch (failure) {
        setError(failure);
      } finally {
        isBusy.current = false;
      }
    },
    [project, effect],
  );

  useEffect(() => {
    latest.current = null;
    setLog(null);
    setError(null);
    isBusy.current = false;
    void read('end');
    return stream.onMessage((message) => {
      const event = parseEvent(message);
      const isOurs = event?.kind === 'output' && event.project === project && event.effect === effect;
      if (isOurs || event?.kind === 'reset') void read(latest.current === null ? 'end' : 'after');
    });
  }, [read, stream, project, effect]);

  return { log, error, readEarlier: () => void read('before'), retry: () => void read('end') };
}

function begin({ entries, from, next, size, attempt, is_over }: AnswerOf<'project.log'>): Read {
  return { entries, from, next, size, attempt, isOver: is_over };
}

function append(known: Read, page: AnswerOf<'project.log'>): Read {
  const entries = page.entries.filter(({ offset }) => offset >= known.next);
  return { ...begin(page), entries: [...known.entries, ...entries], from: known.from };
}

function prepend(known: Read, page: AnswerOf<'project.log'>): Read {
  const entries = page.entries.filter(({ offset }) => offset < known.from);
  return { ...known, entries: [...entries, ...known.entries], from: page.from };
}
