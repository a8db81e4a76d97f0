import { limits } from '@tickets/contract/platform/limits';
import { AllowedMentionsTypes, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { rolesOnCall } from '../../on-call/roles.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';
import { findOwnMessage, postOnce } from '../../platform/discord/own-messages.ts';
import type { Ticket } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { logRefusal, type StepOptions } from '../model/step.ts';
import { panelOfTicket } from '../model/ticket-panel.ts';

/** Small, and hidden until it is pressed: what counts is that it pings. */
const [opening, end] = ['-# ||', '||'];

/**
 * Pings whom the panel names, and in a thread who is on call, whom Discord thereby lets in; once, in a message of its own, which is deleted again where the panel says so. The
 * message's id is kept before it is deleted: until then it can be found, after that it is known to have been sent.
 */
export async function ensureMention(ctx: Context, ticket: Ticket, options: StepOptions): Promise<void> {
  const panel = await panelOfTicket(ctx, ticket);
  // Discord refuses a message that allows one mention twice.
  const mentions = [...new Set([...(await calledRoles(ctx, ticket)), ...(panel?.mentions ?? [])])];
  if (!mentions.length) return;
  const channel_id = String(ticket.channel_id);
  try {
    if (!ticket.mention_message_id) {
      const message_id = await findOrSend(ctx, ticket, mentions, options);
      if (!message_id) return;
      await keepMention(ctx, ticket, message_id);
    }
    if (panel?.delete_mentions) await deleteMention(ctx, channel_id, String(ticket.mention_message_id));
  } catch (error) {
    logRefusal(ctx, ticket, error, 'the people whom a panel names could not be mentioned');
  }
}

async function calledRoles(ctx: Context, { guild_id, panel_id, is_thread }: Ticket): Promise<string[]> {
  if (!is_thread) return [];
  return rolesOnCall(ctx.db, guild_id, await panelTeamsOf(ctx, guild_id, panel_id));
}

async function findOrSend(
  ctx: Context,
  ticket: Ticket,
  mentions: readonly string[],
  options: StepOptions,
): Promise<string | undefined> {
  const channel_id = String(ticket.channel_id);
  const found = options.is_first_try
    ? undefined
    : await findOwnMessage(ctx, channel_id, channel_id, ({ content }) => content.startsWith(opening));
  if (found) return found.id;
  const message = mentionMessage(ticket, await withoutLostRoles(ctx.db, ticket.guild_id, mentions));
  if (!message) return undefined;
  return (await postOnce(ctx, channel_id, `m${channel_id}`, message)).id;
}

/** As many as one message holds. It may ping exactly those whom it names. */
function mentionMessage(
  { guild_id, opener_id }: Pick<Ticket, 'guild_id' | 'opener_id'>,
  mentions: readonly string[],
) {
  let content: string = opening;
  const allowed = { parse: new Set<AllowedMentionsTypes>(), roles: [] as string[], users: [] as string[] };
  for (const mention of mentions) {
    const text =
      mention === 'user'
        ? `<@${opener_id}>`
        : mention === 'here'
          ? '@here'
          : mention === guild_id
            ? '@everyone'
            : `<@&${mention}>`;
    if (content.length + text.length + end.length > limits.message_content) break;
    content += text;
    if (mention === 'user') allowed.users.push(opener_id);
    else if (text.startsWith('@')) allowed.parse.add(AllowedMentionsTypes.Everyone);
    else allowed.roles.push(mention);
  }
  if (content === opening) return undefined;
  return { content: `${content}${end}`, allowed_mentions: { ...allowed, parse: [...allowed.parse] } };
}

/** A role that is gone would stand there as a number. */
async function withoutLostRoles(db: Db, guild_id: string, mentions: readonly string[]): Promise<string[]> {
  const ids = mentions.filter((mention) => /^\d+$/.test(mention));
  const rows = ids.length
    ? await db
        .selectFrom('guild_roles')
        .where('guild_id', '=', guild_id)
        .where('role_id', 'in', ids)
        .select('role_id')
        .execute()
    : [];
  const known = new Set(rows.map(({ role_id }) => role_id));
  return mentions.filter((mention) => !ids.includes(mention) || mention === guild_id || known.has(mention));
}

async function keepMention(ctx: Context, ticket: Ticket, mention_message_id: string): Promise<void> {
  await ctx.db
    .updateTable('tickets')
    .set({ mention_message_id })
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
  ticket.mention_message_id = mention_message_id;
}

async function deleteMention(ctx: Context, channel_id: string, message_id: string): Promise<void> {
  try {
    await ctx.discord.api.channels.deleteMessage(channel_id, message_id);
  } catch (error) {
    if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownMessage)) throw error;
  }
}
