import type { Catalogue } from './catalogue.ts';

export const languages = ['en', 'ko'] as const;

export type Language = (typeof languages)[number];

/** `--lang` decides; else the locale does, the way POSIX ranks its variables. */
export function chooseLanguage({ flag, env }: { flag?: string | undefined; env: Environment }): Language {
  const named = languages.find((language) => language === flag);
  if (named !== undefined) return named;
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^ko(?![a-z])/i.test(locale) ? 'ko' : 'en';
}

/** Only the chosen language is loaded. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  switch (language) {
    case 'en':
      return (await import('./en.ts')).en;
    case 'ko':
      return (await import('./ko.ts')).ko;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
