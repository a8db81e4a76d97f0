import { AppError } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { PermissionFlagsBits as P, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { hasDiscordCode } from '../discord/failures.ts';
import { voiceOf } from '../discord/look.ts';
import { explainRefusal } from '../discord/refusals.ts';
import type { Access } from '../permissions/access.ts';
import { loadAccess } from '../permissions/load.ts';
import { inTurn } from '../tickets/ticket-lock.ts';
import { forgetRole, onCallRole, type TeamId } from './roles.ts';

/** Roles of this many named teams at most are given to one person. */
const teamsAtMost = 5;

/**
 * Puts a member of staff on call, or takes them off; answers whether they are now. On call they have the roles of their
 * teams, by which new tickets in threads call them in. Where Discord refuses, they stay what they were.
 */
export async function toggleOnCall(ctx: Context, access: Access): Promise<boolean> {
  const { guild_id, user_id } = access;
  const { settings, t } = await voiceOf(ctx, guild_id);
  if (!settings.use_threads) throw new AppError('on_call.threads_only');
  return inTurn(ctx.db, `on_call:${guild_id}`, async () => {
    const is_on = await flip(ctx, access);
    try {
      if (is_on) await giveRoles(ctx, access, t.on_call.audit);
      else await takeRoles(ctx, access, t.on_call.audit);
    } catch (error) {
      await flip(ctx, access);
      throw await explainRefusal(ctx, error, { guild_id, needs: P.ManageRoles });
    }
    ctx.log.info({ guild_id, user_id, is_on }, 'on call changed');
    return is_on;
  });
}

/** Takes somebody off who is no longer staff: the roles would still let them into new tickets. */
export async function endOnCall(ctx: Context, guild_id: string, user_id: string): Promise<void> {
  const row = ctx.db.selectFrom('on_call').where('guild_id', '=', guild_id).where('user_id', '=', user_id);
  if (!(await row.select('user_id').executeTakeFirst())) return;
  const access = await loadAccess(ctx, guild_id, user_id);
  if (!access || access.level >= PermissionLevel.support) return;
  const { t } = await voiceOf(ctx, guild_id);
  await inTurn(ctx.db, `on_call:${guild_id}`, async () => {
    await takeRoles(ctx, access, t.on_call.audit);
    await ctx.db
      .deleteFrom('on_call')
      .where('guild_id', '=', guild_id)
      .where('user_id', '=', user_id)
      .execute();
  });
}

async function flip(ctx: Context, { guild_id, user_id }: Access): Promise<boolean> {
  const off = await ctx.db
    .deleteFrom('on_call')
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (off.numDeletedRows) return false;
  await ctx.db.insertInto('on_call').values({ guild_id, user_id }).execute();
  return true;
}

async function giveRoles(ctx: Context, access: Access, reason: string): Promise<void> {
  const { guild_id, user_id } = access;
  const isDefault = access.is_default_team || access.level === PermissionLevel.admin;
  const teams: TeamId[] = [...(isDefault ? [null] : []), ...access.team_ids.slice(0, teamsAtMost)];
  for (const team_id of teams) {
    const give = async () => {
      const role_id = await onCallRole(ctx, { guild_id, team_id }, reason);
      await ctx.discord.api.guilds.addRoleToMember(guild_id, user_id, role_id, { reason });
    };
    try {
      await give();
    } catch (error) {
      // Deleted so lately that we have not heard of it.
      if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownRole)) throw error;
      await forgetRole(ctx, { guild_id, team_id });
      await give();
    }
  }
}

/** Those of all teams: they may have left one since. A role that is gone is nobody's. */
async function takeRoles(ctx: Context, { guild_id, user_id }: Access, reason: string): Promise<void> {
  const roles = await ctx.db
    .selectFrom('on_call_roles')
    .innerJoin('guild_roles', (join) =>
      join
        .onRef('guild_roles.guild_id', '=', 'on_call_roles.guild_id')
        .onRef('guild_roles.role_id', '=', 'on_call_roles.role_id'),
    )
    .where('on_call_roles.guild_id', '=', guild_id)
    .select('on_call_roles.role_id')
    .execute();
  for (const { role_id } of roles)
    await ctx.discord.api.guilds
      .removeRoleFromMember(guild_id, user_id, role_id, { reason })
      .catch((error: unknown) => {
        if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownRole)) throw error;
      });
}
