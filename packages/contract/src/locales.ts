import type { Locale } from './settings.ts';

/** The languages that the product's texts exist in. */
export const locales = [
  { iso_short_code: 'en', local_name: 'English' },
  { iso_short_code: 'de', local_name: 'Deutsch' },
] as const satisfies readonly Locale[];

export type Language = (typeof locales)[number]['iso_short_code'];

export function isLanguage(code: string | null | undefined): code is Language {
  return locales.some(({ iso_short_code }) => iso_short_code === code);
}

/** The language of a server: the chosen one, else that of the server in Discord (such as `de` or `en-GB`), else English. */
export function languageOf(chosen: string | null, preferred_locale: string | null): Language {
  if (isLanguage(chosen)) return chosen;
  const base = preferred_locale?.split('-')[0];
  return isLanguage(base) ? base : 'en';
}
