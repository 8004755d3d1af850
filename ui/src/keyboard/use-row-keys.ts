import { useRef, type RefObject } from 'react';
import { useWords } from '../words/words.tsx';
import { useBindings } from './use-bindings.ts';

/** `j` and `k` go through the links of a list, Enter opens the one in focus, `/` goes to the filter where there is one. */
export function useRowKeys(title: string): {
  list: RefObject<HTMLTableElement | null>;
  filter: RefObject<HTMLInputElement | null>;
} {
  const { keys } = useWords();
  const list = useRef<HTMLTableElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const move = (by: number): void => {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('td a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  useBindings(title, [
    { keys: 'j', label: keys.next, run: () => move(1) },
    { keys: 'k', label: keys.previous, run: () => move(-1) },
    { keys: '/', label: keys.filter, run: () => filter.current?.focus() },
  ]);
  return { list, filter };
}
