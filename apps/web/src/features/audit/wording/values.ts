import type { Json } from '@tickets/contract/audit/changes';
import { locales } from '@tickets/contract/platform/locales';
import { hexFromInt } from '@tickets/discord-ui/colour';
import { normaliseHex } from '../../../lib/discord/colour.ts';
import { durationFromSeconds } from '../../../lib/time/time.ts';
import type { FieldKind } from './fields.ts';
import type { Words } from './words.ts';

/** One thing of a value: a text, with what is drawn before it. */
export interface Piece {
  text: string;
  /** Discord's type of the channel that it names. */
  channel?: number;
  /** The colour of the role that it names. */
  role?: number;
  swatch?: string;
  /** Nothing, or something that is gone. */
  is_faint?: true;
}

/** A value in words. */
export interface ShownValue {
  as: 'line' | 'list' | 'steps' | 'long';
  pieces: Piece[];
}

type JsonObject = { [key: string]: Json };

const line = (piece: Piece | string): ShownValue => ({
  as: 'line',
  pieces: [typeof piece === 'string' ? { text: piece } : piece],
});
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a person reads it. Undefined and null are nothing. */
export function shownValue(kind: FieldKind, value: Json | undefined, words: Words): ShownValue {
  const nothing = nothingOf(kind, words);
  if (value === undefined || value === null || value === '') return line(nothing);
  if (Array.isArray(value)) {
    if (!value.length) return line(nothing);
    return {
      as: kind === 'access' || kind === 'questions' ? 'steps' : 'list',
      pieces: value.map((one) => itemOf(kind, one, words)),
    };
  }
  if (kind === 'long' || kind === 'welcome_text') return { as: 'long', pieces: [{ text: textOf(value) }] };
  return line(pieceOf(kind, value, words));
}

/** A value as one text, for where there is nothing but text. */
export function plainValue(kind: FieldKind, value: Json | undefined, words: Words): string {
  const { as, pieces } = shownValue(kind, value, words);
  const texts = pieces.map(({ text }) => text);
  return as === 'steps' ? texts.map((text, index) => `${index + 1}. ${text}`).join('\n') : texts.join(', ');
}

function nothingOf(kind: FieldKind, { t }: Words): Piece {
  const text =
    kind === 'server_or_own'
      ? t('audit.value.of_server')
      : kind === 'welcome_text'
        ? t('audit.value.usual_text')
        : kind === 'language'
          ? t('settings.server_default')
          : kind === 'time'
            ? t('audit.value.no_end')
            : kind === 'days'
              ? t('audit.value.for_good')
              : kind === 'mentions'
                ? t('panels.field.mentions.placeholder')
                : t('audit.value.none');
  return { text, is_faint: true };
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Told = { [Kind in FieldKind]?: (value: Json, words: Words) => Piece | string };

/** How single values are told; what is not among these is told as it is. */
const told: Told = {
  number: (value, { format }) => (typeof value === 'number' ? format.number(value) : textOf(value)),
  yes_no: (value, { t }) => t(value === true ? 'audit.value.yes' : 'audit.value.no'),
  channel: channelPiece,
  role: rolePiece,
  roles: rolePiece,
  form: (value, words) => namedPiece('form', words.names.forms, value, words),
  panel: (value, words) => namedPiece('panel', words.names.panels, value, words),
  panels: (value, words) => namedPiece('panel', words.names.panels, value, words),
  teams: (value, words) => namedPiece('team', words.names.teams, value, words),
  mentions: (value, words) => {
    if (value === 'user') return words.t('panels.opener');
    return value === 'here' ? words.t('panels.here') : rolePiece(value, words);
  },
  colour: (value) => {
    const hex = typeof value === 'number' ? hexFromInt(value) : normaliseHex(textOf(value));
    return hex ? { text: hex, swatch: hex } : textOf(value);
  },
  duration: durationText,
  days: (value, { t }) => t('audit.value.days', { count: Number(value) }),
  emoji: (value) => (isObject(value) ? `:${textOf(value.name ?? '')}:` : textOf(value)),
  time: (value, { format }) => timeText(textOf(value), format),
  utc_time: (value, { format }) => timeText(`${textOf(value)}Z`, format),
  language: (value) => locales.find((one) => one.iso_short_code === value)?.local_name ?? textOf(value),
  naming: (value, { t }) =>
    value === 'id' || value === 'username' ? t(`settings.naming.${value}`) : textOf(value),
  level: (value, { t }) =>
    value === '0' || value === '1' || value === '2' ? t(`settings.level.${value}`) : textOf(value),
  button_style: (value, { t }) => {
    const style = String(value);
    const is_known = style === '1' || style === '2' || style === '3' || style === '4';
    return is_known ? t(`panels.style.${style}`) : textOf(value);
  },
  server_or_own: (value, { t }) => (isObject(value) ? t('audit.value.own') : textOf(value)),
  webhook_events: (value, { t }) => {
    const key = `webhooks.event.${textOf(value).replace('ticket.', '')}` as 'webhooks.event.opened';
    return t.has(key) ? t(key) : textOf(value);
  },
  blacklist_kind: (value, { t }) =>
    value === 'user' || value === 'role' ? t(`audit.value.${value}`) : textOf(value),
};

function pieceOf(kind: FieldKind, value: Json, words: Words): Piece {
  // "0" is how settings say that no category is chosen.
  if (kind === 'channel' && value === '0') return nothingOf(kind, words);
  const piece = told[kind]?.(value, words) ?? genericText(value, words);
  return typeof piece === 'string' ? { text: piece } : piece;
}

const genericText = (value: Json, { t }: Words) =>
  typeof value === 'boolean' ? t(value ? 'audit.value.yes' : 'audit.value.no') : textOf(value);

/** One of a list. */
function itemOf(kind: FieldKind, item: Json, words: Words): Piece {
  if (!isObject(item)) return pieceOf(kind, item, words);
  if (kind === 'access') return accessPiece(item, words);
  if (kind === 'questions') return { text: questionText(item, words) };
  if (kind === 'embed_fields') return { text: embedFieldText(item) };
  if (kind === 'panels_of_form') return pieceOf('panel', item.panel_id ?? null, words);
  if (kind === 'multi_panels') return multiPanelPiece(item.id ?? null, words);
  return { text: textOf(item) };
}

function channelPiece(value: Json, { t, names }: Words): Piece {
  const id = textOf(value);
  const channel = names.channels.get(id);
  if (!channel) return { text: t('audit.gone.channel', { id }), is_faint: true };
  return { text: channel.name, channel: channel.type };
}

function rolePiece(value: Json, { t, names }: Words): Piece {
  const id = textOf(value);
  if (id === names.guildId) return { text: t('audit.value.everyone'), role: 0 };
  const role = names.roles.get(id);
  if (!role) return { text: t('audit.gone.role', { id }), is_faint: true };
  return { text: `@${role.name.replace(/^@/, '')}`, role: role.color };
}

function namedPiece(
  what: 'form' | 'panel' | 'team',
  known: ReadonlyMap<number, string>,
  value: Json,
  { t }: Words,
): Piece {
  const name = known.get(Number(value));
  return name === undefined
    ? { text: t(`audit.gone.${what}`, { id: textOf(value) }), is_faint: true }
    : { text: name };
}

function multiPanelPiece(id: Json, { t, names }: Words): Piece {
  const title = names.multiPanels.get(Number(id));
  if (title === undefined) return { text: t('audit.gone.multi_panel', { id: textOf(id) }), is_faint: true };
  return { text: title || t('panels.multi.default_title') };
}

function accessPiece({ role_id, action }: JsonObject, words: Words): Piece {
  const role = rolePiece(role_id ?? null, words);
  const says = action === 'deny' ? 'audit.value.deny' : 'audit.value.allow';
  return { ...role, text: words.t(says, { role: role.text }) };
}

function questionText(question: JsonObject, { t }: Words): string {
  const { label, placeholder, style, required, min_length, max_length } = question;
  const about = [
    t(style === 2 ? 'forms.fields.multi_line' : 'forms.fields.short'),
    ...(required === true ? [t('forms.fields.required')] : []),
    t('audit.value.length', { min: Number(min_length ?? 0), max: Number(max_length ?? 0) }),
    ...(typeof placeholder === 'string' ? [t('audit.value.placeholder', { text: placeholder })] : []),
  ];
  return t('audit.value.question', { label: textOf(label ?? ''), about: about.join(', ') });
}

const embedFieldText = ({ name, value }: JsonObject) => `${textOf(name ?? '')}: ${textOf(value ?? '')}`;

/** "2 days 3 hours"; what is off says so. */
function durationText(value: Json, { t }: Words): Piece | string {
  const seconds = Number(value);
  if (!Number.isFinite(seconds)) return textOf(value);
  if (seconds <= 0) return { text: t('audit.value.never'), is_faint: true };
  const { days, hours, minutes } = durationFromSeconds(seconds);
  const parts = [
    days ? t('audit.value.days', { count: days }) : '',
    hours ? t('audit.value.hours', { count: hours }) : '',
    minutes ? t('audit.value.minutes', { count: minutes }) : '',
  ].filter(Boolean);
  return parts.join(' ') || t('audit.value.seconds', { count: seconds });
}

function timeText(time: string, format: Words['format']): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' });
}
