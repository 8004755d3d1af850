import type { Catalogue, GlanceWords } from './catalogue.ts';

/** A language is a folder and a line in each of these; only the chosen one is loaded. */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => (await import('./en/index.ts')).en,
  ko: async () => (await import('./ko/index.ts')).ko,
};

/** Apart from the catalogues, so that a bundle that needs no others has no others. */
const glances = {
  en: async () => (await import('./en/glance.ts')).glance,
  ko: async () => (await import('./ko/glance.ts')).glance,
} satisfies Record<string, () => Promise<GlanceWords>>;

export type Language = keyof typeof glances;

export const languages = Object.keys(glances).filter(isLanguage);

/** `--lang` decides; else the locale does, the way POSIX ranks its variables. */
export function chooseLanguage({ flag, env }: { flag?: string | undefined; env: Environment }): Language {
  if (flag !== undefined && isLanguage(flag)) return flag;
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  const spoken = /^[a-z]+/i.exec(locale)?.[0].toLowerCase() ?? '';
  return isLanguage(spoken) ? spoken : 'en';
}

export function loadCatalogue(language: Language): Promise<Catalogue> {
  return catalogues[language]();
}

export function loadGlanceWords(language: Language): Promise<GlanceWords> {
  return glances[language]();
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(glances, name);
}

type Environment = Readonly<Record<string, string | undefined>>;
