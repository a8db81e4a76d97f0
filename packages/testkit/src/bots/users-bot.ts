import { tokenContext } from '@tickets/core/bots/open-bots';
import type { Context } from '@tickets/core/platform/context';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import type { DiscordSim } from '@tickets/discord-sim/server';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import { installBot } from '@tickets/discord-sim/world/guilds';
import { randomId } from '../data/factories.ts';

export interface UsersBotOptions {
  name?: string;
  /** The owner of the first of its servers by default: it is trusted where its user is an administrator. */
  user_id?: string;
  /** Servers that it is added to. */
  guild_ids?: readonly string[];
}

/** A bot of a user's own, as somebody who submitted its token has it. Nothing is told of it: see `botsChanged`. */
export async function addUsersBot(
  ctx: Pick<Context, 'db' | 'sealer'>,
  sim: Pick<DiscordSim, 'world'>,
  {
    name = 'Own bot',
    guild_ids = [],
    user_id = sim.world.guilds.get(guild_ids[0] ?? '')?.owner_id ?? randomId(),
  }: UsersBotOptions = {},
): Promise<{ application: SimApplication; bot_id: string; user_id: string }> {
  const application = sim.world.addApplication({
    name,
    ...(sim.world.users.has(user_id) && { owner_id: user_id }),
  });
  const bot_id = application.bot_user_id;
  for (const guildId of guild_ids)
    installBot(sim.world, { guildId, applicationId: application.id, permissions: requiredPermissions });
  await ctx.db
    .insertInto('whitelabel_bots')
    .values({
      bot_id,
      application_id: application.id,
      user_id,
      name,
      username: name,
      token: ctx.sealer.seal(application.bot_token, tokenContext(bot_id)),
    })
    .execute();
  return { application, bot_id, user_id };
}

/** What anyone does who changes a row of whitelabel_bots. */
export const botsChanged = (ctx: Pick<Context, 'events'>): void =>
  ctx.events.publish({ type: 'bots.changed' });
