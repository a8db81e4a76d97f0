import { erasedWords } from '@tickets/contract/platform/names';
import type { APIEmbed } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { AppEvent } from '../../platform/events/events.ts';
import type { Ticket } from '../model/find.ts';
import { closeButton } from '../welcome/welcome-message.ts';
import { messagesChanged } from './changed-messages.ts';

/** A ticket begins with its greeting, which may be several messages. */
export const firstMessages = 100;

/** A greeting that nobody wrote for the panel is called after the subject. */
export async function withoutSubject(
  embeds: readonly APIEmbed[],
  isSubject: (title: string | undefined) => Promise<boolean>,
): Promise<APIEmbed[]> {
  const named = await Promise.all(embeds.map(({ title }) => isSubject(title)));
  return embeds.map((embed, place) => (named[place] ? { ...embed, title: erasedWords } : embed));
}

/** Changes the greeting as the transcript has it. The ticket is to be locked. Returns how many messages that changed. */
export async function rewriteGreeting(
  tx: Tx,
  emit: (event: AppEvent) => void,
  ticket: Ticket,
  change: (embeds: readonly APIEmbed[]) => Promise<APIEmbed[]>,
): Promise<number> {
  const { guild_id, ticket_id, last_seq, welcome_message_id } = ticket;
  const { rows } = await sql<{ message_id: string; embeds: APIEmbed[] }>`
    with said as (
      select * from ticket_messages where guild_id = ${guild_id} and ticket_id = ${ticket_id}
      order by message_id limit ${firstMessages})
    select message_id, embeds from said
    where author_bot and sent_by is null and erased_at is null and embeds <> '[]'
      -- What did not fit into the welcome message is by the same bot. Another one may have greeted before.
      and author_id in (select author_id from said
        where message_id = ${welcome_message_id} or components::text like ${`%"${closeButton}"%`})`.execute(
    tx,
  );
  const changed: { message_id: string; seq: number }[] = [];
  for (const { message_id, embeds } of rows) {
    const now = JSON.stringify(await change(embeds));
    if (now === JSON.stringify(embeds)) continue;
    const seq = last_seq + changed.length + 1;
    await sql`update ticket_messages set embeds = ${now}::jsonb, seq = ${seq}, rewritten_at = now()
      where guild_id = ${guild_id} and ticket_id = ${ticket_id} and message_id = ${message_id}`.execute(tx);
    await sql`delete from ticket_message_versions
      where guild_id = ${guild_id} and ticket_id = ${ticket_id} and message_id = ${message_id}`.execute(tx);
    changed.push({ message_id, seq });
  }
  await messagesChanged(tx, emit, ticket, changed);
  return changed.length;
}
