import type { TranscriptFilter } from '@tickets/contract/transcripts/transcripts';
import type pg from 'pg';
import { rareWord, wordOf } from './world.ts';

/** Closed tickets alone: one a minute, of three panels, closed and claimed by forty people. */
export async function fillClosedTickets(
  client: pg.Client,
  { guild_id, tickets }: { guild_id: string; tickets: number },
): Promise<void> {
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `insert into guilds (guild_id, name, owner_id, last_ticket_id) values ($1, 'A server', 1, $2)`,
    [guild_id, tickets],
  );
  await client.query(
    `insert into panels (panel_id, guild_id, custom_id, title, content, colour, channel_id, message_id, message_state, button_label) overriding system value
     select p, $1, lpad(p::text, 30, '0'), 'Panel ' || p, 'Press', 0, p, p, 'posted', 'Help'
     from unnest(array[$2::int + 7, $2::int + 8, $2::int + 9]) p`,
    [guild_id, Number(guild_id) * 100],
  );
  await client.query(
    `insert into tickets (guild_id, ticket_id, status, panel_id, opener_id, claimed_by, closed_by, closed_at, opened_at,
       close_reason, close_source, rating, has_transcript, source, interaction_id, channel_name, subject)
     select $1, i, 'closed', $3::int + case when i % 7 = 0 then 9 when i < $2::int / 3 then 7 else 8 end,
       5000 + (i::bigint * 7919 % 20000), case when i % 3 = 0 then null else 100 + (i * 31 % 40) end, 100 + (i * 17 % 40),
       now() - ($2::int - i) * interval '1 minute' + interval '1 hour', now() - ($2::int - i) * interval '1 minute',
       case when i % 5 = 0 then 'resolved' end, 'dashboard', case when i % 4 = 0 then 1 + (i / 4) % 5 end, true, 'panel', i,
       'ticket-' || i, ''
     from generate_series(1, $2::int) i`,
    [guild_id, tickets, Number(guild_id) * 100],
  );
  // One message to a ticket: a word that all use, one of every thousandth, one of three.
  await client.query(
    `insert into search_texts (guild_id, ticket_id, source, text_id, author_id, said_at, words)
     select $1, i, 'message', i, 100, now(), words_in_server($1, to_tsvector('simple', $3
       || case when i % 1000 = 3 then ' ' || $4 else '' end
       || case when i in (5, $2::int / 2, $2::int - 5) then ' ' || $5 else '' end))
     from generate_series(1, $2::int) i`,
    [guild_id, tickets, wordOf(1), wordOf(900), rareWord],
  );
  await client.query("set session_replication_role = 'origin'");
}

/** Filters alone and together, on the first page and half-way back. */
export function listFilters(tickets: number): [string, TranscriptFilter][] {
  const guild = 2_001 + [1_000, 100_000, 1_000_000].indexOf(tickets);
  const at = (share: number) => new Date(Date.now() - tickets * (1 - share) * 60_000).toISOString();
  const filters: Record<string, TranscriptFilter> = {
    all: {},
    panel: { panel_id: guild * 100 + 8 },
    'a panel of long ago': { panel_id: guild * 100 + 7 },
    rating: { rating: 5 },
    claimed: { claimed_by_id: '117' },
    'closed by': { closed_by_id: '120' },
    opener: { user_id: '5100' },
    'panel and rating': { panel_id: guild * 100 + 7, rating: 3 },
    'claimed and closed by': { claimed_by_id: '117', closed_by_id: '120' },
    'four that find none': {
      panel_id: guild * 100 + 7,
      claimed_by_id: '117',
      rating: 2,
      closed_by_id: '133',
    },
    'a day': { closed_from: at(0.5), closed_until: at(0.501) },
    'until long ago': { closed_until: at(0.3) },
    since: { closed_from: at(0.6) },
    'opener since': { user_id: '5100', closed_from: at(0.6) },
    'until long ago, with a rating': { closed_until: at(0.3), rating: 2 },
    'a word that all use': { text: wordOf(1) },
    'a word of every thousandth': { text: wordOf(900) },
    'a word of three': { text: rareWord },
    'a word that all use, and a rating': { text: wordOf(1), rating: 3 },
    'a word that all use, and an opener': { text: wordOf(1), user_id: '5100' },
  };
  return Object.entries(filters).flatMap(([name, filter]) => [
    [name, filter],
    [`${name}, half-way back`, { ...filter, page: 9, from: Math.ceil(tickets / 2) }],
  ]);
}
