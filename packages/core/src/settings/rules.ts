import { limits } from '@tickets/contract/limits';
import { isLanguage } from '@tickets/contract/locales';
import {
  defaultColours,
  NamingScheme,
  type SettingsInput,
  type SettingsSaved,
} from '@tickets/contract/settings';
import { NullableSnowflake } from '@tickets/contract/snowflake';
import { ChannelType } from 'discord-api-types/v10';
import type { Problem } from '../platform/problems.ts';
import type { defaultRow } from './read.ts';
import { defaultWelcome } from './welcome.ts';

export type SettingsRow = ReturnType<typeof defaultRow>;
type SoftFlags = Omit<SettingsSaved, 'success' | 'error'>;

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
  premium: boolean;
}

/** The channels that a save names, for which the rules need types. */
export function namedChannels(input: SettingsInput): string[] {
  const ids = [
    softId(input.archive_channel),
    softId(input.category),
    input.overflow_category_id,
    input.ticket_notification_channel,
  ];
  return ids.filter((id) => typeof id === 'string');
}

/** What a save makes of the settings. The row counts only when there are no problems. */
export function decideSettings(
  input: SettingsInput,
  current: SettingsRow,
  facts: SettingsFacts,
): { row: SettingsRow; soft: SoftFlags; problems: Problem[] } {
  const problems: Problem[] = [];
  const row: SettingsRow = {
    ...current,
    ...switches(input, current),
    ...claiming(input, current, problems),
    ...threads(input, current, facts, problems),
    ...overflow(input, facts, problems),
    ...contextMenu(input, current, facts, problems),
    ...autoClose(input, current, facts, problems),
    ...colours(input, current, facts, problems),
    language: language(input, problems),
  };
  const soft = {
    welcome_message: softly(welcomeMessage(input.welcome_message), (value) => {
      row.welcome_message = value;
    }),
    ticket_limit: softly(ticketLimit(input.ticket_limit), (value) => {
      row.ticket_limit = value;
    }),
    archive_channel: softly(channelOf(input.archive_channel, ChannelType.GuildText, facts), (value) => {
      row.archive_channel = value;
    }),
    category: softly(channelOf(input.category, ChannelType.GuildCategory, facts), (value) => {
      row.category = value;
    }),
    naming_scheme: softly(NamingScheme.safeParse(input.naming_scheme).data, (value) => {
      row.naming_scheme = value;
    }),
  };
  problems.push(...ticketChannelProblems(input, facts));
  return { row, soft, problems };
}

/** A valid value is saved; undefined keeps what was there, and the answer says so. */
function softly<T>(value: T | undefined, save: (value: T) => void): boolean {
  if (value === undefined) return false;
  save(value);
  return true;
}

function welcomeMessage(value: unknown): string | null | undefined {
  if (typeof value !== 'string' || !value.trim()) return undefined;
  // Discord counts characters, not UTF-16 units.
  if ([...value].length > limits.welcome_message.max) return undefined;
  // A server that saves the text it was shown has chosen none: it follows the language.
  return Object.values(defaultWelcome).includes(value) ? null : value;
}

export function ticketLimit(value: unknown): number | undefined {
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
function ticketChannelProblems(input: SettingsInput, { of_tickets }: SettingsFacts): Problem[] {
  const places = {
    archive_channel: softId(input.archive_channel),
    ticket_notification_channel: input.ticket_notification_channel,
  };
  return Object.entries(places)
    .filter(([, id]) => id && of_tickets.has(id))
    .map(([path]) => ({ path, code: 'channel.is_ticket' }));
}

function switches(input: SettingsInput, current: SettingsRow) {
  const { ticket_permissions = {} } = input;
  return {
    users_can_close: input.users_can_close ?? current.users_can_close,
    close_confirmation: input.close_confirmation ?? current.close_confirmation,
    feedback_enabled: input.feedback_enabled ?? current.feedback_enabled,
    anonymise_dashboard_responses:
      input.anonymise_dashboard_responses ?? current.anonymise_dashboard_responses,
    store_transcripts: input.store_transcripts ?? current.store_transcripts,
    hide_claim_button: input.hide_claim_button ?? current.hide_claim_button,
    disable_open_command: input.disable_open_command ?? current.disable_open_command,
    attach_files: ticket_permissions.attach_files ?? current.attach_files,
    embed_links: ticket_permissions.embed_links ?? current.embed_links,
    add_reactions: ticket_permissions.add_reactions ?? current.add_reactions,
  };
}

function claiming({ claim_settings = {} }: SettingsInput, current: SettingsRow, problems: Problem[]) {
  const support_can_view = claim_settings.support_can_view ?? current.support_can_view;
  const support_can_type = claim_settings.support_can_type ?? current.support_can_type;
  if (support_can_type && !support_can_view)
    problems.push({ path: 'claim_settings.support_can_type', code: 'settings.type_without_view' });
  return { support_can_view, support_can_type };
}

function threads(input: SettingsInput, current: SettingsRow, facts: SettingsFacts, problems: Problem[]) {
  const path = 'ticket_notification_channel';
  const use_threads = input.use_threads ?? current.use_threads;
  const channel = input.ticket_notification_channel;
  if (!use_threads) return { use_threads, ticket_notification_channel: null };
  if (!current.use_threads) problems.push(...threadModeProblems(facts.without_threads));
  if (!channel) problems.push({ path, code: 'settings.notification_channel_missing' });
  else if (facts.channels.get(channel) !== ChannelType.GuildText)
    problems.push({ path, code: 'settings.notification_channel_invalid' });
  return { use_threads, ticket_notification_channel: channel };
}

/** Why thread mode cannot be turned on. */
export function threadModeProblems(without_threads: readonly string[]): Problem[] {
  if (!without_threads.length) return [];
  const params = { channels: without_threads.join(', ') };
  return [{ path: 'use_threads', code: 'settings.panels_without_threads', params }];
}

/** Off, on without a category (tickets go to the top), or on with one. */
function overflow(input: SettingsInput, facts: SettingsFacts, problems: Problem[]) {
  const path = 'overflow_category_id';
  const category = input.overflow_category_id;
  const type = category ? facts.channels.get(category) : undefined;
  if (category && type === undefined) problems.push({ path, code: 'settings.overflow_category_missing' });
  else if (category && type !== ChannelType.GuildCategory)
    problems.push({ path, code: 'settings.overflow_category_invalid' });
  const enabled = input.overflow_enabled;
  return enabled === undefined
    ? { overflow_category_id: category }
    : { overflow_enabled: enabled, overflow_category_id: category };
}

function contextMenu(input: SettingsInput, current: SettingsRow, facts: SettingsFacts, problems: Problem[]) {
  const given = input.context_menu_permission_level ?? current.context_menu_permission_level;
  const level = /^[012]$/.test(String(given)) ? Number(given) : undefined;
  if (level === undefined)
    problems.push({ path: 'context_menu_permission_level', code: 'settings.context_menu_level_invalid' });
  if (input.context_menu_panel && facts.panel_id !== input.context_menu_panel)
    problems.push({ path: 'context_menu_panel', code: 'settings.context_menu_panel_invalid' });
  return {
    context_menu_permission_level: level ?? current.context_menu_permission_level,
    context_menu_add_sender: input.context_menu_add_sender ?? current.context_menu_add_sender,
    context_menu_panel: facts.panel_id,
  };
}

/** Durations need premium and the switch; without either they are off. Closing when the opener leaves needs the switch. */
/**
 * What is switched off, or has lapsed with premium, keeps its values for the day it comes back; whether they count is
 * decided where they are used.
 */
function autoClose(
  { auto_close: input = {} }: SettingsInput,
  current: SettingsRow,
  facts: SettingsFacts,
  problems: Problem[],
) {
  const duration = (name: 'since_open_with_no_response' | 'since_last_message', kept: number) => {
    if (!facts.premium || input[name] === undefined) return kept;
    const seconds = Math.max(0, Math.floor(input[name] ?? 0));
    if (seconds > limits.auto_close_seconds_max)
      problems.push({ path: `auto_close.${name}`, code: 'settings.auto_close_too_long' });
    return seconds;
  };
  return {
    auto_close_enabled: input.enabled ?? current.auto_close_enabled,
    auto_close_on_user_leave: input.on_user_leave ?? current.auto_close_on_user_leave,
    auto_close_since_open: duration('since_open_with_no_response', current.auto_close_since_open),
    auto_close_since_last_message: duration('since_last_message', current.auto_close_since_last_message),
  };
}

function colours(input: SettingsInput, current: SettingsRow, facts: SettingsFacts, problems: Problem[]) {
  for (const [key, value] of Object.entries(input.colours ?? {})) {
    if ((key !== '0' && key !== '1') || !/^#[0-9a-f]{6}$/i.test(value))
      problems.push({ path: `colours.${key}`, code: 'settings.colour_invalid' });
  }
  if (!facts.premium)
    return { colour_success: current.colour_success, colour_failure: current.colour_failure };
  return {
    colour_success: (input.colours?.['0'] ?? defaultColours[0]).toLowerCase(),
    colour_failure: (input.colours?.['1'] ?? defaultColours[1]).toLowerCase(),
  };
}

function language(input: SettingsInput, problems: Problem[]): string | null {
  const chosen = input.language ?? null;
  if (chosen !== null && !isLanguage(chosen))
    problems.push({ path: 'language', code: 'settings.language_invalid' });
  return chosen;
}
