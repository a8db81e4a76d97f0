import { setTimeout as sleep } from 'node:timers/promises';
import type { Bot } from '@tickets/bot/bot';
import type { Context } from '@tickets/core/platform/context';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import type { DiscordSim } from '@tickets/discord-sim/server';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import { installBot } from '@tickets/discord-sim/world/guilds';
import { leaveGuild } from '@tickets/discord-sim/world/members';
import { settleAll } from '../worlds/effects.ts';
import { addUsersBot, botsChanged } from './users-bot.ts';

export interface OwnBot {
  application: SimApplication;
  bot_id: string;
  bot: Bot;
  /** Comes to a server, and has heard of it. */
  joins(guild_id: string, permissions?: bigint): Promise<void>;
  leaves(guild_id: string): Promise<void>;
  stop(): Promise<void>;
}

const SOON_MS = 15_000;

/** A user's own bot, connected by the process that runs the program's. */
export async function startOwnBot(
  { ctx, sim, bot }: { ctx: Context; sim: Pick<DiscordSim, 'world' | 'gateway'>; bot: Bot },
  user_id: string,
): Promise<OwnBot> {
  const { world } = sim;
  const { application, bot_id } = await addUsersBot(ctx, sim, { name: 'Crumbs', user_id });
  botsChanged(ctx);
  for (const until = Date.now() + SOON_MS; (await stateOf(ctx, bot_id)) !== 'ready'; ) {
    if (Date.now() > until) throw new Error(`the bot is ${await stateOf(ctx, bot_id)}`);
    await sleep(20);
  }
  const heard = async () => {
    await sim.gateway.received();
    await bot.settled();
    await settleAll(ctx, 'own_bots');
    await ctx.bots.refresh();
  };
  return {
    application,
    bot_id,
    bot,
    async joins(guildId, permissions = requiredPermissions) {
      installBot(world, { guildId, applicationId: application.id, permissions: BigInt(permissions) });
      await heard();
    },
    async leaves(guild_id) {
      leaveGuild(world, guild_id, bot_id);
      await heard();
    },
    stop: async () => undefined,
  };
}

async function stateOf({ db }: Context, bot_id: string) {
  const row = await db
    .selectFrom('whitelabel_bots')
    .where('bot_id', '=', bot_id)
    .select('state')
    .executeTakeFirstOrThrow();
  return row.state;
}
