import { createHash, randomBytes } from 'node:crypto';
import { ChannelType, MessageFlags, PermissionFlagsBits as P, WebhookType } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../../errors.ts';
import { ALL_PERMISSIONS, has } from '../../permissions/compute.ts';
import { guildPermissions, isThread } from '../../permissions/of.ts';
import type { SimChannel, SimMessage, SimWebhook } from '../../world/entities.ts';
import { saveImage } from '../../world/images.ts';
import { deleteMessage } from '../../world/messages.ts';
import { renderMessage } from '../../world/render.ts';
import { renderWebhook } from '../../world/render-application.ts';
import { deleteWebhook, putWebhook } from '../../world/webhooks.ts';
import { requireInChannel, requireInGuild, theGuild, theGuildChannel } from '../access.ts';
import { type Call, causeOf, fieldsOf, param, type Route } from '../call.ts';
import { requireMaySpeak, rewrite, speak, wake } from '../compose.ts';
import { readMessageBody, requireSomething } from '../message-body.ts';
import { Form, refuseForm } from '../validate/form.ts';
import {
  createFollowUp,
  editFollowUp,
  getFollowUp,
  isInteractionPath,
  removeFollowUp,
} from './follow-ups.ts';

const MAX_IN_CHANNEL = 15;
const WEBHOOK = '/webhooks/:webhook_id';
const EXECUTE = `${WEBHOOK}/:token`;

export const webhookRoutes: Route[] = [
  { method: 'POST', path: '/channels/:channel_id/webhooks', access: 'member', handle: create },
  { method: 'GET', path: '/channels/:channel_id/webhooks', access: 'member', handle: listInChannel },
  { method: 'GET', path: '/guilds/:guild_id/webhooks', access: 'member', handle: listInGuild },
  { method: 'GET', path: WEBHOOK, access: 'member', handle: (call) => show(call, managed(call)) },
  { method: 'PATCH', path: WEBHOOK, access: 'member', handle: (call) => edit(call, managed(call)) },
  { method: 'DELETE', path: WEBHOOK, access: 'member', handle: (call) => remove(call, managed(call)) },
  { method: 'GET', path: EXECUTE, access: 'open', handle: (call) => show(call, byToken(call)) },
  { method: 'PATCH', path: EXECUTE, access: 'open', handle: (call) => edit(call, byToken(call)) },
  { method: 'DELETE', path: EXECUTE, access: 'open', handle: (call) => remove(call, byToken(call)) },
  // Interactions answer over the same addresses, with the application in the webhook's place.
  {
    method: 'POST',
    path: EXECUTE,
    access: 'open',
    handle: (call) => (isInteractionPath(call) ? createFollowUp(call) : execute(call)),
  },
  {
    method: 'GET',
    path: `${EXECUTE}/messages/:message_id`,
    access: 'open',
    handle: (call) => (isInteractionPath(call) ? getFollowUp(call) : getMessage(call)),
  },
  {
    method: 'PATCH',
    path: `${EXECUTE}/messages/:message_id`,
    access: 'open',
    handle: (call) => (isInteractionPath(call) ? editFollowUp(call) : editMessage(call)),
  },
  {
    method: 'DELETE',
    path: `${EXECUTE}/messages/:message_id`,
    access: 'open',
    handle: (call) => (isInteractionPath(call) ? removeFollowUp(call) : removeMessage(call)),
  },
];

/**
 * A webhook's name, which Discord frees of what nobody sees before it looks at it: a name of nothing else counts as not
 * given (https://github.com/discord/discord-api-docs/issues/4218).
 */
function readName(form: Form, value: unknown, path: string): string | undefined {
  const name = form.text(value, path, { min: 1, max: 80 })?.trim();
  const seen = name
    ?.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();
  if (!seen) return undefined;
  const part = ['clyde', 'discord', '```'].find((word) => seen.includes(word));
  if (part) form.fail(path, 'USERNAME_INVALID_CONTAINS', `Username cannot contain "${part}"`);
  if (seen === 'everyone' || seen === 'here')
    form.fail(path, 'USERNAME_INVALID', `Username cannot be "${seen}"`);
  return name;
}

function create(call: Call): unknown {
  const { world, actor } = call;
  const channel = theGuildChannel(call);
  const types: ChannelType[] = [ChannelType.GuildText, ChannelType.GuildVoice, ChannelType.GuildAnnouncement];
  if (!types.includes(channel.type)) throw refusal('channelType');
  requireInChannel(call, channel, P.ManageWebhooks);
  const body = fieldsOf(call.body);
  const form = new Form();
  if (body.name === undefined) form.missing('name');
  const name = readName(form, body.name, 'name') ?? '';
  const avatar = saveImage(world, form, body.avatar, 'avatar');
  form.done();
  if (world.webhooks.countIn('channel', channel.id) >= MAX_IN_CHANNEL) throw refusal('maxWebhooks');
  const webhook: SimWebhook = {
    id: world.newId(),
    type: WebhookType.Incoming,
    name,
    avatar,
    application_id: actor.kind === 'bot' ? actor.applicationId : null,
    guild_id: channel.guild_id,
    channel_id: channel.id,
    token: randomBytes(51).toString('base64url'),
    user_id: actor.userId,
  };
  return renderWebhook(world, putWebhook(world, webhook, causeOf(call)), { token: true });
}

function listInChannel(call: Call): unknown {
  const channel = theGuildChannel(call);
  requireInChannel(call, channel, P.ManageWebhooks);
  return call.world.webhooks.in('channel', channel.id).map((webhook) => showTo(call, webhook));
}

function listInGuild(call: Call): unknown {
  const guild = theGuild(call);
  requireInGuild(call, guild.id, P.ManageWebhooks);
  return call.world.webhooks.in('guild', guild.id).map((webhook) => showTo(call, webhook));
}

/** A webhook's token is shown to people, and to the application that made it. */
function showTo(call: Call, webhook: SimWebhook): unknown {
  const { actor } = call;
  const own = actor.kind === 'bot' ? webhook.application_id === actor.applicationId : true;
  return renderWebhook(call.world, webhook, { token: own });
}

function managed(call: Call): SimWebhook {
  const webhook = call.world.webhooks.get(param(call, 'webhook_id'));
  if (!webhook) throw unknownThing('webhook');
  if (!has(guildPermissions(call.world, webhook.guild_id, call.actor.userId), P.ManageWebhooks)) {
    throw refusal('missingPermissions');
  }
  return webhook;
}

function byToken(call: Call): SimWebhook {
  const webhook = call.world.webhooks.get(param(call, 'webhook_id'));
  if (!webhook) throw unknownThing('webhook');
  if (webhook.token !== param(call, 'token')) throw refusal('webhookToken');
  return webhook;
}

function show(call: Call, webhook: SimWebhook): unknown {
  return renderWebhook(call.world, webhook, { token: true });
}

function edit(call: Call, webhook: SimWebhook): unknown {
  const body = fieldsOf(call.body);
  const form = new Form();
  const changes: Partial<SimWebhook> = {};
  if (body.name !== undefined) changes.name = readName(form, body.name, 'name') ?? webhook.name;
  if (body.avatar !== undefined) changes.avatar = saveImage(call.world, form, body.avatar, 'avatar');
  if (body.channel_id !== undefined && call.actor.kind !== 'nobody') {
    const channel = call.world.channels.get(String(body.channel_id));
    if (channel?.guild_id !== webhook.guild_id) throw unknownThing('channel');
    changes.channel_id = channel.id;
  }
  form.done();
  const changed = putWebhook(call.world, { ...webhook, ...changes }, causeOf(call));
  return renderWebhook(call.world, changed, { token: true });
}

function remove(call: Call, webhook: SimWebhook): unknown {
  deleteWebhook(call.world, webhook, call.actor.kind === 'nobody' ? undefined : causeOf(call));
  return undefined;
}

function target(call: Call, webhook: SimWebhook): SimChannel {
  const { world, query } = call;
  const channel = world.channels.get(query.thread_id ?? webhook.channel_id);
  if (!channel) throw unknownThing('channel');
  if (query.thread_id && (!isThread(channel) || channel.parent_id !== webhook.channel_id))
    throw unknownThing('channel');
  return channel;
}

function execute(call: Call): unknown {
  const { world } = call;
  const webhook = byToken(call);
  const channel = target(call, webhook);
  const fields = fieldsOf(call.body);
  // Only webhooks of an application may send buttons; others must say that theirs do nothing.
  const plainComponents = !webhook.application_id && call.query.with_components !== 'true';
  const given = plainComponents ? { ...fields, components: undefined } : fields;
  const body = readMessageBody({ ...call, body: given });
  const form = new Form(world.baseUrl);
  const username = readName(form, fields.username, 'username');
  const avatarUrl = form.url(fields.avatar_url, 'avatar_url', ['http', 'https']);
  form.done();
  if (fields.thread_name !== undefined) {
    refuseForm(
      'thread_name',
      'WEBHOOK_THREAD_NAME_NOT_FORUM',
      'Webhooks can only create threads in forum channels',
    );
  }
  const { content = '', embeds = [], components = [], added } = body;
  requireSomething({ content, embeds, components, attachments: added });
  requireMaySpeak(channel, ALL_PERMISSIONS, body);
  wake(world, channel);
  const message = speak(
    world,
    channel,
    { ...body, flags: body.flags & ~MessageFlags.Ephemeral },
    {
      author_id: webhook.id,
      webhook_id: webhook.id,
      webhook_author: {
        username: username ?? webhook.name ?? 'Webhook',
        avatar: avatarUrl ? rememberAvatar(call, avatarUrl) : webhook.avatar,
      },
      ...(webhook.application_id ? { application_id: webhook.application_id } : {}),
      permissions: ALL_PERMISSIONS,
    },
    { tts: fields.tts === true },
  );
  return call.query.wait === 'true' ? renderMessage(world, message) : undefined;
}

/** The picture behind an address gets a hash like any avatar; where it came from stands under `avatar:<hash>`. */
function rememberAvatar(call: Call, url: string): string {
  const hash = createHash('md5').update(url).digest('hex');
  const key = `avatar:${hash}`;
  if (!call.world.meta.has(key)) call.world.meta.put({ key, value: url });
  return hash;
}

function ownMessage(call: Call): SimMessage {
  const webhook = byToken(call);
  const message = call.world.messages.get(param(call, 'message_id'));
  const there =
    message && message.webhook_id === webhook.id && message.channel_id === target(call, webhook).id;
  if (!there) throw unknownThing('message');
  return message;
}

function getMessage(call: Call): unknown {
  return renderMessage(call.world, ownMessage(call));
}

function editMessage(call: Call): unknown {
  const message = ownMessage(call);
  const body = readMessageBody(call, { before: message.flags });
  return renderMessage(call.world, rewrite(call.world, message, body, { permissions: ALL_PERMISSIONS }));
}

function removeMessage(call: Call): unknown {
  deleteMessage(call.world, ownMessage(call));
  return undefined;
}
