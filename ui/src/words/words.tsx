import { createContext, use, type ReactNode } from 'react';
import type { Words } from './catalogue.ts';

const catalogues = {
  en: async () => (await import('./en/index.ts')).en,
  ko: async () => (await import('./ko/index.ts')).ko,
} satisfies Record<string, () => Promise<Words>>;

export type Language = keyof typeof catalogues;

const CHOSEN = 'orchestral-language';

/** What the person chose here; else the browser's language. */
export function chooseLanguage(): Language {
  const wanted = localStorage.getItem(CHOSEN) ?? navigator.language.slice(0, 2);
  return wanted === 'ko' ? 'ko' : 'en';
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(CHOSEN, language);
}

export function loadWords(language: Language): Promise<Words> {
  return catalogues[language]();
}

const Context = createContext<Words | null>(null);

export function WordsProvider({ words, children }: { words: Words; children: ReactNode }) {
  return <Context value={words}>{children}</Context>;
}

export function useWords(): Words {
  const words = use(Context);
  if (words === null) throw new Error('no words');
  return words;
}
