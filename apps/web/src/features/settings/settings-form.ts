import type { FieldProblem } from '@tickets/contract/platform/errors';
import { namesOf } from '@tickets/contract/platform/fields';
import type { RouteInput } from '@tickets/contract/routes';
import type { Channel } from '@tickets/contract/servers/guild';
import type { Settings, SettingsAnswer, SoftField } from '@tickets/contract/settings/settings';
import { withNulls } from '../../lib/api/blank.ts';
import type { State } from '../../lib/meanwhile/edits.ts';

/** Choices of the overflow select that are no category. */
export const OVERFLOW_DISABLED = '-1';
export const OVERFLOW_UNCATEGORISED = '-2';

/** Discord's channel types that settings can name. */
export const TEXT_CHANNEL = 0;
export const CATEGORY = 4;

/** The settings as the form holds them: three ways of overflowing are one choice, and a category may be missing. */
export type SettingsForm = Omit<
  Settings,
  'overflow_enabled' | 'overflow_category_id' | 'category' | 'context_menu_permission_level'
> & {
  overflow: string;
  category: string | null;
  context_menu_permission_level: string;
};

/** What the form shows for saved settings, given the channels that the server has. */
export function formOf(answer: SettingsAnswer, channels: readonly Channel[]): SettingsForm {
  const { success: _, locales: __, version: ___, ...settings } = answer;
  const { overflow_enabled: ____, overflow_category_id: _____, ...rest } = settings;
  return {
    ...rest,
    archive_channel: idOr(settings.archive_channel, () => firstOf(channels, TEXT_CHANNEL)),
    category: idOr(settings.category, () => firstOf(channels, CATEGORY)),
    ticket_notification_channel: idOr(settings.ticket_notification_channel, () => null),
    overflow: overflowOf(settings, channels),
    claim_settings: { ...settings.claim_settings },
    auto_close: { ...settings.auto_close },
    ticket_permissions: { ...settings.ticket_permissions },
    colours: { 0: settings.colours[0], 1: settings.colours[1] },
  };
}

export const stateOf = (answer: SettingsAnswer, channels: readonly Channel[]): State<SettingsForm> => ({
  value: formOf(answer, channels),
  version: answer.version,
});

/** "0" asks for a proposal; "null" is how some servers write that nothing is chosen. */
function idOr(id: string | null, propose: () => string | null): string | null {
  if (id === '0') return propose();
  return id === 'null' || id === '' ? null : id;
}

export type ProposedField = 'archive_channel' | 'category';

/** The settings of which none is saved: what the form shows for them counts only once it is submitted. */
export function unsetFields(settings: Settings): ReadonlySet<ProposedField> {
  const fields = ['archive_channel', 'category'] as const;
  return new Set(fields.filter((field) => settings[field] === '0'));
}

function firstOf(channels: readonly Channel[], type: number): string | null {
  return channels.find((channel) => channel.type === type)?.id ?? null;
}

function overflowOf(settings: Settings, channels: readonly Channel[]): string {
  if (!settings.overflow_enabled) return OVERFLOW_DISABLED;
  const known = channels.some(
    (channel) => channel.type === CATEGORY && channel.id === settings.overflow_category_id,
  );
  return known && settings.overflow_category_id ? settings.overflow_category_id : OVERFLOW_UNCATEGORISED;
}

/** The whole object, as it is sent: every blank value is null. */
export function payloadOf(form: SettingsForm) {
  const { overflow, ...rest } = form;
  const category = overflow === OVERFLOW_DISABLED || overflow === OVERFLOW_UNCATEGORISED ? null : overflow;
  const payload = {
    ...rest,
    overflow_enabled: overflow !== OVERFLOW_DISABLED,
    overflow_category_id: category,
  } satisfies Omit<Required<RouteInput<'settings.save'>['body']>, 'based_on'>;
  // Nulls for blanks change no key, and the contract takes null for each value that can be blank.
  return withNulls(payload) as typeof payload;
}

/** A saved archive channel that the list lacks: the list may be older than the channel. */
export function needsFreshChannels(settings: Settings, channels: readonly Channel[]): boolean {
  const id = idOr(settings.archive_channel, () => null);
  return id !== null && !channels.some((channel) => channel.id === id);
}

/** Anyone who cannot see claimed tickets cannot type in them either. */
export function claimRule(
  claim: SettingsForm['claim_settings'],
  change: Partial<SettingsForm['claim_settings']>,
): SettingsForm['claim_settings'] {
  const next = { ...claim, ...change };
  if (change.support_can_view === false) next.support_can_type = false;
  if (change.support_can_type === true) next.support_can_view = true;
  return next;
}

/** Fields that are checked one by one: a false or missing flag means that this one was not saved. */
const softFields: Record<SoftField & keyof SettingsForm, true> = {
  welcome_message: true,
  ticket_limit: true,
  archive_channel: true,
  category: true,
  naming_scheme: true,
};

/** The fields that an answer does not say were saved. */
export function unsavedFields(answer: Partial<Record<SoftField, unknown>>): SoftField[] {
  return namesOf(softFields).filter((field) => !answer[field]);
}

/**
 * The form after a save: what the server has now. A field that was refused keeps what was typed, so that it can be
 * corrected instead of typed again.
 */
export function draftAfterSave(
  saved: SettingsForm,
  draft: SettingsForm,
  refused: readonly SoftField[],
): SettingsForm {
  const kept = Object.fromEntries(refused.map((field) => [field, draft[field]]));
  // Only fields of the form itself are kept, each with its own value.
  return { ...saved, ...(kept as Partial<SettingsForm>) };
}

/** Warnings as problems of their fields, so that the form shows each where it belongs. */
export function problemsOf(
  refused: readonly SoftField[],
  textOf: (field: SoftField) => string,
): FieldProblem[] {
  return refused.map((path) => ({ path, message: textOf(path) }));
}

/** The overflow select is one field; the server names the keys that it is saved as. */
export function fieldOfPath(path: string): string {
  if (path === 'overflow_enabled' || path === 'overflow_category_id') return 'overflow';
  return path.startsWith('colours') ? path.replace(/^colours\[(\d)\]$/, 'colours.$1') : path;
}
