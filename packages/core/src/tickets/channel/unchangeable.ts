import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { essential } from '../../platform/discord/channel-permissions.ts';
import { botAccess, botPermissionsIn } from '../../servers/bot-access.ts';
import { everything, type Overwrite } from '../../servers/channel-permissions.ts';

type Bits = { allow: bigint; deny: bigint };

/**
 * What of an entry a bot that holds `held` around the channel has to leave as it stands: Discord lets only administrators give and
 * take the right to manage permissions, and of the rest nobody what they lack themselves. Essentials never stay, as in givable().
 */
export function unchangeable(held: bigint, { allow, deny }: Pick<Overwrite, 'allow' | 'deny'>): Bits {
  if (held === everything) return { allow: 0n, deny: 0n };
  const fixed = P.ManageRoles | (everything & ~(held | essential));
  return { allow: BigInt(allow) & fixed, deny: BigInt(deny) & fixed };
}

interface Place {
  guild_id: string;
  channel_id: string | null;
}

/** The entries of a channel, as the gateway told them; none as long as it is not made. */
export async function standingIn(ctx: Context, place: Place): Promise<Overwrite[]> {
  return (await channelAt(ctx, place))?.overwrites ?? [];
}

/** What a channel says of a person or a role that the bot may not change. */
export async function unchangeableOf(ctx: Context, place: Place, id: string): Promise<Bits> {
  const [bot, channel] = await Promise.all([botAccess(ctx, place.guild_id), channelAt(ctx, place)]);
  const entry = channel?.overwrites.find((one) => one.id === id);
  if (!channel || !entry) return { allow: 0n, deny: 0n };
  const { parent_id } = channel;
  const held = parent_id ? await botPermissionsIn(ctx, place.guild_id, parent_id, bot) : bot.permissions;
  return unchangeable(held, entry);
}

async function channelAt(ctx: Context, { guild_id, channel_id }: Place) {
  if (!channel_id) return undefined;
  const channel = await ctx.db
    .selectFrom('guild_channels')
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .select(['parent_id', 'permission_overwrites'])
    .executeTakeFirst();
  return (
    channel && {
      parent_id: channel.parent_id,
      overwrites: channel.permission_overwrites as unknown as Overwrite[], // as Discord sent them
    }
  );
}
