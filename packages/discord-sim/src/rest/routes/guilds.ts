import { Locale, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../../errors.ts';
import { guildPermissions } from '../../permissions/of.ts';
import type { SimGuild } from '../../world/entities.ts';
import { updateGuild } from '../../world/guilds.ts';
import { saveImage } from '../../world/images.ts';
import { banMember, leaveGuild, unbanMember } from '../../world/members.ts';
import { renderGuild, renderUserById } from '../../world/render.ts';
import { compareIds, isSnowflake } from '../../world/snowflake.ts';
import { requireInGuild, requireOutranks, theGuild } from '../access.ts';
import { requireScope } from '../auth.ts';
import { type Call, causeOf, fieldsOf, param, type Route } from '../call.ts';
import { Form } from '../validate/form.ts';

export const guildRoutes: Route[] = [
  { method: 'GET', path: '/guilds/:guild_id', access: 'member', handle: getOne },
  { method: 'PATCH', path: '/guilds/:guild_id', access: 'member', handle: edit },
  { method: 'GET', path: '/guilds/:guild_id/bans', access: 'member', handle: listBans },
  { method: 'GET', path: '/guilds/:guild_id/bans/:user_id', access: 'member', handle: getBan },
  { method: 'PUT', path: '/guilds/:guild_id/bans/:user_id', access: 'member', handle: ban },
  { method: 'DELETE', path: '/guilds/:guild_id/bans/:user_id', access: 'member', handle: unban },
  { method: 'GET', path: '/guilds/:guild_id/audit-logs', access: 'member', handle: auditLog },
  { method: 'GET', path: '/users/@me/guilds', access: 'any', handle: listMine },
  { method: 'DELETE', path: '/users/@me/guilds/:guild_id', access: 'member', handle: leave },
];

function withCounts(call: Call, guild: SimGuild): object {
  if (call.query.with_counts !== 'true') return {};
  const count = call.world.members.countIn('guild', guild.id);
  return { approximate_member_count: count, approximate_presence_count: count };
}

function getOne(call: Call): unknown {
  const guild = theGuild(call);
  return { ...renderGuild(call.world, guild), ...withCounts(call, guild) };
}

function edit(call: Call): unknown {
  const { world } = call;
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.ManageGuild);
  const body = fieldsOf(call.body);
  const form = new Form();
  const changes: Partial<SimGuild> = {};
  if (body.name !== undefined) {
    changes.name = form.text(body.name, 'name', { min: 2, max: 100, required: true }) ?? guild.name;
  }
  if (body.preferred_locale !== undefined) {
    const locale = form.choice(body.preferred_locale, 'preferred_locale', Object.values(Locale));
    changes.preferred_locale = locale ?? Locale.EnglishUS;
  }
  if (body.system_channel_id !== undefined) {
    changes.system_channel_id = body.system_channel_id === null ? null : String(body.system_channel_id);
  }
  if (body.icon !== undefined) changes.icon = saveImage(world, form, body.icon, 'icon');
  form.done();
  return renderGuild(world, updateGuild(world, guild, changes, causeOf(call)));
}

function listBans(call: Call): unknown {
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.BanMembers);
  return call.world.bans
    .in('guild', guild.id)
    .map(({ reason, user_id }) => ({ reason, user: renderUserById(call.world, user_id) }));
}

function getBan(call: Call): unknown {
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.BanMembers);
  const row = call.world.bans.get(`${guild.id}:${param(call, 'user_id')}`);
  if (!row) throw unknownThing('ban');
  return { reason: row.reason, user: renderUserById(call.world, row.user_id) };
}

function ban(call: Call): unknown {
  const guild = theGuild(call);
  const userId = param(call, 'user_id');
  requireInGuild(call, guild.id, P.BanMembers);
  if (!call.world.users.has(userId)) throw unknownThing('user');
  if (userId === call.actor.userId) throw refusal('missingPermissions');
  requireOutranks(call, guild, userId);
  banMember(call.world, { guildId: guild.id, userId }, causeOf(call));
  return undefined;
}

function unban(call: Call): unknown {
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.BanMembers);
  if (!unbanMember(call.world, guild.id, param(call, 'user_id'), causeOf(call))) throw unknownThing('ban');
  return undefined;
}

function auditLog(call: Call): unknown {
  const { world, query } = call;
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.ViewAuditLog);
  const form = new Form();
  const limit = form.integer(query.limit, 'limit', { min: 1, max: 100 }) ?? 50;
  form.done();
  const entries = world.auditLog
    .in('guild', guild.id)
    .filter((entry) => !query.action_type || entry.action_type === Number(query.action_type))
    .filter((entry) => !query.user_id || entry.user_id === query.user_id)
    .filter((entry) => !query.before || compareIds(entry.id, query.before) < 0)
    .toReversed()
    .slice(0, limit);
  const userIds = new Set(entries.flatMap((entry) => [entry.user_id ?? '', entry.target_id ?? '']));
  const users = [...userIds].filter((id) => world.users.has(id)).map((id) => renderUserById(world, id));
  const lists = { webhooks: [], integrations: [], threads: [], application_commands: [] };
  return {
    audit_log_entries: entries.map(({ guild_id: _, ...entry }) => entry),
    users,
    ...lists,
    guild_scheduled_events: [],
    auto_moderation_rules: [],
  };
}

/** The servers of whoever asks, as the OAuth scope `guilds` shows them. */
function listMine(call: Call): unknown {
  const { world, actor, query } = call;
  requireScope(actor, 'guilds');
  const form = new Form();
  const limit = form.integer(query.limit, 'limit', { min: 1, max: 200 }) ?? 200;
  form.done();
  const ids = world.members
    .in('user', actor.userId)
    .map((member) => member.guild_id)
    .filter((id) => !isSnowflake(query.after) || compareIds(id, query.after) > 0)
    .filter((id) => !isSnowflake(query.before) || compareIds(id, query.before) < 0)
    .sort(compareIds);
  return ids.slice(0, limit).flatMap((id) => {
    const guild = world.guilds.get(id);
    if (!guild) return [];
    return [
      {
        id,
        name: guild.name,
        icon: guild.icon,
        banner: null,
        owner: guild.owner_id === actor.userId,
        permissions: guildPermissions(world, id, actor.userId).toString(),
        features: guild.features,
        ...withCounts(call, guild),
      },
    ];
  });
}

function leave(call: Call): unknown {
  const guild = theGuild(call);
  if (guild.owner_id === call.actor.userId) throw refusal('missingPermissions');
  leaveGuild(call.world, guild.id, call.actor.userId);
  return undefined;
}
