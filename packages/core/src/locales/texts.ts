import { type AppError, type ErrorCode, errorTable, fillText } from '@tickets/contract/errors';
import type { Language } from '@tickets/contract/locales';
import { de } from './de.ts';
import { en } from './en.ts';
import { germanErrors } from './errors-de.ts';

type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };

/** The shape that every language fills. */
export type Texts = Words<typeof en>;

const all: Record<Language, Texts> = { en, de };

export function texts(language: Language): Texts {
  return all[language];
}

/** A text in all languages but English, as Discord wants it beside the English one. */
export function localizations(pick: (t: Texts) => string): { de: string } {
  return { de: pick(de) };
}

/** A text that depends on a number has a form for one. */
export type ErrorText = string | { param: string; one: string; other: string };

const englishErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'ticket.limit_reached': {
    param: 'limit',
    one: 'You are only able to open {limit} ticket at once. Close yours to open another.',
    other: errorTable['ticket.limit_reached'][1],
  },
};

/** What a person is told about a refusal, in their server's language. */
export function errorText(language: Language, error: Pick<AppError, 'code' | 'params'>): string {
  const text =
    language === 'de' ? germanErrors[error.code] : (englishErrors[error.code] ?? errorTable[error.code][1]);
  if (typeof text === 'string') return fillText(text, error.params);
  return fillText(Number(error.params[text.param]) === 1 ? text.one : text.other, error.params);
}
