import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { nextLimit, readWithin } from '../../platform/db/within-bytes.ts';
import { readMessages, viewMessages } from '../../tickets/conversation/message-views.ts';
import { isImported, type TicketKey } from '../../tickets/model/find.ts';
import { isOriginOf } from '../../tickets/model/origin-author.ts';
import { isLastReasonOf, isReasonAuthor } from '../../tickets/model/reason-authors.ts';
import { batch, byKey, rowsOfTickets, ticketsIn } from '../reading/batches.ts';
import type { Parts, Row } from './json.ts';

export const accountOf = (db: Db, user_id: string): Parts => ({
  account: async () => {
    const { rows } = await sql<Row>`
      select user_id::text, username, global_name, avatar, bot, updated_at from users where user_id = ${user_id}`.execute(
      db,
    );
    return rows[0] ?? { user_id };
  },
  servers: byKey(db, {
    select: sql`g.guild_id::text as server_id, g.name as server, m.nick as nickname, m.present as is_member,
      coalesce(g.owner_id = ${user_id}, false) as is_owner`,
    from: sql`guilds g left join guild_members m on m.guild_id = g.guild_id and m.user_id = ${user_id}`,
    where: sql`m.user_id is not null or g.owner_id = ${user_id}`,
    key: [sql`g.guild_id`],
  }),
  named_by_imports: byKey(db, {
    select: sql`i.guild_id::text as server_id, g.name as server, i.username, i.global_name, i.avatar`,
    from: sql`imported_people i join guilds g using (guild_id)`,
    where: sql`i.user_id = ${user_id}`,
    key: [sql`i.guild_id`],
  }),
});

export const sessionsOf = (db: Db, user_id: string) =>
  byKey<Row>(db, {
    select: sql`created_at, expires_at, revoked_at, scopes`,
    from: sql`sessions`,
    where: sql`user_id = ${user_id}`,
    key: [sql`created_at`, sql`session_id`],
  });

export function staffOf(db: Db, user_id: string): Parts {
  const server = sql`g.guild_id::text as server_id, g.name as server`;
  return {
    staff: byKey(db, {
      select: sql`${server}, p.admin as is_administrator, p.support as is_support`,
      from: sql`permissions p join guilds g using (guild_id)`,
      where: sql`p.user_id = ${user_id}`,
      key: [sql`g.guild_id`],
    }),
    teams: byKey(db, {
      select: sql`${server}, s.name as team`,
      from: sql`support_team_users u join support_teams s using (team_id) join guilds g using (guild_id)`,
      where: sql`u.user_id = ${user_id}`,
      key: [sql`g.guild_id`, sql`s.name`, sql`s.team_id`],
    }),
    on_call: byKey(db, {
      select: server,
      from: sql`on_call c join guilds g using (guild_id)`,
      where: sql`c.user_id = ${user_id}`,
      key: [sql`g.guild_id`],
    }),
    is_bot_staff: async () => {
      const { rows } = await sql`select from bot_staff where user_id = ${user_id}`.execute(db);
      return rows.length > 0;
    },
    blacklisted: byKey(db, {
      select: sql`${server}, b.created_at as since`,
      from: sql`blacklisted_users b join guilds g using (guild_id)`,
      where: sql`b.user_id = ${user_id}`,
      key: [sql`g.guild_id`],
    }),
    added_to_tickets: rowsOfTickets(
      db,
      [sql`ticket_members where member_id = ${user_id} and kind = 'user'`],
      {
        select: sql`${server}, t.ticket_id as ticket, ${isImported} as imported`,
        joined: sql``,
      },
    ),
    premium: byKey(db, {
      select: sql`guild_id::text as server_id, tier, source, sku_label as label, created_at, expires_at`,
      from: sql`entitlements`,
      where: sql`user_id = ${user_id}`,
      key: [sql`created_at`, sql`entitlement_id`],
    }),
    subscriptions: byKey(db, {
      select: sql`s.tier, s.sku_label as label, s.servers, s.created_at, s.expires_at,
        (select coalesce(jsonb_agg(e.guild_id::text order by e.guild_id), '[]')
          from entitlements e where e.subscription_id = s.subscription_id) as chosen_servers`,
      from: sql`premium_subscriptions s`,
      where: sql`s.user_id = ${user_id}`,
      key: [sql`s.subscription_id`],
    }),
    redeemed_keys: byKey(db, {
      select: sql`guild_id::text as server_id, tier, days, redeemed_at`,
      from: sql`premium_keys`,
      where: sql`redeemed_by = ${user_id}`,
      key: [sql`redeemed_at`, sql`key_id`],
    }),
  };
}

/** What they made, without the values of its headers. */
export const integrationsOf = (db: Db, user_id: string) =>
  byKey<Row>(db, {
    select: sql`i.name, i.description, i.image_url, i.privacy_policy_url, i.http_method, i.webhook_url,
      i.validation_url, i.review, i.created_at,
      (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'json_path', p.json_path) order by p.placeholder_id), '[]')
        from integration_placeholders p where p.integration_id = i.integration_id) as placeholders,
      (select coalesce(jsonb_agg(h.name order by h.header_id), '[]')
        from integration_headers h where h.integration_id = i.integration_id) as headers,
      (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'description', s.description) order by s.secret_id), '[]')
        from integration_secrets s where s.integration_id = i.integration_id) as secrets`,
    from: sql`integrations i`,
    where: sql`i.owner_id = ${user_id}`,
    key: [sql`i.integration_id`],
  });

/** The bot of their own, without its token, and what went wrong with it. */
export const whitelabelOf = (db: Db, user_id: string) =>
  byKey<Row>(db, {
    select: sql`about, bot_id, application_id, name, username, status, status_type, created_at, message`,
    from: sql`(
      select 'bot' as about, w.bot_id, w.application_id, w.name, w.username, w.status, w.status_type, w.created_at,
        null as message, 0 as error_id
      from whitelabel_bots w where w.user_id = ${user_id}
      union all
      select 'error', null, null, null, null, null, null, e.created_at, e.message, e.error_id
      from whitelabel_errors e where e.user_id = ${user_id}) w`,
    where: sql`true`,
    key: [sql`created_at`, sql`error_id`],
  });

interface Opened extends TicketKey {
  imported: boolean;
  row: Row;
}

/** What they opened, as they know it. A reason for closing is told to the opener by the bot. */
export const openedTickets = (db: Db, user_id: string) =>
  rowsOfTickets<Opened>(db, [sql`tickets where opener_id = ${user_id}`], {
    select: sql`t.guild_id, t.ticket_id, ${isImported} as imported, jsonb_build_object(
      'server_id', t.guild_id::text, 'server', g.name, 'ticket', t.ticket_id, 'imported', ${isImported},
      'subject', t.subject,
      'channel', coalesce(t.thread_name, t.channel_name), 'panel', p.title, 'status', t.status, 'opened_at', t.opened_at,
      'closed_at', t.closed_at, 'close_reason', t.close_reason, 'rating', t.rating, 'rated_at', t.rated_at,
      'started_from', case when ${isOriginOf(user_id)} then t.origin ->> 'content' end,
      'answers', (select coalesce(jsonb_agg(jsonb_build_object('asked_in', a.kind, 'question', a.label, 'answer', a.value)
          order by a.kind, a.position), '[]') from ticket_answers a
        where a.guild_id = t.guild_id and a.ticket_id = t.ticket_id)) as row`,
    joined: sql`left join panels p on p.panel_id = t.panel_id`,
  });

/** Messages of theirs from which others started tickets. */
export const startedFrom = (db: Db, user_id: string) =>
  rowsOfTickets<Row>(db, [sql`tickets where ${isOriginOf(user_id)} and opener_id <> ${user_id}`], {
    select: sql`t.guild_id::text as server_id, g.name as server, t.ticket_id as ticket, ${isImported} as imported,
      t.origin ->> 'content' as content`,
    joined: sql``,
  });

/** What they did as staff. The tickets themselves are of those who opened them. */
export const handledTickets = (db: Db, user_id: string) =>
  rowsOfTickets<Row>(
    db,
    [
      sql`tickets where claimed_by = ${user_id}`,
      sql`tickets where closed_by = ${user_id}`,
      sql`tickets where ${isReasonAuthor(user_id)}`,
      sql`close_requests where requester_id = ${user_id}`,
    ],
    {
      select: sql`t.guild_id::text as server_id, g.name as server, t.ticket_id as ticket, ${isImported} as imported,
        t.claimed_by is not distinct from ${user_id}::bigint as claimed, t.claimed_at,
        t.closed_by is not distinct from ${user_id}::bigint as closed,
        case when t.closed_by = ${user_id} then t.closed_at end as closed_at,
        case when ${isLastReasonOf(user_id)} then t.close_reason end as close_reason,
        r.reason as asked_to_close_with_reason`,
      joined: sql`left join close_requests r
        on r.guild_id = t.guild_id and r.ticket_id = t.ticket_id and r.requester_id = ${user_id}`,
    },
  );

export const transcriptsOf = (db: Db, user_id: string): Parts => ({
  read: rowsOfTickets(db, [sql`transcript_reads where user_id = ${user_id}`], {
    select: sql`t.guild_id::text as server_id, g.name as server, t.ticket_id as ticket, r.times, r.first_read_at, r.last_read_at`,
    joined: sql`join transcript_reads r
      on r.guild_id = t.guild_id and r.ticket_id = t.ticket_id and r.user_id = ${user_id}`,
  }),
  links: byKey(db, {
    select: sql`l.guild_id::text as server_id, g.name as server, l.ticket_id as ticket, l.made_at, l.expires_at, l.revoked_at,
      l.times_opened, l.last_opened_at`,
    from: sql`transcript_links l join guilds g using (guild_id)`,
    where: sql`l.made_by = ${user_id}`,
    key: [sql`l.made_at`, sql`l.link_id`],
  }),
});

/** A conversation as its opener may read it: without what was deleted, and under the names that the channel shows. */
export async function* conversation(
  ctx: Context,
  ticket: TicketKey & { imported: boolean },
): AsyncGenerator<Row, void> {
  let limit = batch;
  for (let after = '0'; ; ) {
    const window = { after, limit, without_deleted: true };
    const { messages: found, isCut } = await readMessages(ctx, ticket, window);
    const shown = await viewMessages(ctx, ticket.guild_id, { is_staff: false }, found);
    for (const [index, message] of shown.entries())
      yield {
        time: message.timestamp,
        author: message.author.global_name ?? message.author.username,
        content: message.content,
        imported: ticket.imported,
        edited_at: message.edited_timestamp,
        // As they were sent, without our addresses of their pictures, which would be over soon.
        embeds: found[index]?.embeds,
        components: found[index]?.components,
        files: message.attachments.map(({ filename, size }) => ({ filename, bytes: size })),
      };
    const last = found.at(-1);
    if (!last || (found.length < limit && !isCut)) return;
    after = last.message_id;
    limit = nextLimit(found.length, batch);
  }
}

export interface OwnFile extends TicketKey {
  attachment_id: string;
  filename: string;
  storage_key: string;
  sha256: string;
}

/** Which messages (`m`) somebody wrote, in Discord or in the dashboard. */
const writtenBy = (user_id: string) =>
  sql`((m.author_id = ${user_id} and not m.author_bot) or m.sent_by = ${user_id})`;

/** The tickets in which somebody wrote. */
const writtenIn = (db: Db, user_id: string) =>
  ticketsIn(db, [
    sql`ticket_messages where author_id = ${user_id} and not author_bot`,
    sql`ticket_messages where sent_by = ${user_id}`,
  ]);

/** Everything that somebody wrote, also what they deleted and what it said before they edited it. */
export async function* ownMessages(db: Db, user_id: string): AsyncGenerator<Row, void> {
  for await (const { guild_id, ticket_id } of writtenIn(db, user_id)) {
    let limit = batch;
    for (let after = '0'; ; ) {
      const from = sql`(
        select m.guild_id::text as server_id, g.name as server, m.ticket_id as ticket, m.message_id::text as message_id,
          ${isImported} as imported, m.created_at as time, m.author_name as shown_as, m.content, m.edited_at, m.deleted_at, m.embeds, m.components,
          (select coalesce(jsonb_agg(jsonb_build_object('until', v.replaced_at, 'content', v.content) order by v.replaced_at), '[]')
            from ticket_message_versions v
            where v.guild_id = m.guild_id and v.ticket_id = m.ticket_id and v.message_id = m.message_id) as earlier_texts,
          (select coalesce(jsonb_agg(jsonb_build_object('filename', a.filename, 'bytes', a.size, 'is_kept', a.state = 'stored')
              order by a.attachment_id), '[]')
            from ticket_attachments a
            where a.guild_id = m.guild_id and a.ticket_id = m.ticket_id and a.message_id = m.message_id) as files
        from ticket_messages m join guilds g using (guild_id) join tickets t using (guild_id, ticket_id)
        where m.guild_id = ${guild_id} and m.ticket_id = ${ticket_id} and m.message_id > ${after}::bigint and ${writtenBy(user_id)}
        order by m.message_id limit ${limit})`;
      const order = sql`message_id::bigint`;
      const { rows, isCut } = await readWithin<Row & { message_id: string }>(db, from, { order });
      yield* rows;
      const last = rows.at(-1);
      if (!last || (rows.length < limit && !isCut)) break;
      after = last.message_id;
      limit = nextLimit(rows.length, batch);
    }
  }
}

/** The files that somebody sent and that are kept. */
export async function* ownFiles(db: Db, user_id: string): AsyncGenerator<OwnFile, void> {
  for await (const { guild_id, ticket_id } of writtenIn(db, user_id))
    yield* byKey<OwnFile>(db, {
      select: sql`a.guild_id, a.ticket_id, a.attachment_id, a.filename, f.storage_key, encode(f.sha256, 'hex') as sha256`,
      from: sql`ticket_messages m join ticket_attachments a using (guild_id, ticket_id, message_id)
        join stored_files f using (sha256)`,
      where: sql`m.guild_id = ${guild_id} and m.ticket_id = ${ticket_id} and ${writtenBy(user_id)} and a.state = 'stored'`,
      key: [sql`a.attachment_id`, sql`a.message_id`],
    });
}
