import { changesBetween, type Json } from '@tickets/contract/audit/changes';
import { settingsDefaults } from '@tickets/contract/settings/settings';
import type { EntityType } from '@tickets/contract/transfer/transfer';
import { settingsFor } from '../../settings/read.ts';
import { type SettingsRow, settingsIn } from '../../settings/rows.ts';
import type { SettingsChange } from '../../settings/rules.ts';
import { checkSettings, updateSettings } from '../../settings/save.ts';
import { defaultWelcome } from '../../settings/welcome.ts';
import { kinds } from '../../undo/kinds.ts';
import { type Item, reasonOf, refusalOf, type SetupEnv } from './items.ts';

/** Settings that are imported together, and what they are called. */
const groups: { entity: EntityType; name: string; fields: (keyof SettingsChange)[] }[] = [
  { entity: 'language', name: 'language', fields: ['language'] },
  { entity: 'archive_channel', name: 'archive channel', fields: ['archive_channel'] },
  { entity: 'autoclose_settings', name: 'auto close', fields: ['auto_close'] },
  { entity: 'channel_category', name: 'category', fields: ['category'] },
  { entity: 'claim_settings', name: 'claims', fields: ['claim_settings'] },
  { entity: 'close_confirmation', name: 'close confirmation', fields: ['close_confirmation'] },
  { entity: 'custom_colours', name: 'colours', fields: ['colours'] },
  { entity: 'feedback_enabled', name: 'feedback', fields: ['feedback_enabled'] },
  { entity: 'naming_scheme', name: 'naming scheme', fields: ['naming_scheme'] },
  { entity: 'ticket_limit', name: 'ticket limit', fields: ['ticket_limit'] },
  { entity: 'ticket_permissions', name: 'permissions in tickets', fields: ['ticket_permissions'] },
  { entity: 'users_can_close', name: 'users can close', fields: ['users_can_close'] },
  { entity: 'welcome_message', name: 'welcome message', fields: ['welcome_message'] },
  { entity: 'settings', name: 'threads', fields: ['use_threads', 'ticket_notification_channel'] },
  { entity: 'settings', name: 'overflow', fields: ['overflow_enabled', 'overflow_category_id'] },
  {
    entity: 'settings',
    name: 'other settings',
    fields: [
      'anonymise_dashboard_responses',
      'store_transcripts',
      'hide_claim_button',
      'disable_open_command',
      'context_menu_permission_level',
      'context_menu_add_sender',
    ],
  },
];

/** Settings, a few at a time, so that one that is refused keeps no other back. */
export async function* settings(env: SetupEnv): AsyncGenerator<Item, void> {
  const [row] = env.rows.guild_settings;
  if (!row) return;
  const { wanted, left_out } = settingsOf(env, row);
  for (const { entity, name, fields } of groups)
    yield* group(env, {
      entity,
      name,
      change: pick(wanted, fields),
      reason: reasonOf(fields.map((one) => left_out[one])),
    });
}

/** The panel of the context menu is set when the panels are there. */
export async function* contextMenuPanel(env: SetupEnv): AsyncGenerator<Item, void> {
  const from = env.rows.guild_settings[0]?.context_menu_panel;
  if (!from) return;
  const name = 'panel of the context menu';
  if (!env.ids.has('panel', from)) {
    yield { entity: 'settings', name, outcome: 'skip', reason: 'its panel is not here' };
    return;
  }
  const panel = env.ids.get('panel', from);
  if (panel !== undefined && !(await isThere(env, panel))) return;
  if (panel === undefined)
    yield {
      entity: 'settings',
      name,
      outcome: 'change',
      fields: ['context_menu_panel'],
      async apply() {
        const made = env.ids.get('panel', from);
        if (made !== undefined) await updateSettings(env.as(), env.guild_id, { context_menu_panel: made });
      },
    };
  else
    yield* group(env, { entity: 'settings', name, change: { context_menu_panel: panel }, reason: undefined });
}

const isThere = async (env: SetupEnv, panel_id: number) =>
  (await env
    .as()
    .db.selectFrom('panels')
    .where('guild_id', '=', env.guild_id)
    .where('panel_id', '=', panel_id)
    .select('panel_id')
    .executeTakeFirst()) !== undefined;

async function* group(
  env: SetupEnv,
  {
    entity,
    name,
    change,
    reason,
  }: { entity: EntityType; name: string; change: SettingsChange; reason: string | undefined },
): AsyncGenerator<Item, void> {
  const now = await kinds.settings.read(env.as(), env.guild_id, env.guild_id);
  const to: JsonFields = JSON.parse(JSON.stringify(change));
  const changes = changesBetween(sharedPart(now?.fields ?? {}, to), to);
  const item = { entity, name, reason };
  if (!changes.length) {
    yield { ...item, outcome: reason ? 'skip' : 'same' };
    return;
  }
  const sent = sentOf(change);
  const refusal = await refusalOf(() => checkSettings(env.as(), env.guild_id, sent));
  if (refusal) yield { ...item, outcome: 'skip', reason: refusal };
  else
    yield {
      ...item,
      outcome: 'change',
      fields: changes.map(({ path }) => path),
      async apply() {
        await updateSettings(env.as(), env.guild_id, sent);
        settingsFor.forget(env.as());
      },
    };
}

type JsonFields = { [field: string]: Json };

/** Of what is there, what a change says something of: what it leaves out stays as it is. */
function sharedPart(is: JsonFields, change: JsonFields): JsonFields {
  const shared = Object.entries(is).filter(([name]) => name in change);
  return Object.fromEntries(
    shared.map(([name, value]) => {
      const to = change[name];
      return [name, isRecord(value) && isRecord(to) ? sharedPart(value, to) : value];
    }),
  );
}

const isRecord = (value: Json | undefined): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands for none chosen, as a save says it. */
const sentOf = (change: SettingsChange): SettingsChange => ({
  ...change,
  ...(change.category === settingsDefaults.category && { category: null }),
  ...(change.welcome_message === settingsDefaults.welcome_message && { welcome_message: defaultWelcome.en }),
});

type Row = SetupEnv['rows']['guild_settings'][number];

/** The settings of the archive, with the channels that stand here for those that they name. */
function settingsOf(
  env: SetupEnv,
  row: Row,
): { wanted: SettingsChange; left_out: Partial<Record<keyof SettingsChange, string>> } {
  const { places } = env;
  const left_out: Partial<Record<keyof SettingsChange, string>> = {};
  const found = <T>(field: keyof SettingsChange, value: T | null, was: string | null, effect: string) => {
    if (was && !value) left_out[field] = effect;
    return value;
  };
  // Its columns are those of the table, but for what the editor never shows.
  const read = settingsIn({ ...row, context_menu_panel: null } as SettingsRow);
  const notification = found(
    'ticket_notification_channel',
    places.channel(row.ticket_notification_channel, 'settings'),
    row.ticket_notification_channel,
    read.use_threads
      ? 'this server has no channel for it, so tickets are not opened as threads'
      : 'this server has no channel for it',
  );
  const { auto_close, colours } = read;
  const { since_last_message, since_open_with_no_response, ...switches } = auto_close;
  if (!env.isOpen('auto_close') && (since_last_message || since_open_with_no_response))
    left_out.auto_close = 'without its times, which need premium';
  const usual = colours[0] === settingsDefaults.colours[0] && colours[1] === settingsDefaults.colours[1];
  if (!env.isOpen('colours') && !usual) left_out.colours = 'colours need premium';
  const archive = found(
    'archive_channel',
    places.channel(row.archive_channel, 'settings'),
    row.archive_channel,
    'this server has no channel for it, so it stays as it is here',
  );
  const category = found(
    'category',
    places.category(row.category, 'settings'),
    row.category,
    'this server has no category for it, so it stays as it is here',
  );
  const overflow = places.category(row.overflow_category_id, 'settings');
  found(
    'overflow_category_id',
    overflow,
    row.overflow_category_id,
    'this server has no category for it, so that stays as it is here. Where none is chosen, tickets for which there is no room are opened outside of categories',
  );
  return {
    left_out,
    wanted: {
      ...read,
      auto_close: env.isOpen('auto_close') ? auto_close : switches,
      colours: env.isOpen('colours') ? colours : undefined,
      archive_channel: left_out.archive_channel ? undefined : archive,
      category: left_out.category ? undefined : (category ?? settingsDefaults.category),
      overflow_category_id: left_out.overflow_category_id ? undefined : overflow,
      use_threads: read.use_threads && notification !== null,
      ticket_notification_channel: read.use_threads ? notification : null,
    },
  };
}

function pick(change: SettingsChange, names: readonly (keyof SettingsChange)[]): SettingsChange {
  const entries = names.filter((name) => change[name] !== undefined).map((name) => [name, change[name]]);
  return Object.fromEntries(entries);
}
