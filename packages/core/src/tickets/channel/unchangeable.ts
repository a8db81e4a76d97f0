import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { essential } from '../../platform/discord/channel-permissions.ts';
import { botAccess, botPermissionsIn } from '../../servers/bot-access.ts';
import { everything, type Overwrite } from '../../servers/channel-permissions.ts';

type Bits = { allow: bigint; deny: bigint };

/**
 * The permissions of an overwrite that a bot with the permissions `held` in the category cannot change: Discord lets only
 * administrators change Manage Permissions, and nobody a permission that they lack. Essential ones are not kept, as in givable().
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
