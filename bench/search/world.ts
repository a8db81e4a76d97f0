import type pg from 'pg';

/** A server of the benchmark, with so many messages. */
export interface BenchServer {
  guild_id: string;
  messages: number;
}

/** Twenty messages to a ticket. */
const perTicket = 20;
/** Different words that people use, how often by Zipf's law, and words in a message. */
const vocabulary = 5_000;
const inMessage = 12;
/** Sentences that the messages of all servers are made of; each has a few letters of its own besides. */
const sentences = 200_000;

/** The word of a rank: 1 is the one that is said most. */
export const wordOf = (rank: number): string => {
  const syllables = ['ka', 'ro', 'mi', 'te', 'lu', 'so', 'na', 'vi', 'po', 'ze'];
  return [...String(rank + 10_000)].map((digit) => syllables[Number(digit)]).join('');
};
/** Said in so many messages of each server only, which is said of no other word. */
export const rareWord = 'quokkafern';

export const authors = { many: 41, few: 4_001 } as const;

/** Sentences with their words looked up already, from which the rows of all servers are taken. */
export async function makeSentences(client: pg.Client): Promise<void> {
  await client.query(
    `
    create unlogged table vocabulary as select rank, word from unnest($1::text[]) with ordinality as v(word, rank)`,
    [Array.from({ length: vocabulary }, (_, index) => wordOf(index + 1))],
  );
  await client.query('create unique index on vocabulary (rank)');
  await client.query('select setseed(0.42)');
  await client.query(`
    create unlogged table sentences as
    select n, string_agg(word, ' ') said, words_of('en', string_agg(word, ' ')) words
    from (select n, least(${vocabulary}, floor(exp(random() * ln(${vocabulary})))::int) rank
          from generate_series(1, ${sentences}) n, generate_series(1, ${inMessage}) w) picked
    join vocabulary using (rank) group by n`);
  await client.query('create unique index on sentences (n)');
  await client.query('analyze vocabulary, sentences');
}

/** Rows without their triggers, which take longer than the benchmark has. `keep_texts`: with the messages themselves. */
export async function fillServer(
  client: pg.Client,
  { guild_id, messages }: BenchServer,
  { keep_texts }: { keep_texts: boolean },
): Promise<void> {
  const tickets = Math.ceil(messages / perTicket);
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `insert into guilds (guild_id, name, owner_id, last_ticket_id) values ($1, 'A server', 1, $2)`,
    [guild_id, tickets],
  );
  await client.query(
    `insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_id, channel_name,
       opened_at, closed_at, has_transcript, panel_id, rating)
     select $1, t, case when t > $2 - least(50, $2 / 2) then 'open' else 'closed' end, 100 + t % 3000, 'panel', t, 'Help', t, 'ticket-' || t,
       now() - ($2 - t) * interval '20 minutes', case when t <= $2 - least(50, $2 / 2) then now() - ($2 - t) * interval '19 minutes' end,
       t <= $2 - least(50, $2 / 2), $3 + case when t % 100 = 0 then 1 else 0 end, case when t % 10 = 0 then 1 + t / 10 % 5 end
     from generate_series(1, $2::int) t`,
    [guild_id, tickets, panelsOf(guild_id).usual],
  );
  // Half of what is said is said by ten people; the rest by the tickets' openers.
  const rows = `select n, 1 + (n - 1) / ${perTicket} ticket_id, n::bigint text_id,
      case when n % 2 = 0 then 40 + n % 10 else 4000 + (n / ${perTicket}) % 3000 end author_id,
      now() - ($2 - n) * interval '1 minute' said_at,
      1 + (hashint8(n::bigint + $3) & 2147483647) % ${sentences} sentence
    from generate_series(1, $2::int) n`;
  const values = [guild_id, messages, Number(BigInt(guild_id) % 1_000_003n)];
  await client.query(
    `insert into search_texts (guild_id, ticket_id, source, text_id, author_id, said_at, words, has_file)
     select $1, ticket_id, 'message', text_id, author_id, said_at,
       words_in_server($1, case when r.n % ($2 / 10) = 5 then words || to_tsvector('simple', '${rareWord}') else words end),
       r.n % 200 = 0
     from (${rows}) r join sentences s on s.n = r.sentence order by r.n`,
    values,
  );
  if (keep_texts)
    await client.query(
      `insert into ticket_messages (guild_id, ticket_id, message_id, seq, first_seq, author_id, content, created_at)
       select $1, ticket_id, text_id, r.n % ${perTicket} + 1, r.n % ${perTicket} + 1, author_id,
         case when r.n % ($2 / 10) = 5 then said || ' ${rareWord}' else said end, said_at
       from (${rows}) r join sentences s on s.n = r.sentence order by r.n`,
      values,
    );
  await client.query("set session_replication_role = 'origin'");
}

/** Of a server: the panel of nearly all tickets, and the one of every hundredth. */
export function panelsOf(guild_id: string): { usual: number; seldom: number } {
  const first = Number(BigInt(guild_id) % 100_000n) * 2 + 1;
  return { usual: first, seldom: first + 1 };
}
