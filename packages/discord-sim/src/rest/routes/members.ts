import { ApplicationFlags, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal } from '../../errors.ts';
import { ALL_PERMISSIONS } from '../../permissions/compute.ts';
import { guildPermissions, topPosition } from '../../permissions/of.ts';
import type { SimMember, SimRole } from '../../world/entities.ts';
import { leaveGuild, updateMember } from '../../world/members.ts';
import { renderMember, renderRole } from '../../world/render.ts';
import { createLowestRole, deleteRole, updateRole } from '../../world/roles.ts';
import { compareIds } from '../../world/snowflake.ts';
import {
  outranksRole,
  requireInGuild,
  requireOutranks,
  requireOwn,
  theGuild,
  theMember,
  theRole,
} from '../access.ts';
import { requireScope } from '../auth.ts';
import { type Call, causeOf, fieldsOf, isObject, param, type Route } from '../call.ts';
import { Form } from '../validate/form.ts';
import { readBits } from '../validate/overwrites.ts';

const MEMBER = '/guilds/:guild_id/members/:user_id';
const MAX_ROLES = 250;

export const memberRoutes: Route[] = [
  { method: 'GET', path: '/guilds/:guild_id/members', access: 'bot', handle: list },
  { method: 'GET', path: '/guilds/:guild_id/members/search', access: 'member', handle: search },
  { method: 'GET', path: MEMBER, access: 'member', handle: getOne },
  { method: 'PATCH', path: MEMBER, access: 'member', handle: edit },
  { method: 'PATCH', path: '/guilds/:guild_id/members/@me', access: 'member', handle: editSelf },
  { method: 'DELETE', path: MEMBER, access: 'member', handle: kick },
  { method: 'PUT', path: `${MEMBER}/roles/:role_id`, access: 'member', handle: giveRole },
  { method: 'DELETE', path: `${MEMBER}/roles/:role_id`, access: 'member', handle: takeRole },
  { method: 'GET', path: '/users/@me/guilds/:guild_id/member', access: 'any', handle: getSelf },
  { method: 'GET', path: '/guilds/:guild_id/roles', access: 'member', handle: listRoles },
  { method: 'GET', path: '/guilds/:guild_id/roles/:role_id', access: 'member', handle: getRole },
  { method: 'POST', path: '/guilds/:guild_id/roles', access: 'member', handle: addRole },
  { method: 'PATCH', path: '/guilds/:guild_id/roles', access: 'member', handle: moveRoles },
  { method: 'PATCH', path: '/guilds/:guild_id/roles/:role_id', access: 'member', handle: editRole },
  { method: 'DELETE', path: '/guilds/:guild_id/roles/:role_id', access: 'member', handle: removeRole },
];

function list(call: Call): unknown {
  const { world, actor, query } = call;
  const guild = theGuild(call);
  const app = actor.kind === 'bot' ? world.applications.get(actor.applicationId) : undefined;
  const privileged = ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited;
  if (!app || (app.flags & privileged) === 0) throw refusal('missingAccess');
  const form = new Form();
  const limit = form.integer(query.limit, 'limit', { min: 1, max: 1000 }) ?? 1;
  form.done();
  const after = query.after ?? '0';
  const members = world.members
    .in('guild', guild.id)
    .filter((member) => compareIds(member.user_id, after) > 0)
    .sort((a, b) => compareIds(a.user_id, b.user_id));
  return members.slice(0, limit).map((member) => renderMember(world, member));
}

function search(call: Call): unknown {
  const { world, query } = call;
  const guild = theGuild(call);
  const form = new Form();
  const needle = form.text(query.query, 'query', { min: 1, max: 100, required: true })?.toLowerCase() ?? '';
  const limit = form.integer(query.limit, 'limit', { min: 1, max: 1000 }) ?? 1;
  form.done();
  const found: SimMember[] = [];
  for (const member of world.members.in('guild', guild.id)) {
    const user = world.users.get(member.user_id);
    const names = [user?.username, user?.global_name, member.nick];
    if (names.some((name) => name?.toLowerCase().startsWith(needle))) found.push(member);
    if (found.length === limit) break;
  }
  return found.map((member) => renderMember(world, member));
}

function getOne(call: Call): unknown {
  const guild = theGuild(call);
  const wished = param(call, 'user_id');
  const userId = wished === '@me' ? call.actor.userId : wished;
  return renderMember(call.world, theMember(call, guild.id, userId));
}

function getSelf(call: Call): unknown {
  requireScope(call.actor, 'guilds.members.read');
  const guild = theGuild(call);
  return renderMember(call.world, theMember(call, guild.id, call.actor.userId));
}

function readNick(form: Form, value: unknown): string | null {
  const nick = form.text(value, 'nick', { max: 32 })?.trim();
  return nick ? nick : null;
}

function editSelf(call: Call): unknown {
  const guild = theGuild(call);
  const member = theMember(call, guild.id, call.actor.userId);
  const body = fieldsOf(call.body);
  if (body.nick === undefined) return renderMember(call.world, member);
  requireInGuild(call, guild.id, P.ChangeNickname);
  const form = new Form();
  const nick = readNick(form, body.nick);
  form.done();
  return renderMember(call.world, updateMember(call.world, member, { nick }, causeOf(call)));
}

function edit(call: Call): unknown {
  const { world } = call;
  const guild = theGuild(call);
  const member = theMember(call, guild.id, param(call, 'user_id'));
  const body = fieldsOf(call.body);
  const form = new Form();
  const changes: Partial<SimMember> = {};
  requireOutranks(call, guild, member.user_id);
  if (body.nick !== undefined) {
    requireInGuild(call, guild.id, P.ManageNicknames);
    changes.nick = readNick(form, body.nick);
  }
  if (body.roles !== undefined) {
    requireInGuild(call, guild.id, P.ManageRoles);
    const roles = [...new Set(form.list(body.roles, 'roles', { max: MAX_ROLES }).map(String))];
    const changed = [
      ...roles.filter((id) => !member.roles.includes(id)),
      ...member.roles.filter((id) => !roles.includes(id)),
    ];
    for (const id of changed) requireMayAssign(call, theRole(call, guild.id, id));
    changes.roles = roles;
  }
  if (body.communication_disabled_until !== undefined) {
    requireInGuild(call, guild.id, P.ModerateMembers);
    changes.communication_disabled_until = readTimeout(call, form, body.communication_disabled_until);
  }
  form.done();
  return renderMember(world, updateMember(world, member, changes, causeOf(call)));
}

function readTimeout(call: Call, form: Form, value: unknown): string | null {
  if (value === null) return null;
  const until = Date.parse(String(value));
  const path = 'communication_disabled_until';
  if (Number.isNaN(until))
    form.fail(path, 'DATE_TIME_TYPE_PARSE', `Could not parse ${String(value)}. Should be ISO8601.`);
  else if (until > call.world.clock.now() + 28 * 86_400_000) {
    form.fail(path, 'INVALID_COMMUNICATION_DISABLED_TIMESTAMP', 'Timeout can be at most 28 days');
  }
  return String(value);
}

function requireMayAssign(call: Call, role: SimRole): void {
  const guild = theGuild(call);
  if (role.managed || role.id === guild.id) throw refusal('invalidRole');
  if (!outranksRole(call, guild, role)) throw refusal('missingPermissions');
}

function giveRole(call: Call): unknown {
  const guild = theGuild(call);
  const member = theMember(call, guild.id, param(call, 'user_id'));
  const role = theRole(call, guild.id);
  requireInGuild(call, guild.id, P.ManageRoles);
  requireMayAssign(call, role);
  if (!member.roles.includes(role.id)) {
    updateMember(call.world, member, { roles: [...member.roles, role.id] }, causeOf(call));
  }
  return undefined;
}

function takeRole(call: Call): unknown {
  const guild = theGuild(call);
  const member = theMember(call, guild.id, param(call, 'user_id'));
  const role = theRole(call, guild.id);
  requireInGuild(call, guild.id, P.ManageRoles);
  requireMayAssign(call, role);
  if (member.roles.includes(role.id)) {
    const roles = member.roles.filter((id) => id !== role.id);
    updateMember(call.world, member, { roles }, causeOf(call));
  }
  return undefined;
}

function kick(call: Call): unknown {
  const guild = theGuild(call);
  const member = theMember(call, guild.id, param(call, 'user_id'));
  requireInGuild(call, guild.id, P.KickMembers);
  requireOutranks(call, guild, member.user_id);
  leaveGuild(call.world, guild.id, member.user_id, causeOf(call));
  return undefined;
}

function listRoles(call: Call): unknown {
  return call.world.roles.in('guild', theGuild(call).id).map(renderRole);
}

function getRole(call: Call): unknown {
  return renderRole(theRole(call, theGuild(call).id));
}

function readRole(call: Call, form: Form, guildId: string): Partial<SimRole> {
  const body = fieldsOf(call.body);
  const changes: Partial<SimRole> = {};
  if (body.name !== undefined)
    changes.name = form.text(body.name, 'name', { min: 1, max: 100 }) ?? 'new role';
  if (body.color !== undefined) {
    const color = form.integer(body.color, 'color', { min: 0, max: 0xffffff }) ?? 0;
    changes.color = color;
    changes.colors = { primary_color: color, secondary_color: null, tertiary_color: null };
  }
  if (body.hoist !== undefined) changes.hoist = body.hoist === true;
  if (body.mentionable !== undefined) changes.mentionable = body.mentionable === true;
  if (body.permissions !== undefined && body.permissions !== null) {
    changes.permissions = readBits(form, body.permissions, 'permissions');
    requireOwn(
      guildPermissions(call.world, guildId, call.actor.userId),
      BigInt(changes.permissions) & ALL_PERMISSIONS,
    );
  }
  return changes;
}

function addRole(call: Call): unknown {
  const { world } = call;
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.ManageRoles);
  const form = new Form();
  const fields = readRole(call, form, guild.id);
  form.done();
  const roles = world.roles.in('guild', guild.id);
  if (roles.length >= MAX_ROLES) throw refusal('maxRoles');
  const role: Omit<SimRole, 'position'> = {
    name: 'new role',
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    managed: false,
    mentionable: false,
    flags: 0 as SimRole['flags'], // no flags
    permissions: world.roles.get(guild.id)?.permissions ?? '0',
    ...fields,
    id: world.newId(),
    guild_id: guild.id,
  };
  return renderRole(createLowestRole(world, role, causeOf(call)));
}

function editRole(call: Call): unknown {
  const guild = theGuild(call);
  const role = theRole(call, guild.id);
  requireInGuild(call, guild.id, P.ManageRoles);
  if (!outranksRole(call, guild, role)) throw refusal('missingPermissions');
  const form = new Form();
  const changes = readRole(call, form, guild.id);
  form.done();
  return renderRole(updateRole(call.world, role, changes, causeOf(call)));
}

function moveRoles(call: Call): unknown {
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.ManageRoles);
  const form = new Form();
  const moves = form
    .list(call.body, '', { max: MAX_ROLES })
    .filter(isObject)
    .map((item) => {
      const role = theRole(call, guild.id, String(item.id));
      return { role, position: form.integer(item.position, 'position', { min: 0 }) ?? role.position };
    })
    // Libraries send all roles. Those that stay where they are may be above the caller's own.
    .filter(({ role, position }) => position !== role.position);
  form.done();
  const top = topPosition(call.world, guild.id, call.actor.userId);
  const isOwner = guild.owner_id === call.actor.userId;
  for (const { role, position } of moves)
    if (!outranksRole(call, guild, role) || !(isOwner || position < top)) throw refusal('missingPermissions');
  for (const { role, position } of moves) updateRole(call.world, role, { position }, causeOf(call));
  return listRoles(call);
}

function removeRole(call: Call): unknown {
  const guild = theGuild(call);
  const role = theRole(call, guild.id);
  requireInGuild(call, guild.id, P.ManageRoles);
  if (role.managed || role.id === guild.id) throw refusal('invalidRole');
  if (!outranksRole(call, guild, role)) throw refusal('missingPermissions');
  deleteRole(call.world, role, causeOf(call));
  return undefined;
}
