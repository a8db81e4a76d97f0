/** A language of the product, by the code that settings keep. */
interface LanguageFacts {
  iso_short_code: string;
  /** As those who speak it call it. */
  local_name: string;
  /** Discord's codes for it, the usual one first: https://discord.com/developers/docs/reference#locales */
  discord: readonly string[];
  /** The code by which numbers, lists and times are written. */
  bcp47: string;
}

/** The languages that the product's texts exist in. */
export const locales = [
  { iso_short_code: 'en', local_name: 'English', discord: ['en-GB', 'en-US'], bcp47: 'en' },
  { iso_short_code: 'de', local_name: 'Deutsch', discord: ['de'], bcp47: 'de' },
  { iso_short_code: 'es', local_name: 'Español', discord: ['es-ES', 'es-419'], bcp47: 'es' },
  { iso_short_code: 'fr', local_name: 'Français', discord: ['fr'], bcp47: 'fr' },
  { iso_short_code: 'nl', local_name: 'Nederlands', discord: ['nl'], bcp47: 'nl' },
  { iso_short_code: 'pl', local_name: 'Polski', discord: ['pl'], bcp47: 'pl' },
  { iso_short_code: 'br', local_name: 'Português (Brasil)', discord: ['pt-BR'], bcp47: 'pt-BR' },
  { iso_short_code: 'tr', local_name: 'Türkçe', discord: ['tr'], bcp47: 'tr' },
] as const satisfies readonly LanguageFacts[];

export type Language = (typeof locales)[number]['iso_short_code'];

export function isLanguage(code: string | null | undefined): code is Language {
  return locales.some(({ iso_short_code }) => iso_short_code === code);
}

/** The language of a server: the chosen one, else that of the server in Discord (such as `de` or `en-GB`), else English. */
export function languageOf(chosen: string | null, preferred_locale: string | null): Language {
  if (isLanguage(chosen)) return chosen;
  const facts: readonly LanguageFacts[] = locales;
  const found = facts.find(({ discord }) => preferred_locale && discord.includes(preferred_locale));
  const base = found?.iso_short_code ?? preferred_locale?.split('-')[0];
  return isLanguage(base) ? base : 'en';
}

/** Discord's codes for a language, the usual one first. */
export function discordCodesOf(language: Language): readonly DiscordCode[] {
  return locales.find(({ iso_short_code }) => iso_short_code === language)?.discord ?? [];
}
export type DiscordCode = (typeof locales)[number]['discord'][number];

/** The code by which `Intl` writes numbers and times in a language. */
export function bcp47Of(language: Language): string {
  return locales.find(({ iso_short_code }) => iso_short_code === language)?.bcp47 ?? 'en';
}
