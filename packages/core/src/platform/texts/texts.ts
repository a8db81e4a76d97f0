import {
  type AppError,
  type ErrorCode,
  type ErrorParams,
  errorTable,
  fillText,
  type OneOfSeveral,
} from '@tickets/contract/platform/errors';
import { bcp47Of, type Language, locales } from '@tickets/contract/platform/locales';
import type { LocalizationMap } from 'discord-api-types/v10';
import { br } from './br.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { brazilianErrors } from './errors-br.ts';
import { germanErrors } from './errors-de.ts';
import { spanishErrors } from './errors-es.ts';
import { frenchErrors } from './errors-fr.ts';
import { dutchErrors } from './errors-nl.ts';
import { polishErrors } from './errors-pl.ts';
import { turkishErrors } from './errors-tr.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import type { ErrorText, Texts } from './shape.ts';
import { tr } from './tr.ts';

export const allTexts: Record<Language, Texts> = { en, de, fr, nl, es, pl, br, tr };

export function texts(language: Language): Texts {
  return allTexts[language];
}

/** A text in all languages but English by Discord's codes for them, as Discord wants it beside the English one. */
export function localizations(pick: (t: Texts) => string): LocalizationMap {
  const found: LocalizationMap = {};
  for (const { iso_short_code, discord } of locales)
    if (iso_short_code !== 'en') for (const code of discord) found[code] = pick(texts(iso_short_code));
  return found;
}

/** English where a number changes the words; all other texts are the table's. */
const englishErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'ticket.limit_reached': {
    param: 'limit',
    one: 'You are only able to open {limit} ticket at once. Close yours to open another.',
    other: errorTable['ticket.limit_reached'][1],
  },
  'ticket.too_fast': {
    param: 'seconds',
    one: 'Tickets are being opened too quickly in this server. Try again in {seconds} second.',
    other: errorTable['ticket.too_fast'][1],
  },
  'ticket.opener_too_fast': {
    param: 'seconds',
    one: 'You are opening tickets too quickly. Try again in {seconds} second.',
    other: errorTable['ticket.opener_too_fast'][1],
  },
  'panel.access_role_required': {
    param: 'count',
    one: 'You need the role {roles} to open this type of ticket. Ask the team for it.',
    other: errorTable['panel.access_role_required'][1],
  },
};

/** What is missing in a language is said in English. */
export const errorTexts: Record<Language, Partial<Record<ErrorCode, ErrorText>>> = {
  en: englishErrors,
  de: germanErrors,
  fr: frenchErrors,
  nl: dutchErrors,
  es: spanishErrors,
  pl: polishErrors,
  br: brazilianErrors,
  tr: turkishErrors,
};

/** What a person is told about a refusal, in their server's language. */
export function errorText(
  language: Language,
  error: Pick<AppError, 'code'> & Partial<Pick<AppError, 'params' | 'details' | 'several'>>,
): string {
  const text = errorTexts[language][error.code] ?? englishErrors[error.code] ?? errorTable[error.code][1];
  const params: ErrorParams = {
    ...error.params,
    ...translatedParams(texts(language), error.details),
    ...(error.several && { problems: listOf(language, error.several) }),
  };
  if (typeof text === 'string') return fillText(text, params);
  return fillText(pluralForm(language, Number(params[text.param]), text), params);
}

/** Several problems, each told once. */
function listOf(language: Language, several: readonly OneOfSeveral[]): string {
  return [...new Set(several.map((one) => errorText(language, one)))].join('; ');
}

function pluralForm(language: Language, count: number, text: Exclude<ErrorText, string>): string {
  const form = new Intl.PluralRules(bcp47Of(language)).select(count);
  return (form === 'one' || form === 'few' || form === 'many' ? text[form] : undefined) ?? text.other;
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
  const features: Record<string, string> = t.features;
  const feature = features[String(details?.feature)];
  if (feature) found.feature = feature;
  const purposes: Record<string, string> = t.input_purposes;
  const purpose = purposes[String(details?.purpose)];
  if (purpose) found.purpose = purpose;
  return found;
}
