import type { APIThreadMetadata } from 'discord-api-types/v10';
import { ChannelType, MessageFlags, MessageType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../../errors.ts';
import { has } from '../../permissions/compute.ts';
import { channelPermissions } from '../../permissions/of.ts';
import { updateChannel } from '../../world/channels.ts';
import { isoTime } from '../../world/clock.ts';
import type { SimChannel } from '../../world/entities.ts';
import { activeThreads } from '../../world/guild-create.ts';
import { updateMessage } from '../../world/messages.ts';
import { renderChannel, renderMember, renderThreadMember } from '../../world/render.ts';
import { addThreadMember, createThread, removeThreadMember } from '../../world/threads.ts';
import {
  mayManageThread,
  permissionsHere,
  requireActive,
  requireInChannel,
  theGuildChannel,
  theMessage,
  theThread,
} from '../access.ts';
import { Answer, type Call, causeOf, fieldsOf, param, type Route } from '../call.ts';
import { readArchiveDuration, readChannelFields } from '../channel-fields.ts';
import { addSystemMessage } from '../system-messages.ts';
import { Form } from '../validate/form.ts';

const MAX_ACTIVE = 1000;
const MAX_MEMBERS = 1000;

export const threadRoutes: Route[] = [
  { method: 'POST', path: '/channels/:channel_id/threads', access: 'member', handle: create },
  {
    method: 'POST',
    path: '/channels/:channel_id/messages/:message_id/threads',
    access: 'member',
    handle: createFromMessage,
  },
  { method: 'GET', path: '/channels/:channel_id/thread-members', access: 'member', handle: listMembers },
  {
    method: 'GET',
    path: '/channels/:channel_id/thread-members/:user_id',
    access: 'member',
    handle: getMember,
  },
  {
    method: 'PUT',
    path: '/channels/:channel_id/thread-members/:user_id',
    access: 'member',
    handle: putMember,
  },
  {
    method: 'DELETE',
    path: '/channels/:channel_id/thread-members/:user_id',
    access: 'member',
    handle: removeMember,
  },
];

function create(call: Call): unknown {
  const parent = theGuildChannel(call);
  const body = fieldsOf(call.body);
  if (parent.type !== ChannelType.GuildText && parent.type !== ChannelType.GuildAnnouncement)
    throw refusal('channelType');
  const news = parent.type === ChannelType.GuildAnnouncement;
  const form = new Form();
  const wished = body.type ?? (news ? ChannelType.AnnouncementThread : ChannelType.PrivateThread);
  const allowed = news
    ? ([ChannelType.AnnouncementThread] as const)
    : ([ChannelType.PublicThread, ChannelType.PrivateThread] as const);
  const type = form.choice<ChannelType>(wished, 'type', allowed) ?? ChannelType.PrivateThread;
  const isPrivate = type === ChannelType.PrivateThread;
  requireInChannel(call, parent, isPrivate ? P.CreatePrivateThreads : P.CreatePublicThreads);
  const thread = open(call, parent, form, {
    type,
    invitable: isPrivate ? body.invitable !== false : undefined,
  });
  if (!isPrivate)
    addSystemMessage(call, parent, MessageType.ThreadCreated, {
      content: thread.name ?? '',
      channel_id: thread.id,
    });
  return new Answer(201, renderChannel(call.world, thread));
}

function createFromMessage(call: Call): unknown {
  const { world } = call;
  const parent = theGuildChannel(call);
  const message = theMessage(call, parent);
  requireInChannel(call, parent, P.CreatePublicThreads);
  if (world.channels.has(message.id)) throw refusal('threadExists');
  const news = parent.type === ChannelType.GuildAnnouncement;
  const type = news ? ChannelType.AnnouncementThread : ChannelType.PublicThread;
  const thread = open(call, parent, new Form(), { type, id: message.id });
  updateMessage(world, message, {
    thread_id: thread.id,
    flags: (message.flags | MessageFlags.HasThread) as MessageFlags, // numbers with the flags' bits
  });
  return new Answer(201, renderChannel(world, thread));
}

function open(
  call: Call,
  parent: SimChannel & { guild_id: string },
  form: Form,
  kind: { type: ChannelType; id?: string; invitable?: boolean },
): SimChannel {
  const { world, actor } = call;
  const body = fieldsOf(call.body);
  if (body.name === undefined) form.missing('name');
  const fields = readChannelFields(
    call.world,
    form,
    { name: body.name, rate_limit_per_user: body.rate_limit_per_user },
    kind.type,
  );
  const wait = readArchiveDuration(form, body.auto_archive_duration);
  form.done();
  if (activeThreads(world, parent.guild_id).length >= MAX_ACTIVE) throw refusal('maxThreads');
  const now = isoTime(world.clock.now());
  return createThread(
    world,
    {
      name: null,
      position: 0,
      topic: null,
      nsfw: false,
      rate_limit_per_user: 0,
      permission_overwrites: [],
      last_message_id: null,
      last_pin_timestamp: null,
      ...fields,
      id: kind.id ?? world.newId(),
      type: kind.type,
      guild_id: parent.guild_id,
      parent_id: parent.id,
      owner_id: actor.userId,
      message_count: 0,
      total_message_sent: 0,
      thread_metadata: {
        archived: false,
        auto_archive_duration: wait ?? parent.default_auto_archive_duration ?? 4320,
        archive_timestamp: now,
        locked: false,
        create_timestamp: now,
        ...(kind.invitable === undefined ? {} : { invitable: kind.invitable }),
      },
    },
    causeOf(call),
  );
}

/** Changes to a thread: by its managers, and some of them by anyone who made it. */
export function editThread(call: Call, thread: SimChannel & { guild_id: string }): unknown {
  const body = fieldsOf(call.body);
  const data = thread.thread_metadata;
  if (!data) throw refusal('channelType');
  const manages = mayManageThread(call, thread);
  const reopens = body.archived === false && data.archived;
  if (!manages) {
    const owner = thread.owner_id === call.actor.userId;
    const asMember = reopens && has(permissionsHere(call, thread), P.SendMessagesInThreads);
    if (!(owner || asMember) || data.locked || body.locked !== undefined) throw refusal('missingPermissions');
  }
  // It takes no lock either: https://github.com/discord/discord-api-docs/issues/6928
  if (data.archived && !reopens) throw refusal('threadArchived');
  const form = new Form();
  const { name, rate_limit_per_user } = readChannelFields(
    call.world,
    form,
    { name: body.name, rate_limit_per_user: body.rate_limit_per_user },
    thread.type,
  );
  const wait = readArchiveDuration(form, body.auto_archive_duration);
  form.done();
  const archived = typeof body.archived === 'boolean' ? body.archived : data.archived;
  const metadata: APIThreadMetadata = {
    ...data,
    archived,
    locked: typeof body.locked === 'boolean' ? body.locked : data.locked,
    auto_archive_duration: wait ?? data.auto_archive_duration,
    ...(typeof body.invitable === 'boolean' ? { invitable: body.invitable } : {}),
    // https://docs.discord.com/developers/topics/threads: "activity" is setting the time until a thread is archived, too.
    ...(archived !== data.archived || (wait !== undefined && wait !== data.auto_archive_duration)
      ? { archive_timestamp: isoTime(call.world.clock.now()) }
      : {}),
  };
  const changes: Partial<SimChannel> = { thread_metadata: metadata };
  if (name !== undefined) changes.name = name;
  if (rate_limit_per_user !== undefined) changes.rate_limit_per_user = rate_limit_per_user;
  const changed = updateChannel(call.world, thread, changes, causeOf(call));
  if (name && name !== thread.name && !archived) {
    addSystemMessage(call, changed, MessageType.ChannelNameChange, { content: name });
  }
  return renderChannel(call.world, changed);
}

function targetOf(call: Call): string {
  const id = param(call, 'user_id');
  return id === '@me' ? call.actor.userId : id;
}

function listMembers(call: Call): unknown {
  const thread = theThread(call);
  return call.world.threadMembers.in('thread', thread.id).map((row) => showMember(call, thread, row.user_id));
}

function getMember(call: Call): unknown {
  const thread = theThread(call);
  return showMember(call, thread, targetOf(call));
}

function showMember(call: Call, thread: SimChannel, userId: string): unknown {
  const row = call.world.threadMembers.get(`${thread.id}:${userId}`);
  if (!row) throw unknownThing('member');
  const member = call.world.members.get(`${thread.guild_id}:${userId}`);
  const full = call.query.with_member === 'true' && member;
  return { ...renderThreadMember(row), ...(full ? { member: renderMember(call.world, member) } : {}) };
}

function putMember(call: Call): unknown {
  const { world, actor } = call;
  const thread = theThread(call);
  const userId = targetOf(call);
  requireActive(thread);
  if (userId !== actor.userId) {
    requireInChannel(call, thread, P.SendMessagesInThreads);
    const closed = thread.type === ChannelType.PrivateThread && thread.thread_metadata?.invitable === false;
    const owns = thread.owner_id === actor.userId || mayManageThread(call, thread);
    if (closed && !owns) throw refusal('missingPermissions');
    if (!world.members.has(`${thread.guild_id}:${userId}`))
      throw unknownThing(world.users.has(userId) ? 'member' : 'user');
    const parent = world.channels.get(thread.parent_id ?? '');
    // Anyone who cannot see the channel cannot be brought into its threads.
    if (!parent || !has(channelPermissions(world, parent, userId), P.ViewChannel))
      throw refusal('missingAccess');
  }
  if (world.threadMembers.countIn('thread', thread.id) >= MAX_MEMBERS) throw refusal('maxThreadMembers');
  if (addThreadMember(world, thread, userId) && userId !== actor.userId) {
    addSystemMessage(call, thread, MessageType.RecipientAdd, { mentions: [userId] });
  }
  return undefined;
}

function removeMember(call: Call): unknown {
  const { world, actor } = call;
  const thread = theThread(call);
  const userId = targetOf(call);
  requireActive(thread);
  const ownsPrivate = thread.type === ChannelType.PrivateThread && thread.owner_id === actor.userId;
  if (userId !== actor.userId && !ownsPrivate && !mayManageThread(call, thread))
    throw refusal('missingPermissions');
  if (!removeThreadMember(world, thread, userId)) throw unknownThing('member');
  if (userId !== actor.userId)
    addSystemMessage(call, thread, MessageType.RecipientRemove, { mentions: [userId] });
  return undefined;
}
