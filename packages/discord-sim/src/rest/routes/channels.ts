import type { APIOverwrite } from 'discord-api-types/v10';
import { ChannelType, GatewayDispatchEvents as Event, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../../errors.ts';
import { isThread } from '../../permissions/of.ts';
import {
  createChannel,
  deleteChannel,
  deleteOverwrite,
  openDirectChannel,
  setOverwrite,
  updateChannel,
} from '../../world/channels.ts';
import type { SimChannel } from '../../world/entities.ts';
import { renderChannel, renderChannelFor, renderMember } from '../../world/render.ts';
import { isSnowflake } from '../../world/snowflake.ts';
import {
  permissionsAround,
  requireInChannel,
  requireInGuild,
  requirePlace,
  requireWritable,
  theChannel,
  theGuild,
  theGuildChannel,
} from '../access.ts';
import { Answer, type Call, causeOf, fieldsOf, isObject, param, type Route, viewerOf } from '../call.ts';
import { checkOverwrites, checkParent, readChannelFields, requireRoomInGuild } from '../channel-fields.ts';
import { Form } from '../validate/form.ts';
import { checkTargets, readOverwrite, requireMayGive } from '../validate/overwrites.ts';
import { editThread } from './threads.ts';

export const channelRoutes: Route[] = [
  { method: 'GET', path: '/channels/:channel_id', access: 'member', handle: getOne },
  { method: 'PATCH', path: '/channels/:channel_id', access: 'member', handle: edit },
  { method: 'DELETE', path: '/channels/:channel_id', access: 'member', handle: remove },
  {
    method: 'PUT',
    path: '/channels/:channel_id/permissions/:overwrite_id',
    access: 'member',
    handle: putOverwrite,
  },
  {
    method: 'DELETE',
    path: '/channels/:channel_id/permissions/:overwrite_id',
    access: 'member',
    handle: dropOverwrite,
  },
  { method: 'POST', path: '/channels/:channel_id/typing', access: 'member', handle: type },
  { method: 'GET', path: '/guilds/:guild_id/channels', access: 'member', handle: list },
  { method: 'POST', path: '/guilds/:guild_id/channels', access: 'member', handle: create },
  { method: 'PATCH', path: '/guilds/:guild_id/channels', access: 'member', handle: move },
  { method: 'POST', path: '/users/@me/channels', access: 'member', handle: openDm },
  { method: 'GET', path: '/users/@me/channels', access: 'member', handle: listDms },
];

const CREATABLE = [
  ChannelType.GuildText,
  ChannelType.GuildVoice,
  ChannelType.GuildCategory,
  ChannelType.GuildAnnouncement,
] as const;

function show(call: Call, channel: SimChannel): unknown {
  return renderChannelFor(call.world, channel, call.actor.userId);
}

function getOne(call: Call): unknown {
  return show(call, theChannel(call));
}

function list(call: Call): unknown {
  const guild = theGuild(call);
  return call.world.channels.in('guild', guild.id).map((channel) => renderChannel(call.world, channel));
}

function create(call: Call): unknown {
  const { world } = call;
  const guild = theGuild(call);
  const body = fieldsOf(call.body);
  const form = new Form();
  const type = form.choice(body.type ?? ChannelType.GuildText, 'type', CREATABLE) ?? ChannelType.GuildText;
  if (type === ChannelType.GuildAnnouncement && !guild.features.some((feature) => feature === 'COMMUNITY')) {
    form.fail('type', 'CHANNEL_TYPE_INVALID', 'Announcement channels need a community server');
  }
  if (body.name === undefined) form.missing('name');
  const fields = readChannelFields(call.world, form, body, type);
  const place = { guild_id: guild.id, parent_id: fields.parent_id };
  checkParent(call, form, guild.id, fields.parent_id);
  requirePlace(call, guild.id, fields.parent_id);
  checkOverwrites(call, form, place, fields.permission_overwrites);
  form.done();
  requireRoomInGuild(call, guild.id);
  const siblings = world.channels.countIn('guild', guild.id);
  const parent = world.channels.get(fields.parent_id ?? '');
  const channel: SimChannel = {
    name: null,
    position: siblings,
    parent_id: null,
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: null,
    last_pin_timestamp: null,
    // Without overwrites of its own a channel starts in step with its category.
    permission_overwrites: parent?.permission_overwrites ?? [],
    ...fields,
    id: world.newId(),
    guild_id: guild.id,
    type,
  };
  return new Answer(201, show(call, createChannel(world, channel, causeOf(call))));
}

function edit(call: Call): unknown {
  const channel = theGuildChannel(call);
  if (isThread(channel)) return editThread(call, channel);
  requireInChannel(call, channel, P.ManageChannels);
  const { world } = call;
  const form = new Form();
  const changes = readChannelFields(call.world, form, fieldsOf(call.body), channel.type);
  const place = { ...channel, ...changes };
  if (place.parent_id !== channel.parent_id) {
    checkParent(call, form, channel.guild_id, place.parent_id, channel.id);
    requirePlace(call, channel.guild_id, place.parent_id);
  }
  checkOverwrites(call, form, place, changes.permission_overwrites, channel);
  form.done();
  if (fieldsOf(call.body).lock_permissions === true) {
    const parent = world.channels.get(changes.parent_id ?? channel.parent_id ?? '');
    changes.permission_overwrites = parent?.permission_overwrites ?? channel.permission_overwrites;
  }
  return show(call, updateChannel(world, channel, changes, causeOf(call)));
}

function remove(call: Call): unknown {
  const channel = theChannel(call);
  if (!channel.guild_id) return show(call, channel);
  requireInChannel(call, channel, isThread(channel) ? P.ManageThreads : P.ManageChannels);
  const answer = show(call, channel);
  deleteChannel(call.world, channel, causeOf(call));
  return answer;
}

/** Positions, parents and their permissions of many channels at once. */
function move(call: Call): unknown {
  const { world } = call;
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.ManageChannels);
  const form = new Form();
  const items = form.list(call.body, '', { max: 500 }).filter(isObject);
  const moves = items.flatMap((item, index) => {
    const channel = world.channels.get(String(item.id));
    if (!channel || channel.guild_id !== guild.id) throw unknownThing('channel');
    const changes: Partial<SimChannel> = {};
    const position = form.integer(item.position, `${index}.position`, { min: 0 });
    if (position !== undefined) changes.position = position;
    if (item.parent_id !== undefined) {
      changes.parent_id = item.parent_id === null ? null : String(item.parent_id);
      checkParent(call, form, guild.id, changes.parent_id, channel.id);
      requirePlace(call, guild.id, changes.parent_id);
    }
    return [{ channel, changes }];
  });
  form.done();
  for (const { channel, changes } of moves) updateChannel(world, channel, changes, causeOf(call));
  return undefined;
}

function putOverwrite(call: Call): unknown {
  const channel = theGuildChannel(call);
  const overwrite = readOne(call, channel);
  const others = channel.permission_overwrites.filter((existing) => existing.id !== overwrite.id);
  if (others.length >= 1000) throw refusal('maxOverwrites');
  const own = permissionsAround(call, channel.guild_id, channel.parent_id);
  requireMayGive(own, channel.permission_overwrites, [...others, overwrite]);
  setOverwrite(call.world, channel, overwrite, causeOf(call));
  return undefined;
}

function dropOverwrite(call: Call): unknown {
  const channel = theGuildChannel(call);
  if (isThread(channel)) throw refusal('channelType');
  requireInChannel(call, channel, P.ManageRoles);
  const id = param(call, 'overwrite_id');
  const others = channel.permission_overwrites.filter((existing) => existing.id !== id);
  if (others.length === channel.permission_overwrites.length) throw unknownThing('overwrite');
  const own = permissionsAround(call, channel.guild_id, channel.parent_id);
  requireMayGive(own, channel.permission_overwrites, others);
  deleteOverwrite(call.world, channel, id, causeOf(call));
  return undefined;
}

function readOne(call: Call, channel: SimChannel & { guild_id: string }): APIOverwrite {
  if (isThread(channel)) throw refusal('channelType');
  requireInChannel(call, channel, P.ManageRoles);
  const form = new Form();
  const body = fieldsOf(call.body);
  if (body.type === undefined) form.missing('type');
  const id = param(call, 'overwrite_id');
  const overwrite = readOverwrite(form, { ...body, id }, '');
  checkTargets(call, form, channel.guild_id, [overwrite], 'overwrites');
  form.done();
  return overwrite;
}

function type(call: Call): unknown {
  const { world, actor } = call;
  const channel = theChannel(call);
  requireWritable(channel);
  requireInChannel(call, channel, isThread(channel) ? P.SendMessagesInThreads : P.SendMessages);
  const member = world.members.get(`${channel.guild_id}:${actor.userId}`);
  const payload = {
    channel_id: channel.id,
    user_id: actor.userId,
    timestamp: Math.floor(world.clock.now() / 1000),
    ...(channel.guild_id ? { guild_id: channel.guild_id } : {}),
    ...(member ? { member: renderMember(world, member) } : {}),
  };
  world.emit({
    t: Event.TypingStart,
    audience: { to: 'channel', channel },
    ...(channel.guild_id ? { guildId: channel.guild_id } : { direct: true }),
    data: () => payload,
  });
  return undefined;
}

function openDm(call: Call): unknown {
  const { world, actor } = call;
  const id = fieldsOf(call.body).recipient_id;
  const other = isSnowflake(id) ? world.users.get(id) : undefined;
  if (!other || other.id === actor.userId || (other.bot && actor.kind === 'bot'))
    throw refusal('invalidRecipients');
  return renderChannelFor(world, openDirectChannel(world, actor.userId, other.id), viewerOf(actor).userId);
}

function listDms(call: Call): unknown {
  const { world, actor } = call;
  if (actor.kind === 'bot') return [];
  return world.channels
    .in('recipient', actor.userId)
    .map((channel) => renderChannelFor(world, channel, actor.userId));
}
