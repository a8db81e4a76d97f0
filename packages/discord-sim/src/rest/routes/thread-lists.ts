import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { canSee } from '../../permissions/of.ts';
import type { SimChannel } from '../../world/entities.ts';
import { activeThreads } from '../../world/guild-create.ts';
import { renderChannel, renderThreadMember } from '../../world/render.ts';
import { requireInChannel, theGuild, theGuildChannel } from '../access.ts';
import type { Call, Route } from '../call.ts';
import { Form } from '../validate/form.ts';

export const threadListRoutes: Route[] = [
  {
    method: 'GET',
    path: '/channels/:channel_id/threads/archived/public',
    access: 'member',
    handle: archivedPublic,
  },
  {
    method: 'GET',
    path: '/channels/:channel_id/threads/archived/private',
    access: 'member',
    handle: archivedPrivate,
  },
  {
    method: 'GET',
    path: '/channels/:channel_id/users/@me/threads/archived/private',
    access: 'member',
    handle: archivedJoined,
  },
  { method: 'GET', path: '/guilds/:guild_id/threads/active', access: 'member', handle: listActive },
];

function listActive(call: Call): unknown {
  const guild = theGuild(call);
  const threads = activeThreads(call.world, guild.id).filter((thread) =>
    canSee(call.world, thread, call.actor.userId),
  );
  return { ...showThreads(call, threads), has_more: false };
}

function archivedPublic(call: Call): unknown {
  return archived(call, (thread) => thread.type !== ChannelType.PrivateThread);
}

function archivedPrivate(call: Call): unknown {
  requireInChannel(call, theGuildChannel(call), P.ManageThreads);
  return archived(call, (thread) => thread.type === ChannelType.PrivateThread);
}

function archivedJoined(call: Call): unknown {
  const { world, actor } = call;
  const mine = (thread: SimChannel) => world.threadMembers.has(`${thread.id}:${actor.userId}`);
  return archived(call, (thread) => thread.type === ChannelType.PrivateThread && mine(thread));
}

function archived(call: Call, wanted: (thread: SimChannel) => boolean): unknown {
  const parent = theGuildChannel(call);
  requireInChannel(call, parent, P.ReadMessageHistory);
  const form = new Form();
  const limit = form.integer(call.query.limit, 'limit', { min: 2, max: 100 }) ?? 50;
  form.done();
  const before = call.query.before ? Date.parse(call.query.before) : Number.POSITIVE_INFINITY;
  const at = (thread: SimChannel) => Date.parse(thread.thread_metadata?.archive_timestamp ?? '');
  const found = call.world.channels
    .in('parent', parent.id)
    .filter((thread) => thread.thread_metadata?.archived && wanted(thread) && at(thread) < before)
    .sort((a, b) => at(b) - at(a));
  return { ...showThreads(call, found.slice(0, limit)), has_more: found.length > limit };
}

function showThreads(call: Call, threads: SimChannel[]) {
  const { world, actor } = call;
  return {
    threads: threads.map((thread) => renderChannel(world, thread)),
    members: threads.flatMap((thread) => {
      const row = world.threadMembers.get(`${thread.id}:${actor.userId}`);
      return row ? [renderThreadMember(row)] : [];
    }),
  };
}
