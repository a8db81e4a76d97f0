import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { TicketKey } from './find.ts';

/** As many of the newest versions as this, however long they are: up to 360 KB each in an export. An import takes 16 MB of one message. */
const newestMax = 30;
/** As many of those that are no longer than people can write. */
const shortMax = 200;
const shortBytes = 20_000;

/**
 * Whether a row of ticket_message_versions stays: what a message said first, and its newest versions. A bot that counts in a
 * message edits it without end.
 */
export function isKeptVersion(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const ofSameMessage = sql`other.guild_id = ${column('guild_id')} and other.ticket_id = ${column('ticket_id')}
    and other.message_id = ${column('message_id')}`;
  const replaced_at = column('replaced_at');
  const isAmongNewest = (max: number) => sql<boolean>`not exists (
    select from ticket_message_versions other where ${ofSameMessage} and other.replaced_at > ${replaced_at}
    offset ${sql.lit(max - 1)})`;
  const isShort = sql<boolean>`octet_length(${column('content')}) + octet_length(${column('embeds')}::text) <= ${sql.lit(shortBytes)}`;
  return sql<boolean>`(
    ${isAmongNewest(newestMax)}
    or ${isShort} and ${isAmongNewest(shortMax)}
    or not exists (
      select from ticket_message_versions other where ${ofSameMessage} and other.replaced_at < ${replaced_at}))`;
}

/** Forgets the versions of a message that do not stay. Each is read once, however many there are. */
export async function forgetVersions(
  tx: Tx,
  { guild_id, ticket_id, message_id }: TicketKey & { message_id: string },
): Promise<void> {
  const ofMessage = sql`guild_id = ${guild_id} and ticket_id = ${ticket_id} and message_id = ${message_id}`;
  await sql`
    with placed as (
      select replaced_at, octet_length(content) + octet_length(embeds::text) <= ${sql.lit(shortBytes)} as is_short,
        row_number() over (order by replaced_at desc) as place, row_number() over (order by replaced_at) = 1 as is_first
      from ticket_message_versions where ${ofMessage})
    delete from ticket_message_versions where ${ofMessage} and replaced_at in (
      select replaced_at from placed
      where not is_first and place > case when is_short then ${sql.lit(shortMax)} else ${sql.lit(newestMax)} end)`.execute(
    tx,
  );
}
