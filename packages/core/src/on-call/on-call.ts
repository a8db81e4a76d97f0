import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { PermissionFlagsBits as P, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { type Access, withoutOverride } from '../access/access.ts';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import type { Context } from '../platform/context.ts';
import { hasDiscordCode, isRefusal } from '../platform/discord/failures.ts';
import { inTurn } from '../platform/locks/ticket-lock.ts';
import { wordingOf } from '../wording/look.ts';
import { explainRefusal } from '../wording/refusals.ts';
import { forgetRole, onCallRole, type TeamId } from './roles.ts';

/** Roles of this many named teams at most are given to one person. */
const teamsAtMost = 5;

/**
 * Puts a member of staff on call, or takes them off; returns whether they are now. On call they have the roles of their
 * teams, by which new tickets in threads call them in. Where Discord refuses, they stay what they were. Going off call is possible also
 * where tickets are no longer threads.
 */
export async function toggleOnCall(call: UserCall): Promise<boolean> {
  authorise(call, 'on_call.toggle', call.caller.access.guild_id);
  const { access } = call.caller;
  const { guild_id, user_id } = access;
  const { settings, t } = await wordingOf(call, guild_id);
  return inTurn(call.db, `on_call:${guild_id}`, async () => {
    if (!settings.use_threads && !(await isOnCall(call, access))) throw new AppError('on_call.threads_only');
    const is_on = await flip(call, access);
    try {
      if (is_on) await giveRoles(call, access, t.on_call.audit);
      // Of all teams: they may have left one since.
      else await takeRoles(call, access, await rolesOfAll(call, guild_id), t.on_call.audit);
    } catch (error) {
      await flip(call, access);
      throw await explainRefusal(call, error, { guild_id, needs: P.ManageRoles });
    }
    call.log.info({ guild_id, user_id, is_on }, 'on call changed');
    return is_on;
  });
}

/**
 * Takes the roles of teams that someone has left, and takes them off who is no longer staff at all: the roles would
 * still let them into new tickets. Where Discord refuses that, it is tried again when duties are looked at next.
 */
export async function checkOnCall(ctx: Context, guild_id: string, user_id: string): Promise<void> {
  const { t } = await wordingOf(ctx, guild_id);
  await inTurn(ctx.db, `on_call:${guild_id}`, async () => {
    const isOn = await isOnCall(ctx, { guild_id, user_id });
    const access = isOn && (await loadAccess(ctx, guild_id, user_id));
    if (!access) return;
    const isStaff = access.level >= PermissionLevel.support;
    const left = isStaff ? await rolesOfTeamsLeft(ctx, access) : await rolesOfAll(ctx, guild_id);
    try {
      if (access.is_member) await takeRoles(ctx, access, left, t.on_call.audit);
    } catch (err) {
      if (!isRefusal(err)) throw err;
      ctx.log.warn({ err, guild_id, user_id }, 'somebody kept the roles of those on call');
      return;
    }
    if (!isStaff) await flip(ctx, access);
  });
}

/** Takes somebody off call whatever they are, with the roles that called them. Where Discord refuses, they are off all the same. */
export async function takeOffCall(ctx: Context, guild_id: string, user_id: string): Promise<void> {
  const { t } = await wordingOf(ctx, guild_id);
  await inTurn(ctx.db, `on_call:${guild_id}`, async () => {
    const access = await loadAccess(ctx, guild_id, user_id);
    try {
      if (access?.is_member) await takeRoles(ctx, access, await rolesOfAll(ctx, guild_id), t.on_call.audit);
    } catch (err) {
      if (!isRefusal(err)) throw err;
      ctx.log.warn({ err, guild_id }, 'somebody kept the roles of those on call');
    }
    await ctx.db
      .deleteFrom('on_call')
      .where('guild_id', '=', guild_id)
      .where('user_id', '=', user_id)
      .execute();
  });
}

async function isOnCall(
  { db }: Context,
  { guild_id, user_id }: Pick<Access, 'guild_id' | 'user_id'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('on_call')
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .select('user_id')
    .executeTakeFirst();
  return found !== undefined;
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

/** All of them, or none: those that were given before one failed are taken again. */
async function giveRoles(ctx: Context, access: Access, reason: string): Promise<void> {
  const given: string[] = [];
  try {
    await giveEach(ctx, access, reason, given);
  } catch (error) {
    await takeRoles(ctx, access, given, reason).catch((err: unknown) =>
      ctx.log.warn({ err, guild_id: access.guild_id }, 'somebody kept the roles of those on call'),
    );
    throw error;
  }
}

async function giveEach(ctx: Context, access: Access, reason: string, given: string[]): Promise<void> {
  const { guild_id, user_id } = access;
  for (const team_id of teamsOf(access).slice(0, 1 + teamsAtMost)) {
    const give = async () => {
      const role_id = await onCallRole(ctx, { guild_id, team_id }, reason);
      given.push(role_id); // Discord may have done what it did not answer
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

/** The default team, which administrators belong to, comes first. */
function teamsOf(access: Access): TeamId[] {
  const { is_default_team, level, team_ids } = withoutOverride(access);
  const isDefault = is_default_team || level === PermissionLevel.admin;
  return [...(isDefault ? [null] : []), ...team_ids];
}

async function rolesOfTeamsLeft(ctx: Context, access: Access): Promise<string[]> {
  const teams = teamsOf(access);
  const roles = await teamRoles(ctx, access.guild_id);
  return roles
    .filter(({ team_id, role_id }) => access.role_ids.includes(role_id) && !teams.includes(team_id))
    .map(({ role_id }) => role_id);
}

async function rolesOfAll(ctx: Context, guild_id: string): Promise<string[]> {
  return (await teamRoles(ctx, guild_id)).map(({ role_id }) => role_id);
}

function teamRoles(ctx: Context, guild_id: string) {
  return ctx.db
    .selectFrom('on_call_roles')
    .innerJoin('guild_roles', (join) =>
      join
        .onRef('guild_roles.guild_id', '=', 'on_call_roles.guild_id')
        .onRef('guild_roles.role_id', '=', 'on_call_roles.role_id'),
    )
    .where('on_call_roles.guild_id', '=', guild_id)
    .select(['on_call_roles.team_id', 'on_call_roles.role_id'])
    .execute();
}

/** A role that is gone is nobody's. */
async function takeRoles(
  ctx: Context,
  { guild_id, user_id }: Access,
  role_ids: readonly string[],
  reason: string,
): Promise<void> {
  for (const role_id of role_ids)
    await ctx.discord.api.guilds
      .removeRoleFromMember(guild_id, user_id, role_id, { reason })
      .catch((error: unknown) => {
        if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownRole)) throw error;
      });
}
