import { type Bot, startBot } from '@tickets/bot/bot';
import { tokenContext } from '@tickets/core/bots/open-bots';
import type { Context } from '@tickets/core/platform/context';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { asBot } from '@tickets/core/platform/discord/bots';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import { installBot } from '@tickets/discord-sim/world/guilds';
import { leaveGuild } from '@tickets/discord-sim/world/members';
import type { World } from '@tickets/discord-sim/world/world';

export interface OwnBot {
  application: SimApplication;
  bot_id: string;
  bot: Bot;
  /** Comes to a server, and has heard of it. */
  joins(guild_id: string, permissions?: bigint): Promise<void>;
  leaves(guild_id: string): Promise<void>;
  stop(): Promise<void>;
}

/** A user's own bot, connected, beside the program's. */
export async function startOwnBot(
  { ctx, sim }: { ctx: Context; sim: { world: World; gateway: { received(): Promise<void> } } },
  user_id: string,
): Promise<OwnBot> {
  const { world } = sim;
  const application = world.addApplication({ name: 'Crumbs', owner_id: user_id });
  const bot_id = application.bot_user_id;
  await ctx.db
    .insertInto('whitelabel_bots')
    .values({
      bot_id,
      application_id: application.id,
      user_id,
      name: application.name,
      username: application.name,
      token: ctx.sealer.seal(application.bot_token, tokenContext(bot_id)),
      state: 'ready',
    })
    .execute();
  await ctx.bots.refresh();
  const discord = ctx.bots.byId(bot_id);
  if (!discord) throw new Error('the bot is not known');
  const bot = await startBot(asBot(ctx, discord));
  const heard = async () => {
    await sim.gateway.received();
    await bot.settled();
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
    stop: () => bot.stop(),
  };
}
