import type { BusyServers } from '../../packages/testkit/src/data/busy-servers.ts';

const ticket_id = 1;
const started_at = Date.parse('2026-01-01T08:00:00Z');
const words =
  'I can **not** open the _chest_ near the harbour, see https://example.com/x and `error 42` please'.split(
    ' ',
  );
export const messageId = (n: number) => String(1_400_000_000_000_000_000n + BigInt(n) * 4_194_304n);

/** A closed ticket (1) of the first server, of the first of its members, with so many messages. */
export async function writeTranscript(
  { db, servers: [server] }: BusyServers,
  count: number,
  text = (n: number) => `${words.slice(0, 3 + ((n * 7) % 12)).join(' ')} words ${n}`,
): Promise<void> {
  const people = server ? [...server.members, ...server.staff] : [];
  const [opener] = people;
  if (!server || !opener) throw new Error('the server has members');
  const { guild_id } = server;
  const at = (n: number) => new Date(started_at + n * 60_000);
  await db
    .insertInto('tickets')
    .values({
      guild_id,
      ticket_id,
      status: 'closed',
      has_transcript: true,
      opener_id: opener.id,
      source: 'panel',
      interaction_id: '1',
      subject: 'Help',
      channel_name: 'ticket-1',
      opened_at: at(-1),
      closed_at: at(count),
      final_read_at: at(count),
      message_count: count,
      last_seq: count,
    })
    .execute();
  for (let from = 0; from < count; from += 2000)
    await db
      .insertInto('ticket_messages')
      .values(
        Array.from({ length: Math.min(2000, count - from) }, (_, index) => {
          const n = from + index;
          return {
            guild_id,
            ticket_id,
            message_id: messageId(n),
            author_id: people[Math.floor(n / 3) % people.length]?.id ?? opener.id,
            content: text(n),
            embeds: n % 50 !== 25 ? '[]' : JSON.stringify([{ title: 'Map', description: words.join(' ') }]),
            created_at: at(n),
            seq: n + 1,
            first_seq: n + 1,
          };
        }),
      )
      .execute();
}
