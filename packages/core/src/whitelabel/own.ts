import { AppError } from '@tickets/contract/platform/errors';
import {
  type StatusInput,
  WhitelabelBot,
  type WhitelabelServer,
  type WhitelabelServers,
} from '@tickets/contract/whitelabel/whitelabel';
import { isStatusType, whitelabelLimits } from '@tickets/contract/whitelabel/whitelabel-limits';
import { sql } from 'kysely';
import { tokenContext } from '../bots/open-bots.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { inviteUrl } from '../platform/discord/bot-permissions.ts';
import { transact } from '../platform/events/events.ts';
import { knownUsers } from '../servers/users.ts';
import { endBot } from './end.ts';
import { findOwnBot, type OwnBot } from './find.ts';
import { putCommands } from './own-application.ts';
import { recordWhitelabel } from './record.ts';
import { requireWhitelabel } from './required.ts';

const byOwner = (user_id: string) => ({ user_id, source: 'dashboard' as const });

/** The bot that somebody runs, without its token. */
export async function readOwnBot(ctx: Context, user_id: string): Promise<WhitelabelBot> {
  await requireWhitelabel(ctx, user_id);
  const bot = await findOwnBot(ctx.db, user_id);
  if (!bot) throw new AppError('whitelabel.no_bot');
  const [known, servers] = await Promise.all([knownUsers(ctx.db, [bot.bot_id]), serversOf(ctx, bot)]);
  return WhitelabelBot.parse({
    id: bot.bot_id,
    application_id: bot.application_id,
    name: bot.name,
    username: bot.username,
    avatar: known.get(bot.bot_id)?.avatar || null,
    status: bot.status ?? '',
    status_type: bot.status === null ? 0 : bot.status_type,
    state: bot.state,
    state_at: bot.state_at.toISOString(),
    invite_url: inviteUrl({ web_url: ctx.config.oauth.web_url, client_id: bot.application_id }),
    servers,
  });
}

/** Ends somebody's bot, where they have one. */
export async function disableOwnBot(ctx: Context, user_id: string): Promise<void> {
  await requireWhitelabel(ctx, user_id);
  await transact(ctx, async (tx, emit) => {
    const bot = await findOwnBot(tx, user_id);
    if (bot) await endBot(tx, emit, { bot, by: byOwner(user_id) });
  });
}

/** Sets what is shown below the bot's name in Discord. */
export async function setStatus(
  ctx: Context,
  user_id: string,
  { status, status_type }: StatusInput,
): Promise<void> {
  await requireWhitelabel(ctx, user_id);
  const text = status.trim();
  await changeStatus(ctx, user_id, {
    check() {
      if (text.length < 1 || [...text].length > whitelabelLimits.status)
        throw refused('whitelabel.status_length', 'status');
      if (!isStatusType(status_type)) throw refused('whitelabel.status_type', 'status_type');
    },
    what: 'set_status',
    to: { status: text, status_type },
  });
}

/** Has the bot show what the product shows by itself. */
export async function clearStatus(ctx: Context, user_id: string): Promise<void> {
  await requireWhitelabel(ctx, user_id);
  await changeStatus(ctx, user_id, { what: 'clear_status', to: { status: null, status_type: 0 } });
}

async function changeStatus(
  ctx: Context,
  user_id: string,
  change: {
    check?: () => void;
    what: 'set_status' | 'clear_status';
    to: { status: string | null; status_type: number };
  },
): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const { bot_id, status, status_type } = await heldBot(tx, user_id);
    change.check?.();
    await tx.updateTable('whitelabel_bots').set(change.to).where('bot_id', '=', bot_id).execute();
    const before = { status, status_type };
    await recordWhitelabel(tx, byOwner(user_id), change.what, { bot_id, before, after: change.to });
    emit({ type: 'bots.changed' });
  });
}

function refused(code: 'whitelabel.status_length' | 'whitelabel.status_type', path: string): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { fields: [{ path, message }] });
}

async function heldBot(tx: Tx, user_id: string): Promise<OwnBot> {
  const bot = await findOwnBot(tx, user_id);
  if (!bot) throw new AppError('whitelabel.no_bot');
  return bot;
}

/**
 * Registers the bot's commands with Discord again, all of them, at once. Once in a minute: Discord counts what is
 * registered. What Discord does not take may be tried again at once.
 */
export async function createCommands(ctx: Context, user_id: string): Promise<void> {
  await requireWhitelabel(ctx, user_id);
  const now = ctx.clock.now();
  const bot = await transact(ctx, async (tx) => {
    const held = await heldBot(tx, user_id);
    const token = ctx.sealer.openIfKnown(held.token, tokenContext(held.bot_id));
    if (token === undefined) throw new AppError('whitelabel.token_lost');
    const again_at = (held.commands_created_at?.getTime() ?? 0) + whitelabelLimits.commands_cooldown_ms;
    if (again_at > now.getTime())
      throw new AppError('whitelabel.commands_cooldown', {
        params: { seconds: Math.ceil((again_at - now.getTime()) / 1000) },
      });
    const { bot_id } = held;
    await tx
      .updateTable('whitelabel_bots')
      .set({ commands_created_at: now })
      .where('bot_id', '=', bot_id)
      .execute();
    await recordWhitelabel(tx, byOwner(user_id), 'create_commands', { bot_id, after: { at: now } });
    return { ...held, token };
  });
  try {
    await putCommands(
      ctx,
      { token: bot.token, application_id: bot.application_id },
      await ctx.ownBotCommands(),
    );
  } catch (error) {
    await ctx.db
      .updateTable('whitelabel_bots')
      .set({ commands_created_at: bot.commands_created_at })
      .where('bot_id', '=', bot.bot_id)
      .where('commands_created_at', '=', now)
      .execute();
    throw error;
  }
}

/** The servers that somebody's bot is in, by name. */
export async function listOwnServers(ctx: Context, user_id: string): Promise<WhitelabelServers> {
  await requireWhitelabel(ctx, user_id);
  const bot = await findOwnBot(ctx.db, user_id);
  if (!bot) throw new AppError('whitelabel.bot_unknown');
  const servers = await serversOf(ctx, bot);
  return { success: true, guilds: Object.fromEntries(servers.map(({ id, name }) => [id, name])), servers };
}

/** By name, as people look for them. */
async function serversOf(ctx: Context, bot: OwnBot): Promise<WhitelabelServer[]> {
  const rows = await ctx.db
    .selectFrom('bot_guilds as there')
    .innerJoin('guilds', 'guilds.guild_id', 'there.guild_id')
    .where('there.bot_id', '=', bot.bot_id)
    .select(({ selectFrom, exists }) => [
      'guilds.guild_id',
      'guilds.name',
      'guilds.icon',
      'guilds.served_by',
      'there.is_trusted',
      exists(
        selectFrom('bot_guilds as main')
          .whereRef('main.guild_id', '=', 'guilds.guild_id')
          .where('main.bot_id', '=', ctx.bots.main.user_id)
          .select('main.bot_id'),
      ).as('has_main_bot'),
      sql<number>`${ofOthers('panels', bot)} + ${ofOthers('multi_panels', bot)}`.as('panels_of_others'),
    ])
    .orderBy('guilds.name')
    .orderBy('guilds.guild_id')
    .execute();
  return rows.map(({ guild_id, name, icon, is_trusted, served_by, has_main_bot, panels_of_others }) => ({
    id: guild_id,
    name,
    icon,
    is_trusted,
    serves: served_by === bot.bot_id,
    answered_by:
      served_by === bot.bot_id ? 'this' : served_by !== null ? 'other' : has_main_bot ? 'shared' : 'none',
    panels_of_others,
    has_main_bot: Boolean(has_main_bot),
  }));
}

const ofOthers = (table: 'panels' | 'multi_panels', { bot_id }: OwnBot) => sql`(
  select count(*)::int from ${sql.table(table)} as posted where posted.guild_id = guilds.guild_id
    and posted.message_id is not null and posted.message_bot_id is distinct from ${bot_id})`;
