import type { Channel } from '@tickets/contract/servers/guild';
import type { Settings, SettingsAnswer } from '@tickets/contract/settings/settings';
import { describe, expect, test } from 'vitest';
import {
  claimRule,
  draftAfterSave,
  formOf,
  needsFreshChannels,
  OVERFLOW_DISABLED,
  OVERFLOW_UNCATEGORISED,
  payloadOf,
  unsavedFields,
} from './settings-form.ts';

const channel = (id: string, type: number): Channel => ({
  id,
  guild_id: '1',
  name: `channel-${id}`,
  type,
  position: 0,
  parent_id: null,
  is_ticket: false,
});
const channels = [channel('9', 2), channel('10', 4), channel('11', 0), channel('12', 5), channel('13', 4)];

const settings: Settings = {
  ticket_limit: 5,
  language: null,
  users_can_close: true,
  close_confirmation: true,
  feedback_enabled: false,
  anonymise_dashboard_responses: false,
  use_threads: false,
  ticket_notification_channel: null,
  archive_channel: null,
  overflow_enabled: false,
  overflow_category_id: null,
  store_transcripts: true,
  hide_claim_button: false,
  disable_open_command: false,
  category: '10',
  naming_scheme: 'id',
  welcome_message: 'Hello',
  context_menu_permission_level: '0',
  context_menu_add_sender: true,
  context_menu_panel: null,
  claim_settings: { support_can_view: true, support_can_type: false },
  auto_close: {
    enabled: false,
    on_user_leave: false,
    since_open_with_no_response: 0,
    since_last_message: 93_780,
  },
  ticket_permissions: { attach_files: true, embed_links: true, add_reactions: true },
  colours: { 0: '#2ecc71', 1: '#fc3f35' },
};

const answerOf = (changes: Partial<Settings> = {}): SettingsAnswer => ({
  ...settings,
  ...changes,
  success: true,
  locales: [],
  version: 0,
});

describe('loading', () => {
  test('an archive channel of "0" becomes the first text channel, past other kinds', () => {
    expect(formOf(answerOf({ archive_channel: '0' }), channels).archive_channel).toBe('11');
  });

  test('a category of "0" becomes the first category', () => {
    expect(formOf(answerOf({ category: '0' }), channels).category).toBe('10');
  });

  test('a server without categories has none proposed', () => {
    expect(formOf(answerOf({ category: '0' }), [channel('11', 0)]).category).toBeNull();
  });

  test('the word "null" is no channel', () => {
    expect(formOf(answerOf({ archive_channel: 'null' }), channels).archive_channel).toBeNull();
  });

  test.each([
    ['disabled shows as Disabled', false, null, OVERFLOW_DISABLED],
    ['disabled shows as Disabled although a category is still stored', false, '13', OVERFLOW_DISABLED],
    ['enabled without a category shows as Uncategorised', true, null, OVERFLOW_UNCATEGORISED],
    ['enabled with a category that is gone shows as Uncategorised', true, '99', OVERFLOW_UNCATEGORISED],
    ['enabled with an id that is no category shows as Uncategorised', true, '11', OVERFLOW_UNCATEGORISED],
    ['enabled with a category shows that category', true, '13', '13'],
  ])('overflow: %s', (_, overflow_enabled, overflow_category_id, shown) => {
    expect(formOf(answerOf({ overflow_enabled, overflow_category_id }), channels).overflow).toBe(shown);
  });

  test('only a saved archive channel that the list lacks asks for a fresh list', () => {
    expect(needsFreshChannels({ ...settings, archive_channel: '77' }, channels)).toBe(true);
    expect(needsFreshChannels({ ...settings, archive_channel: '11' }, channels)).toBe(false);
    expect(needsFreshChannels({ ...settings, archive_channel: null }, channels)).toBe(false);
    expect(needsFreshChannels({ ...settings, archive_channel: '0' }, channels)).toBe(false);
  });
});

describe('saving', () => {
  const form = formOf(answerOf(), channels);

  test('the payload is the whole object under the keys of the settings answer', () => {
    expect(Object.keys(payloadOf(form)).sort()).toEqual(Object.keys(settings).sort());
  });

  test('settings that were not touched are sent as they came', () => {
    expect(payloadOf(form)).toEqual(settings);
  });

  test.each([
    [OVERFLOW_DISABLED, false, null],
    [OVERFLOW_UNCATEGORISED, true, null],
    ['13', true, '13'],
  ])('overflow %s is sent as enabled %s with category %s', (overflow, enabled, id) => {
    expect(payloadOf({ ...form, overflow })).toMatchObject({
      overflow_enabled: enabled,
      overflow_category_id: id,
    });
  });

  test('the word "null" and empty choices are sent as null', () => {
    const payload = payloadOf({ ...form, archive_channel: 'null', language: '', category: null });
    expect(payload).toMatchObject({ archive_channel: null, language: null, category: null });
  });

  test('durations are sent in seconds, colours under 0 and 1, the context menu level as text', () => {
    const payload = payloadOf({ ...form, context_menu_permission_level: '2' });
    expect(payload.auto_close.since_last_message).toBe(93_780);
    expect(payload.colours).toEqual({ 0: '#2ecc71', 1: '#fc3f35' });
    expect(payload.context_menu_permission_level).toBe('2');
  });
});

describe('claiming', () => {
  test('turning view off turns type off', () => {
    expect(
      claimRule({ support_can_view: true, support_can_type: true }, { support_can_view: false }),
    ).toEqual({
      support_can_view: false,
      support_can_type: false,
    });
  });

  test('turning type on turns view on', () => {
    expect(
      claimRule({ support_can_view: false, support_can_type: false }, { support_can_type: true }),
    ).toEqual({
      support_can_view: true,
      support_can_type: true,
    });
  });

  test('turning view on leaves type as it is', () => {
    expect(
      claimRule({ support_can_view: false, support_can_type: false }, { support_can_view: true }),
    ).toEqual({
      support_can_view: true,
      support_can_type: false,
    });
  });
});

describe('the answer of a save', () => {
  const saved = {
    welcome_message: true,
    ticket_limit: true,
    archive_channel: true,
    category: true,
    naming_scheme: true,
  };

  test('an answer with every flag names nothing', () => {
    expect(unsavedFields(saved)).toEqual([]);
  });

  test('exactly the flags that are false or missing are named', () => {
    expect(unsavedFields({ ...saved, category: false })).toEqual(['category']);
    const { welcome_message: _, ...without } = saved;
    expect(unsavedFields(without)).toEqual(['welcome_message']);
  });

  test('a refused field keeps what was typed, all others show what the server has', () => {
    const server = formOf(answerOf(), channels);
    const draft = { ...server, welcome_message: 'x'.repeat(1001), ticket_limit: 9 };
    const after = draftAfterSave({ ...server, ticket_limit: 8 }, draft, ['welcome_message']);
    expect(after.welcome_message).toHaveLength(1001);
    expect(after.ticket_limit).toBe(8);
  });
});
