import type { APIMessage } from 'discord-api-types/v10';
import { ApplicationFlags } from 'discord-api-types/v10';
import type { SimMessage } from '../world/entities.ts';
import type { Viewer } from '../world/events.ts';
import { renderMessage } from '../world/render.ts';
import type { World } from '../world/world.ts';
import { type Call, viewerOf } from './call.ts';

const READS_CONTENT = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** A message as the one who asks may read it. */
export function showMessage(call: Call, message: SimMessage): APIMessage {
  const viewer = viewerOf(call.actor);
  const payload = renderMessage(call.world, message, viewer);
  return hidesContent(call.world, viewer, payload) ? withoutContent(payload) : payload;
}

/** Whether an application must not read this message: it lacks the privilege, and is neither author, addressee nor mentioned. */
export function hidesContent(world: World, viewer: Viewer, message: APIMessage): boolean {
  if (!viewer.applicationId) return false;
  const app = world.applications.get(viewer.applicationId);
  if (app && (app.flags & READS_CONTENT) !== 0) return false;
  return !isForViewer(world, viewer, message);
}

export function isForViewer(world: World, viewer: Viewer, message: APIMessage): boolean {
  if (message.author.id === viewer.userId || message.application_id === viewer.applicationId) return true;
  if (message.mentions.some((user) => user.id === viewer.userId)) return true;
  return world.channels.get(message.channel_id)?.recipient_ids !== undefined;
}

export function withoutContent<T extends APIMessage>(message: T): T {
  return { ...message, content: '', embeds: [], attachments: [], components: [] };
}
