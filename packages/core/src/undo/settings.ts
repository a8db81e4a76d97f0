import { Settings, settingsDefaults } from '@tickets/contract/settings/settings';
import { settingsFor } from '../settings/read.ts';
import { settingsIn } from '../settings/rows.ts';
import { checkSettings, updateSettings } from '../settings/save.ts';
import { defaultWelcome } from '../settings/welcome.ts';
import { asFields, changedOf, type Kind, notPossible, type Rewrite } from './kind.ts';
import { livingOf } from './living.ts';

export const settingsKind: Kind = {
  async read(call, guild_id) {
    settingsFor.forget(call);
    const { text_language, ...row } = await settingsFor(call, guild_id);
    const { version } = row;
    const chosen = row.welcome_message === defaultWelcome[text_language] ? null : row.welcome_message;
    const known = Object.keys(settingsDefaults);
    const fields = Object.entries(asFields(settingsIn({ ...row, welcome_message: chosen })));
    return { fields: Object.fromEntries(fields.filter(([name]) => known.includes(name))), version };
  },
  living: (call, guild_id, wanted, now) =>
    livingOf(call.db, guild_id, {
      wanted,
      now,
      namings: {
        context_menu_panel: { of: 'panel' },
        archive_channel: { of: 'channel' },
        overflow_category_id: { of: 'channel' },
        ticket_notification_channel: { of: 'channel' },
        category: { of: 'channel', idOf: (id) => (id === settingsDefaults.category ? undefined : id) },
      },
    }),
  checkWrite: (call, guild_id, rewrite) => checkSettings(call, guild_id, changeOf(rewrite)),
  async write(call, guild_id, rewrite) {
    await updateSettings(call, guild_id, changeOf(rewrite), { based_on: rewrite.now.version });
  },
  restore: notPossible,
  remove: notPossible,
};

function changeOf(rewrite: Rewrite) {
  const change = Settings.partial().parse(changedOf(rewrite));
  const { category, welcome_message } = change;
  return {
    ...change,
    // What stands for none chosen, as a save says it.
    ...(category === settingsDefaults.category && { category: null }),
    ...(welcome_message === settingsDefaults.welcome_message && { welcome_message: defaultWelcome.en }),
  };
}
