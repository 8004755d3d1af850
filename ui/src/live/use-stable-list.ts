import { useEffect, useRef, useState } from 'react';

const IDLE_MS = 10_000;

export interface StableRow<T> {
  readonly key: string;
  readonly item: T;
  /** It is no longer in the list; it stays until the person leaves. */
  readonly isGone: boolean;
}

/**
 * A list whose rows stay where they are while it is used: what is new waits until it is asked for, or until nobody has
 * touched anything for ten seconds.
 */
export function useStableList<T>(items: readonly T[], keyOf: (item: T) => string) {
  const known = useRef(new Map<string, T>());
  const [order, setOrder] = useState<readonly string[]>([]);
  const now = new Map(items.map((item) => [keyOf(item), item]));
  for (const [key, item] of now) known.current.set(key, item);
  const shown = order.length === 0 ? [...now.keys()] : order;
  const fresh = [...now.keys()].filter((key) => !shown.includes(key)).length;
  const gone = shown.some((key) => !now.has(key));

  const latest = useRef<readonly string[]>([]);
  latest.current = [...now.keys()];
  const admit = (): void => setOrder(latest.current);
  useEffect(() => {
    if (order.length === 0 && latest.current.length > 0) setOrder(latest.current);
  });
  const isOther = fresh > 0 || gone;
  // Only the person's doing begins the ten seconds anew: a list that is read again all the time would never change.
  useEffect(() => {
    if (!isOther) return;
    const admitNow = (): void => setOrder(latest.current);
    let timer = setTimeout(admitNow, IDLE_MS);
    const touched = (): void => {
      clearTimeout(timer);
      timer = setTimeout(admitNow, IDLE_MS);
    };
    const kinds = ['pointermove', 'keydown', 'wheel', 'touchmove'] as const;
    for (const kind of kinds) document.addEventListener(kind, touched, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) document.removeEventListener(kind, touched);
    };
  }, [isOther]);

  const rows = shown.flatMap((key): StableRow<T>[] => {
    const item = now.get(key) ?? known.current.get(key);
    return item === undefined ? [] : [{ key, item, isGone: !now.has(key) }];
  });
  return { rows, fresh, admit };
}
