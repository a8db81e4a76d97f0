import { merged, namesOf, picked } from '@tickets/contract/platform/fields';
import { limits } from '@tickets/contract/platform/limits';
import { isLanguage } from '@tickets/contract/platform/locales';
import { NullableSnowflake } from '@tickets/contract/platform/snowflake';
import type { GateName } from '@tickets/contract/premium/gates';
import { outlastingSettings } from '@tickets/contract/settings/outlasting';
import {
  type ColoursInput,
  defaultColours,
  NamingScheme,
  Settings,
  type SettingsInput,
  type SoftField,
  settingsDefaults,
} from '@tickets/contract/settings/settings';
import { ChannelType } from 'discord-api-types/v10';
import { outlastingProblems } from '../access/outlasting.ts';
import type { Problem } from '../platform/problems.ts';

/** What a change of settings says: an absent key keeps its value. */
export type SettingsChange = Partial<SettingsInput>;

/** What the rules need to know of the server. */
export interface SettingsFacts {
  /** Type of each named channel that the server has. */
  channels: ReadonlyMap<string, number>;
  /** Which of them are channels of tickets, and so no place that stays. */
  of_tickets: ReadonlySet<string>;
  /** The context menu panel, when it is a panel of this server. */
  panel_id: number | null;
  /** The channels of panels that could open no ticket in thread mode. */
  without_threads: readonly string[];
  isOpen(gate: GateName): boolean;
  /** Whether nothing but a staff override lets in who changes them. */
  is_let_in: boolean;
}

/** The channels that a change names, for which the rules need types. */
export function namedChannels(change: SettingsChange): string[] {
  const ids = [
    softId(change.archive_channel),
    softId(change.category),
    change.overflow_category_id,
    change.ticket_notification_channel,
  ];
  return ids.filter((id) => typeof id === 'string');
}

/**
 * What a change makes of the settings, which counts only when there are no problems. A softly checked field that is
 * `refused` keeps its value, and so does one that needs premium where the server has none: `gated` says which would change.
 */
export function decideSettings(
  change: SettingsChange,
  current: Settings,
  facts: SettingsFacts,
): { next: Settings; refused: SoftField[]; gated: Set<GatedField>; problems: Problem[] } {
  const problems: Problem[] = [];
  const gated = new Set<GatedField>();
  const { value: soft, refused } = softly(change, facts);
  const next: Settings = {
    ...plain(change, current),
    ...soft,
    ...claiming(change, current, problems),
    ...threads(change, current, facts, problems),
    ...overflow(change, current, facts, problems),
    ...contextMenu(change, current, facts, problems),
    auto_close: autoClose(change, current, facts, { problems, gated }),
    colours: colours(change, current, facts, { problems, gated }),
    language: language(change, current, problems),
    ticket_permissions: { ...current.ticket_permissions, ...change.ticket_permissions },
  };
  problems.push(...ticketChannelProblems(change, facts));
  if (facts.is_let_in) problems.push(...outlastingProblems(outlastingSettings, current, next));
  return { next, refused, gated, problems };
}

/** What is saved as it comes, once its schema has taken it: every field that no rule is about. */
function plain(change: SettingsChange, current: Settings) {
  const {
    ticket_limit,
    welcome_message,
    naming_scheme,
    archive_channel,
    category,
    claim_settings,
    use_threads,
    ticket_notification_channel,
    overflow_category_id,
    context_menu_permission_level,
    context_menu_panel,
    auto_close,
    colours,
    language,
    ticket_permissions,
    ...sent
  } = change;
  return merged<Settings>(sent, { kept: current, defaults: current });
}

/** Settings that are called like the gate that they, or parts of them, need. */
export type GatedField = keyof Settings & GateName;

interface Found {
  problems: Problem[];
  gated: Set<GatedField>;
}

type SoftValues = Pick<Settings, SoftField>;

/** Of the softly checked fields that are named: what is valid is saved, and the answer says which were refused. */
function softly(change: SettingsChange, facts: SettingsFacts) {
  const category = channelOf(change.category, ChannelType.GuildCategory, facts);
  const valid: { [Name in SoftField]: SoftValues[Name] | undefined } = {
    welcome_message: welcomeMessage(change.welcome_message),
    ticket_limit: ticketLimit(change.ticket_limit),
    archive_channel: channelOf(change.archive_channel, ChannelType.GuildText, facts),
    category: category === null ? settingsDefaults.category : category,
    naming_scheme: NamingScheme.safeParse(change.naming_scheme).data,
  };
  const named = namesOf(valid).filter((name) => change[name] !== undefined);
  const refused = named.filter((name) => valid[name] === undefined);
  const value: Partial<SoftValues> = picked(
    valid,
    named.filter((name) => !refused.includes(name)),
  );
  return { value, refused };
}

function welcomeMessage(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.trim()) return undefined;
  // Discord counts characters, not UTF-16 units.
  return [...value].length > limits.welcome_message.max ? undefined : value;
}

function ticketLimit(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  const { min, max } = limits.ticket_limit;
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined;
}

function softId(value: unknown): string | null | undefined {
  return NullableSnowflake.safeParse(value).data;
}

function channelOf(value: unknown, type: ChannelType, facts: SettingsFacts): string | null | undefined {
  const id = softId(value);
  return id && facts.channels.get(id) !== type ? undefined : id;
}

/** Members read along in the channel of a ticket, and it is gone when the ticket closes. */
function ticketChannelProblems(change: SettingsChange, { of_tickets }: SettingsFacts): Problem[] {
  const places = {
    archive_channel: softId(change.archive_channel),
    ticket_notification_channel: change.ticket_notification_channel,
  };
  return Object.entries(places)
    .filter(([, id]) => id && of_tickets.has(id))
    .map(([path]) => ({ path, code: 'channel.is_ticket' }));
}

function claiming(change: SettingsChange, current: Settings, problems: Problem[]) {
  const claim_settings = { ...current.claim_settings, ...change.claim_settings };
  if (claim_settings.support_can_type && !claim_settings.support_can_view)
    problems.push({ path: 'claim_settings.support_can_type', code: 'settings.type_without_view' });
  return { claim_settings };
}

function threads(change: SettingsChange, current: Settings, facts: SettingsFacts, problems: Problem[]) {
  const path = 'ticket_notification_channel';
  const { use_threads = current.use_threads, ticket_notification_channel: channel } = change;
  if (change.use_threads === undefined && channel === undefined) return {};
  if (!use_threads) return { use_threads, ticket_notification_channel: null };
  if (!current.use_threads) problems.push(...threadModeProblems(facts.without_threads));
  if (!channel) problems.push({ path, code: 'settings.notification_channel_missing' });
  else if (facts.channels.get(channel) !== ChannelType.GuildText)
    problems.push({ path, code: 'settings.notification_channel_invalid' });
  return { use_threads, ticket_notification_channel: channel ?? null };
}

/** Why thread mode cannot be turned on. */
function threadModeProblems(without_threads: readonly string[]): Problem[] {
  if (!without_threads.length) return [];
  const params = { channels: without_threads.join(', ') };
  return [{ path: 'use_threads', code: 'settings.panels_without_threads', params }];
}

/** Off, on without a category (tickets go to the top), or on with one. The switch is saved as it comes. */
function overflow(change: SettingsChange, current: Settings, facts: SettingsFacts, problems: Problem[]) {
  const path = 'overflow_category_id';
  const { overflow_category_id = current.overflow_category_id } = change;
  const category = change.overflow_category_id;
  const type = category ? facts.channels.get(category) : undefined;
  if (category && type === undefined) problems.push({ path, code: 'settings.overflow_category_missing' });
  else if (category && type !== ChannelType.GuildCategory)
    problems.push({ path, code: 'settings.overflow_category_invalid' });
  return { overflow_category_id };
}

function contextMenu(change: SettingsChange, current: Settings, facts: SettingsFacts, problems: Problem[]) {
  const { context_menu_panel = current.context_menu_panel } = change;
  const given = String(change.context_menu_permission_level ?? current.context_menu_permission_level);
  const level = Settings.shape.context_menu_permission_level.safeParse(given).data;
  if (level === undefined)
    problems.push({ path: 'context_menu_permission_level', code: 'settings.context_menu_level_invalid' });
  if (change.context_menu_panel && facts.panel_id !== change.context_menu_panel)
    problems.push({ path: 'context_menu_panel', code: 'settings.context_menu_panel_invalid' });
  return {
    context_menu_permission_level: level ?? current.context_menu_permission_level,
    context_menu_panel,
  };
}

/**
 * What is switched off, or has lapsed with premium, keeps its values for the day it comes back; whether they count is
 * decided where they are used. Only a server with premium changes how long tickets may be quiet.
 */
function autoClose(
  { auto_close: sent = {} }: SettingsChange,
  { auto_close: current }: Settings,
  facts: SettingsFacts,
  { problems, gated }: Found,
): Settings['auto_close'] {
  const { since_open_with_no_response, since_last_message, ...switches } = sent;
  const durations = { since_open_with_no_response, since_last_message };
  const next = { ...current, ...switches };
  for (const name of namesOf(durations)) {
    const given = durations[name];
    if (given === undefined) continue;
    const seconds = Math.max(0, Math.floor(given ?? 0));
    if (facts.isOpen('auto_close')) {
      next[name] = seconds;
      if (seconds > limits.auto_close_seconds_max)
        problems.push({ path: `auto_close.${name}`, code: 'settings.auto_close_too_long' });
    } else if (seconds !== current[name]) gated.add('auto_close');
  }
  return next;
}

function colours(
  { colours: sent }: SettingsChange,
  { colours: current }: Settings,
  facts: SettingsFacts,
  { problems, gated }: Found,
): Settings['colours'] {
  if (sent === undefined) return current;
  problems.push(...colourProblems(sent ?? {}, 'colours.'));
  const next = {
    0: (sent?.['0'] ?? defaultColours[0]).toLowerCase(),
    1: (sent?.['1'] ?? defaultColours[1]).toLowerCase(),
  };
  if (facts.isOpen('colours')) return next;
  if (namesOf(next).some((name) => next[name] !== current[name])) gated.add('colours');
  return current;
}

/** What is no colour, or the colour of nothing. `within`: where they stand in what was sent. */
export function colourProblems(sent: ColoursInput, within: '' | 'colours.'): Problem[] {
  return Object.entries(sent)
    .filter(([key, value]) => (key !== '0' && key !== '1') || !/^#[0-9a-f]{6}$/i.test(value))
    .map(([key]) => ({ path: `${within}${key}`, code: 'settings.colour_invalid' }));
}

function language({ language: chosen }: SettingsChange, current: Settings, problems: Problem[]) {
  if (chosen && !isLanguage(chosen)) problems.push({ path: 'language', code: 'settings.language_invalid' });
  return chosen === undefined ? current.language : chosen;
}
