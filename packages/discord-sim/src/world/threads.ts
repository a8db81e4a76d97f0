import { AuditLogEvent, ChannelType, GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { canSee } from '../permissions/of.ts';
import { type Cause, recordAudit } from './audit-log.ts';
import { isoTime } from './clock.ts';
import type { SimChannel } from './entities.ts';
import { renderChannel, renderThreadMember } from './render.ts';
import type { World } from './world.ts';

export function createThread(world: World, thread: SimChannel, cause?: Cause): SimChannel {
  return world.transact(() => {
    world.channels.put(thread);
    if (thread.guild_id) {
      const action = AuditLogEvent.ThreadCreate;
      recordAudit(world, { guildId: thread.guild_id, action, targetId: thread.id, cause });
    }
    if (thread.owner_id) putThreadMember(world, thread, thread.owner_id);
    emitThread(world, Event.ThreadCreate, thread, { newly_created: true });
    return thread;
  });
}

/** Adds someone to a thread; a private one comes into being for them at that moment. */
export function addThreadMember(world: World, thread: SimChannel, userId: string): boolean {
  if (world.threadMembers.has(`${thread.id}:${userId}`)) return false;
  world.transact(() => {
    putThreadMember(world, thread, userId);
    if (thread.type === ChannelType.PrivateThread) {
      emitThread(world, Event.ThreadCreate, thread, {}, [userId]);
    }
    emitMembers(world, thread, { added: [userId], removed: [] });
  });
  return true;
}

export function removeThreadMember(world: World, thread: SimChannel, userId: string): boolean {
  if (!world.threadMembers.has(`${thread.id}:${userId}`)) return false;
  world.transact(() => {
    world.threadMembers.delete(`${thread.id}:${userId}`);
    emitMembers(world, thread, { added: [], removed: [userId] });
    // Anyone who is put out of a private thread must hear it too, although they cannot see it any more.
    if (thread.type === ChannelType.PrivateThread)
      emitThread(world, Event.ThreadDelete, thread, {}, [userId]);
  });
  return true;
}

/** Anyone who begins to see a channel learns of the active threads in it. */
export function syncThreads(world: World, before: SimChannel, after: SimChannel): void {
  const guildId = after.guild_id;
  const threads = world.channels.in('parent', after.id).filter((thread) => !thread.thread_metadata?.archived);
  if (!guildId || threads.length === 0) return;
  const userIds = world.members
    .in('guild', guildId)
    .map((member) => member.user_id)
    .filter((id) => canSee(world, after, id) && !canSee(world, before, id));
  if (userIds.length === 0) return;
  world.emit({
    t: Event.ThreadListSync,
    audience: { to: 'users', userIds },
    guildId,
    data: ({ userId }) => {
      const shown = threads.filter((thread) => canSee(world, thread, userId));
      const own = shown.flatMap((thread) => world.threadMembers.get(`${thread.id}:${userId}`) ?? []);
      return {
        guild_id: guildId,
        channel_ids: [after.id],
        threads: shown.map((thread) => renderChannel(world, thread)),
        members: own.map(renderThreadMember),
      };
    },
  });
}

/** Archives the threads in which nothing was said for as long as they were told to wait. */
export function archiveIdleThreads(world: World): void {
  const now = world.clock.now();
  for (const guild of world.guilds.all()) {
    for (const thread of world.channels.in('threads', guild.id)) {
      const data = thread.thread_metadata;
      if (!data || data.archived) continue;
      const last = thread.last_message_id ? world.messages.get(thread.last_message_id) : undefined;
      const active = Math.max(
        Date.parse(last?.timestamp ?? data.archive_timestamp),
        Date.parse(data.archive_timestamp),
      );
      if (now - active < data.auto_archive_duration * 60_000) continue;
      world.transact(() => {
        const metadata = { ...data, archived: true, archive_timestamp: isoTime(now) };
        const archived = world.channels.put({ ...thread, thread_metadata: metadata });
        emitThread(world, Event.ThreadUpdate, archived);
      });
    }
  }
}

/** Tells of a thread those who can see it, or only the given users. */
export function emitThread(
  world: World,
  t: string,
  thread: SimChannel,
  extra: { newly_created?: boolean } = {},
  only?: readonly string[],
): void {
  const gone = t === Event.ThreadDelete;
  const payload = gone
    ? { id: thread.id, guild_id: thread.guild_id, parent_id: thread.parent_id, type: thread.type }
    : { ...renderChannel(world, thread), ...extra };
  world.emit({
    t,
    audience: only ? { to: 'users', userIds: only } : { to: 'channel', channel: thread },
    guildId: thread.guild_id,
    data: ({ userId }) => {
      const own = world.threadMembers.get(`${thread.id}:${userId}`);
      return own && !gone ? { ...payload, member: renderThreadMember(own) } : payload;
    },
  });
}

function putThreadMember(world: World, thread: SimChannel, userId: string): void {
  world.threadMembers.put({
    thread_id: thread.id,
    user_id: userId,
    join_timestamp: isoTime(world.clock.now()),
  });
}

function emitMembers(world: World, thread: SimChannel, change: { added: string[]; removed: string[] }): void {
  const added = change.added.flatMap((id) => {
    const row = world.threadMembers.get(`${thread.id}:${id}`);
    return row ? [renderThreadMember(row)] : [];
  });
  const payload = {
    id: thread.id,
    guild_id: thread.guild_id,
    member_count: world.threadMembers.countIn('thread', thread.id),
    ...(added.length > 0 ? { added_members: added } : {}),
    ...(change.removed.length > 0 ? { removed_member_ids: change.removed } : {}),
  };
  world.emit({
    t: Event.ThreadMembersUpdate,
    audience: { to: 'channel', channel: thread },
    guildId: thread.guild_id,
    data: () => payload,
  });
}
