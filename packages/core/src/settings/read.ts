import { type Language, languageOf, locales } from '@tickets/contract/platform/locales';
import { type SettingsAnswer, settingsDefaults } from '@tickets/contract/settings/settings';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { fact } from '../platform/facts.ts';
import { rowOf, type SettingsRow, settingsIn } from './rows.ts';
import { defaultWelcome } from './welcome.ts';

type Row = SettingsRow & { guild_id: string; version: number };

/** A server's settings as the rules use them: the row, whole, with defaults where nothing was saved. */
export interface GuildSettings extends Row {
  /** Never null: the default text in the server's language where the server has none of its own. */
  welcome_message: string;
  /** The language that texts to this server are in. */
  text_language: Language;
}

/** A server's settings, read once in a call. */
export const settingsFor = fact((ctx: Pick<Context, 'db' | 'facts'>, guild_id: string) =>
  settingsOf(ctx.db, guild_id),
);

/** As settingsFor(), read now: for transactions that hold what they read. */
export async function settingsOf(db: Db | Tx, guild_id: string): Promise<GuildSettings> {
  const row = await db
    .selectFrom('guilds')
    .leftJoin('guild_settings', 'guild_settings.guild_id', 'guilds.guild_id')
    .where('guilds.guild_id', '=', guild_id)
    .selectAll('guild_settings')
    .select('guilds.preferred_locale')
    .executeTakeFirst();
  const saved = row && isSaved(row) ? row : { guild_id, version: 0, ...rowOf(settingsDefaults) };
  const text_language = languageOf(saved.language, row?.preferred_locale ?? null);
  return { ...saved, welcome_message: saved.welcome_message ?? defaultWelcome[text_language], text_language };
}

/** A left join answers all columns of a missing row as null. */
function isSaved(row: { [K in keyof Row]: Row[K] | null }): row is Row {
  return row.guild_id !== null;
}

/** The settings as the dashboard edits them. */
export async function getSettings(ctx: Context, guild_id: string): Promise<SettingsAnswer> {
  const { guild_id: _, text_language: __, version, ...row } = await settingsFor(ctx, guild_id);
  return { success: true, ...settingsIn(row), locales: [...locales], version };
}
