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
  'panel.access_role_required': {
    param: 'count',
    one: 'You need the role {roles} to open this type of ticket. Ask the team for it.',
    other: errorTable['panel.access_role_required'][1],
  },
};

/** What a person is told about a refusal, in their server's language. */
export function errorText(
  language: Language,
  error: Pick<AppError, 'code'> & Partial<Pick<AppError, 'params' | 'details'>>,
): string {
  const text =
    language === 'de' ? germanErrors[error.code] : (englishErrors[error.code] ?? errorTable[error.code][1]);
  const params = { ...error.params, ...translatedParams(texts(language), error.details) };
  if (typeof text === 'string') return fillText(text, params);
  return fillText(Number(params[text.param]) === 1 ? text.one : text.other, params);
}

/** Parameters that are words themselves travel as details and are translated here. */
function translatedParams(t: Texts, details: Record<string, unknown> | undefined): Record<string, string> {
  const named: Record<string, string> = t.permissions;
  const reasons: Record<string, string> = t.discord;
  const found: Record<string, string> = {};
  if (Array.isArray(details?.permissions))
    found.permissions = details.permissions.map((name) => named[String(name)] ?? String(name)).join(', ');
  const reason = reasons[String(details?.discord_code)];
  if (reason) found.reason = reason;
  return found;
}
