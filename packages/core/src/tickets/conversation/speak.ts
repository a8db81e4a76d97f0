import { randomUUID } from 'node:crypto';
import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import type { UploadedFile } from '@tickets/contract/platform/uploads';
import { type APIEmbed, type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { authoriseParty } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { clip } from '../../embeds/payload.ts';
import type { Context } from '../../platform/context.ts';
import { askDiscord, twice } from '../../platform/discord/ask.ts';
import { isRefusal, isUnknownChannel, unlessRefused } from '../../platform/discord/failures.ts';
import { nonceOf } from '../../platform/discord/own-messages.ts';
import { withLock } from '../../platform/locks/ticket-lock.ts';
import { avatarUrl } from '../../servers/avatar-url.ts';
import { isGuestOfEarlierMembership } from '../../servers/membership.ts';
import { resolveUsers } from '../../servers/users.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';
import { areStaffUnnamed } from '../model/closer.ts';
import { keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { timeOfSnowflake } from '../model/message-payload.ts';
import { recordMessage } from './messages.ts';
import { hasThose, sendable } from './reply-files.ts';
import { forgetWebhook, isWebhookGone, replyWebhook } from './reply-webhook.ts';
import { openTicketFor } from './view.ts';
import { webhookName } from './webhook-name.ts';

/** What is posted. Without a text the content is empty. */
export interface Spoken {
  content: string;
  embeds: APIEmbed[];
  files?: readonly UploadedFile[];
  /** Whether links in it bring no previews. */
  without_previews?: boolean;
}

/** What someone says in a ticket from the dashboard. */
interface Speech extends TicketKey {
  idempotency_key?: string | undefined;
  /** What is kept of it, to know it again. */
  text: string;
  files?: readonly UploadedFile[];
  /** Makes the message, equal for equal times, so that one whose answer was lost is known again. */
  render(ticket: Ticket, now: Date): Promise<Spoken>;
}

/** Under which name and picture a message stands in Discord. */
export interface Speaker {
  name: string;
  avatar_url: string | undefined;
  /** It is the server's name, which says nothing where the bot itself has to speak. */
  anonymous: boolean;
}

/** Posts into a ticket that someone may see, as a person in the dashboard. */
export async function speakInTicket(
  call: UserCall,
  action: 'ticket.reply' | 'ticket.send_tag',
  { guild_id, ticket_id, ...speech }: Speech,
): Promise<{ message_id: string }> {
  const ticket = await openTicketFor(call, 'ticket.read', { guild_id, ticket_id });
  authoriseParty(call, action, { guild_id, ticket }, { claimed: 'ticket.claimed_to_write' });
  const { user_id } = call.caller;
  return speakAs(call, ticket, {
    ...speech,
    user_id,
    unnamed: await areStaffUnnamed(call, guild_id),
    speaker: (unnamed) => (unnamed ? serverSpeaker(call, guild_id) : staffSpeaker(call, user_id)),
  });
}

interface SpeechOf extends Omit<Speech, keyof TicketKey> {
  /** Whose words they are. */
  user_id: string;
  /** Whether they stand under the name of the server. */
  unnamed: boolean;
  /** Asked when the message has not been sent yet. `unnamed`: as it is now, or was when it was first tried. */
  speaker(unnamed: boolean): Promise<Speaker>;
}

/** Posts into a ticket what someone said, who may. */
export async function speakAs(
  ctx: Context,
  ticket: Room,
  { idempotency_key = randomUUID(), ...speech }: SpeechOf,
): Promise<{ message_id: string }> {
  const { guild_id, ticket_id } = ticket;
  // Keys of different people are different, whatever they chose.
  const key = `${speech.user_id}:${idempotency_key}`;
  const lock = `reply:${guild_id}:${ticket_id}:${key}`;
  const done = await withLock(ctx.db, lock, () => sendOnce(ctx, ticket, { ...speech, key }));
  if (done.busy) throw new AppError('discord.unavailable');
  return { message_id: done.value };
}

/** A ticket that lives in Discord. */
export type Room = Ticket & { channel_id: string };

interface Reply extends Omit<SpeechOf, 'idempotency_key'> {
  key: string;
}
type Rendered = Reply & { spoken: Spoken };

async function sendOnce(ctx: Context, ticket: Room, said: Reply): Promise<string> {
  const { created_at, message_id, unnamed, isNew } = await noteReply(ctx, ticket, said);
  if (message_id) return message_id;
  const reply = { ...said, spoken: await said.render(ticket, created_at) };
  const speaker = await said.speaker(unnamed);
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
  await recordMessage(ctx, { ...message, guild_id: ticket.guild_id }, { sent_by: reply.user_id, unnamed });
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
    unnamed: reply.unnamed,
  };
  const added = await ctx.db
    .insertInto('ticket_replies')
    .values({ ...row, created_at: ctx.clock.now() })
    .onConflict((oc) => oc.doNothing())
    .returning(['created_at', 'message_id', 'unnamed'])
    .executeTakeFirst();
  if (added) return { ...added, isNew: true };
  const earlier = await ctx.db
    .selectFrom('ticket_replies')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('idempotency_key', '=', reply.key)
    .select(['created_at', 'message_id', 'content', 'unnamed'])
    .executeTakeFirstOrThrow();
  if (earlier.content !== reply.text || !(await carries(ctx, { guild_id, ticket_id }, earlier, reply.files)))
    throw new AppError('ticket.key_reused');
  const unnamed = earlier.unnamed || reply.unnamed;
  if (unnamed !== earlier.unnamed)
    await ofReply(ctx, { guild_id, ticket_id }, reply).set({ unnamed }).execute();
  return { ...earlier, unnamed, isNew: false };
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

const ofReply = (ctx: Context, { guild_id, ticket_id }: TicketKey, { key }: Reply) =>
  ctx.db
    .updateTable('ticket_replies')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('idempotency_key', '=', key);

async function serverSpeaker(ctx: Context, guild_id: string): Promise<Speaker> {
  const guild = await ctx.db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .select(['name', 'icon'])
    .executeTakeFirstOrThrow();
  const avatar_url = guild.icon ? `${ctx.config.cdn_url}/icons/${guild_id}/${guild.icon}.png` : undefined;
  return { name: webhookName(guild.name), avatar_url, anonymous: true };
}

async function staffSpeaker(ctx: Context, user_id: string): Promise<Speaker> {
  const user = (await resolveUsers(ctx, [user_id])).get(user_id);
  if (!user) throw new AppError('discord.unavailable');
  return {
    name: webhookName(user.global_name ?? user.username),
    avatar_url: avatarUrl(ctx, user, 256),
    anonymous: false,
  };
}

async function send(ctx: Context, ticket: Room, reply: Rendered, speaker: Speaker): Promise<APIMessage> {
  const { content, embeds, files = [], without_previews } = reply.spoken;
  const flags = without_previews ? { flags: MessageFlags.SuppressEmbeds as const } : {};
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
        ...flags,
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
    ...flags,
    nonce: nonceOf(ticket.channel_id, reply.key),
    enforce_nonce: true,
  });
}

/** What the bot says in place of a webhook, cut to one message. The quote goes on to its end, so no line of it passes for somebody else's. */
function spoken({ spoken: { content } }: Rendered, speaker: Speaker): string {
  const quote = content.trim() && `\n>>> ${content}`;
  const text = speaker.anonymous ? content : `**${speaker.name}**:${quote}`;
  return clip(text, limits.message_content).trim();
}

/** A reply may call those who are in the ticket, and nobody else. Whom a message mentions, Discord lets into its thread. */
async function mentionable(ctx: Context, ticket: Ticket, text: string): Promise<string[]> {
  const named = new Set([...text.matchAll(/<@!?(\d{1,20})>/g)].map(([, id = '']) => id));
  if (!named.size) return [];
  const of = (table: 'ticket_members' | 'ticket_participants') =>
    ctx.db
      .selectFrom(table)
      .where('guild_id', '=', ticket.guild_id)
      .where('ticket_id', '=', ticket.ticket_id);
  const [members, participants] = await Promise.all([
    of('ticket_members')
      .where(sql<boolean>`not ${isGuestOfEarlierMembership('ticket_members')}`)
      .select('member_id as id')
      .execute(),
    of('ticket_participants').select('user_id as id').execute(),
  ]);
  const wrote = participants.map(({ id }) => id).filter((id) => named.has(id));
  const inThread = ticket.is_thread && wrote.length ? await thoseInThread(ctx, ticket) : undefined;
  const there = inThread ? wrote.filter((id) => inThread.has(id)) : wrote;
  const present = new Set([ticket.opener_id, ...members.map(({ id }) => id), ...there]);
  return [...named].filter((id) => present.has(id)).slice(0, 100);
}

/** Nobody where Discord does not say. */
async function thoseInThread(ctx: Context, { channel_id }: Ticket): Promise<Set<string>> {
  const found = await unlessRefused(ctx.discord.api.threads.getAllMembers(String(channel_id)), (err) =>
    ctx.log.info({ err, channel_id }, 'Discord does not say who is in the thread of a ticket'),
  );
  return new Set(found?.flatMap(({ user_id }) => user_id ?? []));
}

/** How far our clock may be ahead of Discord's, which dates the messages. */
const aheadMs = 10 * 60_000;

/** An earlier try may have arrived although its answer did not. Looks for it among what was written last. */
async function findSent(
  ctx: Context,
  ticket: Room,
  reply: Rendered,
  speaker: Speaker,
  since: Date,
): Promise<APIMessage | undefined> {
  const { application_id, user_id } = ctx.discord;
  const found = await ctx.discord.api.channels.getMessages(ticket.channel_id, { limit: 100 });
  const isSince = ({ id }: APIMessage) => timeOfSnowflake(id).getTime() >= since.getTime() - aheadMs;
  const taken = await ctx.db
    .selectFrom('ticket_replies')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('message_id', 'is not', null)
    .select('message_id')
    .execute();
  const others = new Set(taken.map(({ message_id }) => message_id));
  // The answer to a command has the application itself in place of a webhook, and is no reply.
  const isOurs = ({ webhook_id, application_id: app, author }: APIMessage) =>
    webhook_id
      ? webhook_id === ticket.webhook_id || (app === application_id && webhook_id !== app)
      : author.id === user_id;
  return found
    .reverse()
    .find(
      (message) =>
        isSince(message) &&
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
