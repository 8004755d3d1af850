import type { Catalogue, GlanceWords } from './catalogue.ts';

/** A language is a folder and two lines here; only the chosen one is loaded. */
const catalogues = {
  en: {
    all: async () => (await import('./en/index.ts')).en,
    glance: async () => (await import('./en/glance.ts')).glance,
  },
  ko: {
    all: async () => (await import('./ko/index.ts')).ko,
    glance: async () => (await import('./ko/glance.ts')).glance,
  },
} satisfies Record<string, { all: () => Promise<Catalogue>; glance: () => Promise<GlanceWords> }>;

export type Language = keyof typeof catalogues;

export const languages = Object.keys(catalogues).filter(isLanguage);

/** `--lang` decides; else the locale does, the way POSIX ranks its variables. */
export function chooseLanguage({ flag, env }: { flag?: string | undefined; env: Environment }): Language {
  if (flag !== undefined && isLanguage(flag)) return flag;
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  const spoken = /^[a-z]+/i.exec(locale)?.[0].toLowerCase() ?? '';
  return isLanguage(spoken) ? spoken : 'en';
}

export function loadCatalogue(language: Language): Promise<Catalogue> {
  return catalogues[language].all();
}

export function loadGlanceWords(language: Language): Promise<GlanceWords> {
  return catalogues[language].glance();
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(catalogues, name);
}

type Environment = Readonly<Record<string, string | undefined>>;
