import { GatewayDispatchEvents as E } from '@discordjs/core';
import { postedChannelsMissing } from '@tickets/core/posted-messages/gone';
import {
  forgetGuild,
  removeRole,
  syncGuild,
  updateEmojis,
  updateGuild,
  upsertRole,
} from '@tickets/core/servers/guilds';
import { removeMember, upsertMember } from '@tickets/core/servers/members';
import { saveUsers } from '@tickets/core/servers/users';
import { takeOffStaffWhoLeft } from '@tickets/core/staff/left';
import { letIntoThreadsAgain } from '@tickets/core/tickets/channel/opener-in-thread';
import { memberLeft, openerReturned } from '@tickets/core/tickets/closing/opener-left';
import { takeOutGuestWhoLeft } from '@tickets/core/tickets/participants/left';
import type { Listen } from './listener.ts';

/** Keeps what the database knows of servers, their roles, emojis and members. */
export function listenToGuilds({ ctx, on }: Listen): void {
  on(
    E.GuildCreate,
    ({ id }) => id,
    async (guild) => {
      // In an outage of Discord a server comes with nothing but its id, and whole when the outage is over.
      if (guild.unavailable) return;
      await syncGuild(ctx, guild);
      await postedChannelsMissing(ctx, guild.id);
    },
  );
  on(
    E.GuildUpdate,
    ({ id }) => id,
    (guild) => updateGuild(ctx, guild),
  );
  on(
    E.GuildDelete,
    ({ id }) => id,
    async (guild) => {
      // An outage of Discord looks like this too; the bot is still in the server then.
      if (!guild.unavailable) await forgetGuild(ctx, guild.id);
    },
  );
  on(
    E.GuildRoleCreate,
    ({ guild_id }) => guild_id,
    ({ guild_id, role }) => upsertRole(ctx, guild_id, role),
  );
  on(
    E.GuildRoleUpdate,
    ({ guild_id }) => guild_id,
    ({ guild_id, role }) => upsertRole(ctx, guild_id, role),
  );
  on(
    E.GuildRoleDelete,
    ({ guild_id }) => guild_id,
    ({ guild_id, role_id }) => removeRole(ctx, guild_id, role_id),
  );
  on(
    E.GuildEmojisUpdate,
    ({ guild_id }) => guild_id,
    ({ guild_id, emojis }) => updateEmojis(ctx, guild_id, emojis),
  );
  on(
    E.GuildMemberAdd,
    ({ guild_id }) => guild_id,
    async (member) => {
      await upsertMember(ctx, member.guild_id, member);
      const whom = { guild_id: member.guild_id, user_id: member.user.id };
      await openerReturned(ctx, whom);
      await letIntoThreadsAgain(ctx, whom);
    },
  );
  on(
    E.GuildMemberUpdate,
    ({ guild_id }) => guild_id,
    (member) => upsertMember(ctx, member.guild_id, member),
  );
  on(
    E.GuildMemberRemove,
    ({ guild_id }) => guild_id,
    async ({ guild_id, user }, heard_at) => {
      await takeOffStaffWhoLeft(ctx, guild_id, user.id);
      await removeMember(ctx, guild_id, user.id);
      await takeOutGuestWhoLeft(ctx, { guild_id, user_id: user.id });
      await memberLeft(ctx, { guild_id, user_id: user.id, heard_at });
    },
  );
  on(
    E.UserUpdate,
    ({ id }) => id,
    (user) => saveUsers(ctx.db, [user]),
  );
}
