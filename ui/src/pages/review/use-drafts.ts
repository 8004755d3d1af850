import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from '../../../../src/schema/api/review.ts';
import { call } from '../../server/api.ts';
import { asked, useAnswer } from '../../server/queries.ts';

const PAUSE_MS = 500;

export type Saving = 'saved' | 'saving' | 'failed';
export type Place = Pick<Draft, 'path' | 'side' | 'first' | 'last'>;

/** Comments that were not sent: kept on the server half a second after the last key, so that nothing loses them. */
export function useDrafts(project: string, run: string) {
  const queries = useQueryClient();
  const { data, error, refetch } = useAnswer('review.comments', { params: { project, run } });
  const [edited, setEdited] = useState<Readonly<Record<string, Draft>>>({});
  const [saving, setSaving] = useState<Saving>('saved');
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const unsaved = useRef(new Map<string, Draft>());
  /** What the server has been given, and what the person took back, maybe while it was on its way there. */
  const kept = useRef(new Set<string>());
  const removed = useRef(new Set<string>());

  const erase = useCallback(
    (id: string): void => {
      call('review.deleteComment', { params: { project, run, comment: id } }).catch(() => setSaving('failed'));
    },
    [project, run],
  );
  const save = useCallback(
    async (draft: Draft): Promise<void> => {
      const { id, saved_at: _, ...body } = draft;
      try {
        const answer = await call('review.saveComment', { params: { project, run, comment: id }, body });
        kept.current.add(id);
        if (removed.current.has(id)) return erase(id);
        if (unsaved.current.get(id) === draft) unsaved.current.delete(id);
        setEdited((all) => (all[id] === draft ? { ...all, [id]: answer } : all));
        setSaving(unsaved.current.size === 0 ? 'saved' : 'saving');
      } catch {
        if (removed.current.has(id)) return;
        setSaving('failed');
        timers.current.set(
          id,
          setTimeout(() => void save(draft), 4 * PAUSE_MS),
        );
      }
    },
    [project, run, erase],
  );
  const change = (draft: Draft): void => {
    setEdited((all) => ({ ...all, [draft.id]: draft }));
    if (draft.text.trim() === '' && draft.suggestion === null) return;
    setSaving('saving');
    unsaved.current.set(draft.id, draft);
    clearTimeout(timers.current.get(draft.id));
    timers.current.set(
      draft.id,
      setTimeout(() => void save(draft), PAUSE_MS),
    );
  };
  const begin = (place: Place & Pick<Draft, 'commit' | 'quote'>, text = ''): string => {
    const id = `c-${crypto.randomUUID()}`;
    change({ id, ...place, text, suggestion: null, saved_at: new Date().toISOString() });
    return id;
  };
  const remove = (id: string): void => {
    clearTimeout(timers.current.get(id));
    unsaved.current.delete(id);
    setEdited((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== id)));
    const { queryKey } = asked('review.comments', { params: { project, run } });
    queries.setQueryData(queryKey, (all) => all && { ...all, drafts: all.drafts.filter((draft) => draft.id !== id) });
    removed.current.add(id);
    if (kept.current.has(id) || data?.drafts.some((draft) => draft.id === id) === true) erase(id);
    if (unsaved.current.size === 0) setSaving('saved');
  };
  useEffect(() => {
    const waiting = timers.current;
    const left = unsaved.current;
    return () => {
      for (const timer of waiting.values()) clearTimeout(timer);
      for (const draft of left.values()) void save(draft);
    };
  }, [save]);

  const known = new Map([...(data?.drafts ?? []), ...Object.values(edited)].map((draft) => [draft.id, draft]));
  const drafts = [...known.values()].toSorted((a, b) => a.path.localeCompare(b.path) || a.first - b.first);
  /** Until they are known, there may be some that nobody sees. */
  const unknown = data !== undefined ? null : { error, retry: () => void refetch() };
  return { drafts, unknown, sent: data?.sent ?? [], saving, begin, change, remove };
}

export type Drafts = ReturnType<typeof useDrafts>;

/** Those that say something: an editor that was opened and left empty is none. */
export function written(drafts: readonly Draft[]): Draft[] {
  return drafts.filter(({ text, suggestion }) => text.trim() !== '' || suggestion !== null);
}
