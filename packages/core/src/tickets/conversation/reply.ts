import { randomUUID } from 'node:crypto';
import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import type { UploadedFile } from '@tickets/contract/platform/uploads';
import type { NamedGate } from '@tickets/contract/premium/gates';
import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import { authorise, authoriseParty } from '../../access/authorise.ts';
import type { Call, UserCall } from '../../access/caller.ts';
import { blank, clip } from '../../embeds/payload.ts';
import type { Context } from '../../platform/context.ts';
import { askDiscord, twice } from '../../platform/discord/ask.ts';
import { isRefusal, isUnknownChannel } from '../../platform/discord/failures.ts';
import { nonceOf } from '../../platform/discord/own-messages.ts';
import { withLock } from '../../platform/locks/ticket-lock.ts';
import { requirePremium } from '../../premium/required.ts';
import { avatarUrl } from '../../servers/avatar-url.ts';
import { resolveUsers } from '../../servers/users.ts';
import { settingsFor } from '../../settings/read.ts';
import { wordingOf } from '../../wording/look.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';
import { keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { snowflakeAt } from '../model/message-payload.ts';
import { fillMessage } from '../welcome/placeholder-facts.ts';
import { recordMessage } from './messages.ts';
import { hasThose, sendable } from './reply-files.ts';
import { forgetWebhook, isWebhookGone, replyWebhook } from './reply-webhook.ts';
import { openTicketFor } from './view.ts';
import { webhookName } from './webhook-name.ts';

export interface ReplyRequest extends TicketKey {
  content: string;
  files?: readonly UploadedFile[];
  /** Chosen by the sender: the same key never sends twice, and answers the same. Refused with anything else. */
  idempotency_key?: string | undefined;
}

/** Writes into a ticket from the dashboard, under the name of the member of staff or of the server. */
export async function replyToTicket(
  call: UserCall,
  { content, files = [], ...request }: ReplyRequest,
): Promise<{ message_id: string }> {
  const text = content.trim();
  if (!text && !files.length) throw new AppError('ticket.message_empty');
  const length = charactersIn(text);
  if (length > limits.message_content) throw new AppError('ticket.message_too_long', { params: { length } });
  await requireReplyRights(call, request.guild_id);
  return speakInTicket(call, 'ticket.reply', {
    ...request,
    text,
    files,
    render: async (ticket, now) => {
      const wording = await wordingOf(call, ticket.guild_id);
      const filled = await fillMessage(call, wording, ticket, text, now);
      // A placeholder may stand for nothing, and Discord refuses a message of nothing.
      return { content: filled || (files.length ? '' : blank), embeds: [], files };
    },
  });
}

/** Refuses anyone who may not reply from the dashboard; asked before files are taken in. */
export const requireReplyRights = (call: Call, guild_id: string) =>
  requireDashboardReplies(call, guild_id, 'dashboard_replies');

/** What is posted. Without a text the content is empty. */
export interface Spoken {
  content: string;
  embeds: APIEmbed[];
  files?: readonly UploadedFile[];
}

interface Speech extends TicketKey {
  idempotency_key?: string | undefined;
  /** What is kept of it, to know it again. */
  text: string;
  files?: readonly UploadedFile[];
  /** Makes the message, equal for equal times, so that one whose answer was lost is known again. */
  render(ticket: Ticket, now: Date): Promise<Spoken>;
}

/** Refuses anyone who may not write into tickets from the dashboard. */
export async function requireDashboardReplies(call: Call, guild_id: string, gate: NamedGate): Promise<void> {
  authorise(call, 'ticket.list', guild_id);
  await requirePremium(call, guild_id, gate);
}

/** Posts into a ticket that someone may see, as a person in the dashboard. */
export async function speakInTicket(
  call: UserCall,
  action: 'ticket.reply' | 'ticket.send_tag',
  { guild_id, ticket_id, idempotency_key = randomUUID(), ...speech }: Speech,
): Promise<{ message_id: string }> {
  const ticket = await openTicketFor(call, 'ticket.read', { guild_id, ticket_id });
  authoriseParty(call, action, { guild_id, ticket }, { claimed: 'ticket.claimed_to_write' });

  // Keys of different people are different, whatever they chose.
  const { user_id } = call.caller;
  const key = `${user_id}:${idempotency_key}`;
  const lock = `reply:${guild_id}:${ticket_id}:${key}`;
  const done = await withLock(call.db, lock, () => sendOnce(call, ticket, { ...speech, key, user_id }));
  if (done.busy) throw new AppError('discord.unavailable');
  return { message_id: done.value };
}

type Room = Ticket & { channel_id: string };

interface Reply extends Pick<Speech, 'text' | 'files' | 'render'> {
  key: string;
  user_id: string;
}
type Rendered = Reply & { spoken: Spoken };

async function sendOnce(ctx: Context, ticket: Room, said: Reply): Promise<string> {
  const { created_at, message_id, isNew } = await noteReply(ctx, ticket, said);
  if (message_id) return message_id;
  const reply = { ...said, spoken: await said.render(ticket, created_at) };
  const speaker = await speakerOf(ctx, ticket, reply.user_id);
  const message = await askDiscord(async () => {
    try {
      let isFirst = isNew;
      return await twice(async () => {
        const earlier = isFirst ? undefined : await findSent(ctx, ticket, reply, speaker, created_at);
        isFirst = false;
        return earlier ?? send(ctx, ticket, reply, speaker);
      });
    } catch (error) {
      if (isRefusal(error)) await refuse(ctx, ticket, reply, error);
      throw error;
    }
  });
  await recordMessage(ctx, { ...message, guild_id: ticket.guild_id }, { sent_by: reply.user_id });
  await ofReply(ctx, ticket, reply).set({ message_id: message.id }).execute();
  return message.id;
}

async function noteReply(ctx: Context, { guild_id, ticket_id }: Ticket, reply: Reply) {
  const row = {
    guild_id,
    ticket_id,
    idempotency_key: reply.key,
    user_id: reply.user_id,
    content: reply.text,
  };
  const added = await ctx.db
    .insertInto('ticket_replies')
    .values({ ...row, created_at: ctx.clock.now() })
    .onConflict((oc) => oc.doNothing())
    .returning(['created_at', 'message_id'])
    .executeTakeFirst();
  if (added) return { ...added, isNew: true };
  const earlier = await ctx.db
    .selectFrom('ticket_replies')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('idempotency_key', '=', reply.key)
    .select(['created_at', 'message_id', 'content'])
    .executeTakeFirstOrThrow();
  if (earlier.content !== reply.text || !(await carries(ctx, { guild_id, ticket_id }, earlier, reply.files)))
    throw new AppError('ticket.key_reused');
  return { ...earlier, isNew: false };
}

/** Anyone who asks again without the files, because they are not at hand any more, is told of the reply with them. */
async function carries(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
  { message_id }: { message_id: string | null },
  files: readonly UploadedFile[] = [],
): Promise<boolean> {
  if (message_id === null || !files.length) return true;
  const attachments = await ctx.db
    .selectFrom('ticket_attachments')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('message_id', '=', message_id)
    .orderBy('attachment_id')
    .select(['filename', 'size'])
    .execute();
  return hasThose({ attachments }, files);
}

const ofReply = (ctx: Context, { guild_id, ticket_id }: Ticket, { key }: Reply) =>
  ctx.db
    .updateTable('ticket_replies')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('idempotency_key', '=', key);

interface Speaker {
  name: string;
  avatar_url: string | undefined;
  anonymous: boolean;
}

async function speakerOf(ctx: Context, { guild_id }: Ticket, user_id: string): Promise<Speaker> {
  const settings = await settingsFor(ctx, guild_id);
  if (settings.anonymise_dashboard_responses) {
    const guild = await ctx.db
      .selectFrom('guilds')
      .where('guild_id', '=', guild_id)
      .select(['name', 'icon'])
      .executeTakeFirstOrThrow();
    const avatar_url = guild.icon ? `${ctx.config.cdn_url}/icons/${guild_id}/${guild.icon}.png` : undefined;
    return { name: webhookName(guild.name), avatar_url, anonymous: true };
  }
  const user = (await resolveUsers(ctx, [user_id])).get(user_id);
  if (!user) throw new AppError('discord.unavailable');
  return {
    name: webhookName(user.global_name ?? user.username),
    avatar_url: avatarUrl(ctx, user, 256),
    anonymous: false,
  };
}

async function send(ctx: Context, ticket: Room, reply: Rendered, speaker: Speaker): Promise<APIMessage> {
  const { content, embeds, files = [] } = reply.spoken;
  const allowed_mentions = { parse: [], users: await mentionable(ctx, ticket, content) };
  const { webhooks, channels } = files.length ? ctx.discord.uploads : ctx.discord.api;
  const webhook = await replyWebhook(ctx, ticket);
  if (webhook) {
    try {
      return await webhooks.execute(webhook.id, webhook.token, {
        content,
        embeds,
        files: sendable(files),
        username: speaker.name,
        avatar_url: speaker.avatar_url,
        allowed_mentions,
        wait: true,
        ...(ticket.is_thread ? { thread_id: ticket.channel_id } : {}),
      });
    } catch (error) {
      if (isWebhookGone(error)) await forgetWebhook(ctx, ticket);
      else if (!isRefusal(error)) throw error;
      ctx.log.info({ err: error, ...keyOf(ticket) }, 'the bot says what its webhook may not');
    }
  }
  return channels.createMessage(ticket.channel_id, {
    content: spoken(reply, speaker),
    embeds,
    files: sendable(files),
    allowed_mentions,
    nonce: nonceOf(ticket.channel_id, reply.key),
    enforce_nonce: true,
  });
}

/** What the bot says in place of a webhook, as far as a message reaches. */
function spoken({ spoken: { content } }: Rendered, speaker: Speaker): string {
  const text = speaker.anonymous ? content : `**${speaker.name}**: ${content}`;
  return clip(text, limits.message_content).trim();
}

/** A reply may call those who are in the ticket, and nobody else. */
async function mentionable(ctx: Context, ticket: Ticket, text: string): Promise<string[]> {
  const named = new Set([...text.matchAll(/<@!?(\d{1,20})>/g)].map(([, id = '']) => id));
  if (!named.size) return [];
  const of = (table: 'ticket_members' | 'ticket_participants') =>
    ctx.db
      .selectFrom(table)
      .where('guild_id', '=', ticket.guild_id)
      .where('ticket_id', '=', ticket.ticket_id);
  const [members, participants] = await Promise.all([
    of('ticket_members').select('member_id as id').execute(),
    of('ticket_participants').select('user_id as id').execute(),
  ]);
  const present = new Set([ticket.opener_id, ...[...members, ...participants].map(({ id }) => id)]);
  return [...named].filter((id) => present.has(id)).slice(0, 100);
}

/** An earlier try may have arrived although its answer did not. Looks for it among what was written since. */
async function findSent(
  ctx: Context,
  ticket: Room,
  reply: Rendered,
  speaker: Speaker,
  since: Date,
): Promise<APIMessage | undefined> {
  const { application_id, user_id } = ctx.discord;
  const after = snowflakeAt(new Date(since.getTime() - 5_000));
  const found = await ctx.discord.api.channels.getMessages(ticket.channel_id, { after, limit: 100 });
  const taken = await ctx.db
    .selectFrom('ticket_replies')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('message_id', 'is not', null)
    .select('message_id')
    .execute();
  const others = new Set(taken.map(({ message_id }) => message_id));
  const isOurs = ({ webhook_id, application_id: app, author }: APIMessage) =>
    webhook_id ? webhook_id === ticket.webhook_id || app === application_id : author.id === user_id;
  return found
    .reverse()
    .find(
      (message) =>
        isOurs(message) &&
        message.content === (message.webhook_id ? reply.spoken.content : spoken(reply, speaker)) &&
        showsThose(message, reply.spoken.embeds) &&
        hasThose(message, reply.spoken.files) &&
        !others.has(message.id),
    );
}

/** Discord adds previews of links to a message, behind the embeds that it was sent with. */
function showsThose(message: APIMessage, embeds: readonly APIEmbed[]): boolean {
  return embeds.every(({ title, description }, index) => {
    const shown = message.embeds[index];
    return (
      shown && (shown.title ?? '') === (title ?? '') && (shown.description ?? '') === (description ?? '')
    );
  });
}

/** What Discord refused was not sent; the same key may be used again. */
async function refuse(ctx: Context, ticket: Room, reply: Reply, error: Error): Promise<never> {
  const { guild_id, ticket_id, channel_id } = ticket;
  await ctx.db
    .deleteFrom('ticket_replies')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('idempotency_key', '=', reply.key)
    .execute();
  if (isUnknownChannel(error)) {
    await ticketChannelGone(ctx, { guild_id, channel_id });
    throw new AppError('ticket.channel_missing', { params: { ticket_id }, cause: error });
  }
  throw new AppError('discord.refused', { params: { reason: error.message }, cause: error });
}
