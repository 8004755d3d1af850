import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { Need } from '../../../src/schema/api/home.ts';
import { needLink } from '../pages/home/need-link.ts';
import { useWords } from '../words/words.tsx';

/** `unable`: this browser has none, or not for a page of this kind. */
export type NotifyState = 'unable' | 'denied' | 'off' | 'on';

const KEY = 'orchestral-notify';
const listeners = new Set<() => void>();

function readState(): NotifyState {
  if (!('Notification' in globalThis) || !isSecureContext) return 'unable';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on' ? 'on' : 'off';
}

/** Only ever on because the person asked for it in this browser. */
export function useNotifyState(): NotifyState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readState);
}

/** Asks the browser for leave where it has not been asked yet. */
export async function setNotify(wanted: boolean): Promise<void> {
  const allowed = wanted && (await Notification.requestPermission()) === 'granted';
  localStorage.setItem(KEY, allowed ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** Tells of what has come to need a person while they look elsewhere; each once, however many tabs there are. */
export function useNeedNotifications(needs: readonly Need[] | undefined): void {
  const { home } = useWords();
  const [, navigate] = useLocation();
  const state = useNotifyState();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (needs === undefined) return;
    const before = known.current;
    known.current = new Set(needs.map(({ key }) => key));
    // What waited already when the page was opened is no news.
    if (before === null || state !== 'on' || document.visibilityState === 'visible') return;
    for (const need of needs.filter(({ key }) => !before.has(key))) {
      const notification = new Notification(home.kinds[need.kind], { body: need.title, tag: need.key });
      notification.addEventListener('click', () => {
        window.focus();
        navigate(needLink(need));
      });
    }
  }, [needs, state, home, navigate]);
}
