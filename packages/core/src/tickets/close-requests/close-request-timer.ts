import { fillText } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { editOwnMessage, postOnce } from '../../platform/discord/own-messages.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { noMentions, successEmbed, wordingOf } from '../../wording/look.ts';
import { keyOf, type TicketKey } from '../model/find.ts';
import { snowflakeAt, timeOfSnowflake } from '../model/message-payload.ts';
import { type CloseRequestRow, closeRequestMessage } from './close-request-message.ts';

/**
 * The opener wrote: their ticket does not close by itself any more. Returns the request that lost its time. Which message a
 * request is may not be known yet, or never be where the program ended meanwhile.
 */
export function stopCloseTimer(
  tx: Tx,
  { guild_id, ticket_id }: TicketKey,
  message_id: string,
): Promise<CloseRequestRow | undefined> {
  return withoutTime(tx, { guild_id, ticket_id })
    .where((eb) =>
      eb.or([
        eb('message_id', '<', message_id),
        eb('message_id', 'is', null).and('created_at', '<=', timeOfSnowflake(message_id)),
      ]),
    )
    .executeTakeFirst();
}

/** A ticket does not close by itself any more, so its request has no time. Returns the request that lost its time. */
export const takeTime = (tx: Tx, key: TicketKey): Promise<CloseRequestRow | undefined> =>
  withoutTime(tx, key).executeTakeFirst();

const withoutTime = (tx: Tx, { guild_id, ticket_id }: TicketKey) =>
  tx
    .updateTable('close_requests')
    .set({ close_at: null })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('close_at', 'is not', null)
    .returningAll();

/** Takes the time out of what the opener was asked. What Discord does not take is left out: the row decides. */
export async function showWithoutTime(
  ctx: Context,
  request: CloseRequestRow,
  channel_id: string,
): Promise<void> {
  const { guild_id, message_id } = request;
  if (!message_id) return;
  const asked = closeRequestMessage(await wordingOf(ctx, guild_id), request);
  const message = { ...asked, allowed_mentions: noMentions };
  await editOwnMessage(ctx, guild_id, { channel_id, message_id }, message).catch((error: unknown) =>
    warnUnlessOutage(ctx.log, error, 'a close request still shows a time', keyOf(request)),
  );
}

/** Whether the opener wrote after a request. Who asks holds the ticket's row. */
export async function openerWroteSince(
  tx: Tx,
  { guild_id, ticket_id, message_id, created_at }: CloseRequestRow,
): Promise<boolean> {
  const { rows } = await sql`
    select from tickets t join ticket_messages m using (guild_id, ticket_id)
    where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id}
      and m.message_id > ${message_id ?? snowflakeAt(created_at)} and coalesce(m.sent_by, m.author_id) = t.opener_id
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Says that the opener's words keep the ticket open. What Discord does not take is left out: the row decides. */
export async function tellThatItStays(
  ctx: Context,
  request: CloseRequestRow,
  at: { channel_id: string; opener_id: string },
): Promise<void> {
  const { message_id } = request;
  if (!message_id) return;
  try {
    const wording = await wordingOf(ctx, request.guild_id);
    const message = { channel_id: at.channel_id, message_id };
    await editOwnMessage(ctx, request.guild_id, message, {
      ...closeRequestMessage(wording, request),
      allowed_mentions: noMentions,
    });
    const description = fillText(wording.t.close_request.stays, { user: `<@${at.opener_id}>` });
    await postOnce(ctx, at.channel_id, `s${message_id}`, {
      embeds: [successEmbed(wording.look, { description })],
      message_reference: { message_id, fail_if_not_exists: false },
      allowed_mentions: noMentions,
    });
  } catch (error) {
    warnUnlessOutage(ctx.log, error, 'it could not be told that a close request has no time any more', {
      ...keyOf(request),
    });
  }
}
