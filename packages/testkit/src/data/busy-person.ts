import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '@tickets/core/platform/context';
import { sql } from 'kysely';
import {
  buildAnswers,
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTeam,
  buildTicket,
  buildUser,
  randomId,
} from './factories.ts';
import { keepFile } from './kept-file.ts';

/** What only this person is called, and what only they said. */
export const theirs = {
  username: 'zebulonquist',
  global_name: 'Zebulon Quist',
  nick: 'Captain Zebbo',
  avatar: 'feedfacefeedface',
  secret: 'xylophonegarden',
};

export interface BusyPerson {
  user_id: string;
  token: string;
  guild_id: string;
  other: { user_id: string; username: string };
  /** Opened and closed; its opener sees all of it but one message that was deleted. */
  opened: number;
  /** Of the other: they were staff there. */
  handled: number;
  /** Of the other: it goes on from the one before, and quotes it. */
  continued: number;
  /** Hashes of a file of theirs alone, and of one that the other sent, too. */
  own_file: string;
  shared_file: string;
}

/** Somebody who did everything that one can do, in one server. Their tickets are closed. */
export async function buildBusyPerson(ctx: Context): Promise<BusyPerson> {
  const { db } = ctx;
  const user_id = randomId();
  const { guild_id } = await buildGuild(ctx);
  const { username, global_name, nick, avatar, secret } = theirs;
  await db.insertInto('users').values({ user_id, username, global_name, avatar }).execute();
  await buildMember(ctx, { guild_id, user_id, level: 1 });
  await db.updateTable('guild_members').set({ nick }).where('user_id', '=', user_id).execute();
  await buildTeam(ctx, { guild_id, name: 'Billing', user_ids: [user_id] });
  await db.insertInto('bot_staff').values({ user_id }).execute();
  await db.insertInto('blacklisted_users').values({ guild_id, user_id }).execute();
  await db
    .insertInto('entitlements')
    .values([
      { user_id, tier: 0, source: 'operator', sku_label: 'of a person' },
      { user_id, guild_id, tier: 0, source: 'operator', sku_label: 'of a server' },
    ])
    .execute();
  await db
    .insertInto('cooldowns')
    .values({ subject_id: user_id, name: 'guilds.reload', ends_at: new Date() })
    .execute();
  const token = await buildSession(ctx, user_id);
  const other = await buildUser(ctx, { username: 'plain_other' });

  const closed = { guild_id, status: 'closed' as const, has_transcript: true };
  const { ticket_id: opened } = await buildTicket(ctx, {
    ...closed,
    opener_id: user_id,
    subject: `Help me with my ${secret}`,
    subject_author_id: user_id,
    channel_name: `ticket-${username}`,
    thread_name: `${username}-thread`,
    closed_by: other.user_id,
    close_reason: `<@${user_id}> was helped`,
    claimed_by: other.user_id,
    rating: 4,
    dm_channel_id: randomId(),
    dm_message_id: randomId(),
    last_message_by: user_id,
    closed_at: new Date('2026-01-02T03:04:05.678Z'),
  });
  const closed_at = new Date('2026-01-05T03:04:05.678Z');
  const { ticket_id: handled } = await buildTicket(ctx, {
    ...closed,
    closed_at,
    opener_id: other.user_id,
    channel_name: `${username}-claimed`,
    claimed_by: user_id,
    closed_by: user_id,
    close_reason: `Solved by ${secret}`,
    said_by: user_id,
    said_id: randomId(),
    origin: JSON.stringify({
      channel_id: '5',
      message_id: '77777',
      author_id: user_id,
      author_is_bot: false,
      content: `I need a ${secret}`,
    }),
  });
  const { ticket_id: continued } = await buildTicket(ctx, {
    ...closed,
    opener_id: other.user_id,
    continues: handled,
  });
  for (const ticket_id of [opened, handled, continued])
    await db.insertInto('ticket_participants').values({ guild_id, ticket_id, user_id }).execute();
  await buildAnswers(ctx, { guild_id, ticket_id: opened }, { 'What happened?': `My ${secret} broke` });
  await db
    .insertInto('ticket_members')
    .values({ guild_id, ticket_id: continued, member_id: user_id, kind: 'user' })
    .execute();
  await db
    .insertInto('ticket_removals')
    .values({ guild_id, ticket_id: handled, user_id, removed_at: new Date() })
    .execute();
  await db
    .insertInto('ticket_reads')
    .values({ guild_id, ticket_id: handled, user_id, message_id: '1' })
    .execute();
  await db.insertInto('transcript_reads').values({ guild_id, ticket_id: handled, user_id }).execute();
  await db
    .insertInto('transcript_links')
    .values({
      guild_id,
      ticket_id: handled,
      token_hash: randomBytes(32),
      made_by: user_id,
      revoked_by: user_id,
      expires_at: new Date('2026-02-05'),
    })
    .execute();
  const { integration_id } = await db
    .insertInto('integrations')
    .values({
      owner_id: user_id,
      name: `Facts of ${username}`,
      description: `Knows the ${secret}`,
      http_method: 'GET',
      webhook_url: `https://${secret}.example/facts`,
      reviewed_by: user_id,
    })
    .returning('integration_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('integration_placeholders')
    .values({ integration_id, name: secret, json_path: secret })
    .execute();
  await db.insertInto('guild_integrations').values({ guild_id, integration_id, added_by: user_id }).execute();
  await db.insertInto('transcript_retention').values({ guild_id, days: 365, changed_by: user_id }).execute();
  const entry = { user_id, about_user_id: user_id, source: 'dashboard', action: 65, resource: 9 };
  await db
    .insertInto('audit_entries')
    .values([
      { ...entry, guild_id },
      { ...entry, guild_id: null, after: JSON.stringify({ name: secret }) },
    ])
    .execute();
  const webhook_id = randomUUID();
  await db
    .insertInto('outgoing_webhooks')
    .values({
      webhook_id,
      guild_id,
      url: 'https://desk.example',
      events: ['ticket.closed'],
      secret: Buffer.of(1),
      made_by: user_id,
    })
    .execute();
  await db
    .insertInto('outgoing_deliveries')
    .values({
      guild_id,
      webhook_id,
      ticket_id: opened,
      event: 'ticket.closed',
      data: JSON.stringify({ ticket: { opener: { id: user_id, username } }, reason: `Solved by ${secret}` }),
      state: 'delivered',
    })
    .execute();
  await db
    .insertInto('transcript_removals')
    .values({ guild_id, removed_by: user_id, ticket_id: 9999, tickets: 1, messages: '3', files: 0 })
    .execute();
  await db
    .insertInto('transcript_downloads')
    .values({ guild_id, asked_by: user_id, filter: '{}', form: 'html', state: 'cancelled' })
    .execute();
  await db
    .insertInto('ticket_replies')
    .values({ guild_id, ticket_id: handled, user_id, idempotency_key: 'k', content: `A ${secret} reply` })
    .execute();
  await db
    .insertInto('close_requests')
    .values({ guild_id, ticket_id: continued, requester_id: user_id, reason: `No ${secret} left` })
    .execute();

  const bot = { author_id: randomId(), author_bot: true };
  const say = (ticket_id: number, message: Partial<Parameters<typeof buildMessage>[1]>) =>
    buildMessage(ctx, { guild_id, ticket_id, ...message });
  const embed = (more: object) => JSON.stringify([more]);
  await say(opened, {
    ...bot,
    content: `Welcome <@${user_id}>`,
    embeds: embed({ title: global_name, fields: [{ name: 'What happened?', value: `My ${secret} broke` }] }),
  });
  const written = await say(opened, {
    author_id: user_id,
    content: `My ${secret} is green`,
    edited_at: new Date(),
  });
  await db
    .insertInto('ticket_message_versions')
    .values({
      guild_id,
      ticket_id: opened,
      message_id: written.message_id,
      replaced_at: new Date(),
      content: `${secret} is red`,
    })
    .execute();
  await say(opened, { author_id: user_id, content: `Forget the ${secret}`, deleted_at: new Date() });
  await say(opened, { author_id: other.user_id, content: `Hello <@!${user_id}>, we are at it` });
  await say(opened, {
    author_id: other.user_id,
    content: 'staff alone may see this',
    deleted_at: new Date(),
  });
  const shown = await say(opened, { author_id: user_id, content: '' });
  const own_file = await keepFile(ctx, shown, `${secret}-own.txt`, `the ${secret} itself`);
  const shared = await say(opened, { author_id: user_id, content: 'a picture' });
  const shared_file = await keepFile(ctx, shared, 'cat.txt', 'a cat');
  const sent = await say(handled, { author_id: other.user_id, content: 'my cat' });
  await keepFile(ctx, sent, 'cat.txt', 'a cat');

  await say(handled, {
    ...bot,
    content: 'Started from this message',
    embeds: embed({
      description: `[This message](https://discord.com/channels/1/5/77777) by <@${user_id}> in <#5>:\n\`\`\`\nI need a ${secret}\n\`\`\``,
    }),
  });
  await say(handled, { author_id: user_id, content: `Use the ${secret}` });
  await say(handled, {
    ...bot,
    author_name: global_name,
    author_avatar: avatar,
    sent_by: user_id,
    content: `A ${secret} reply`,
  });
  await say(handled, {
    ...bot,
    content: '',
    embeds: embed({
      description: `Handled by ${global_name} (${nick})`,
      icon: `https://cdn/avatars/${user_id}/x.png`,
    }),
  });
  await say(handled, { author_id: other.user_id, content: 'Thank you very much' });
  await say(continued, {
    ...bot,
    content: '',
    embeds: JSON.stringify([
      { title: 'Reopened', timestamp: closed_at.toISOString() },
      { title: 'Last messages', description: `**Support** > Use the ${secret}` },
    ]),
  });
  for (const event of [
    { type: 'ticket.read', guild_id, ticket_id: handled, user_id, message_id: '1' },
    { type: 'access.changed', guild_id, user_id },
  ])
    await db
      .insertInto('events')
      .values({ origin: '00000000-0000-0000-0000-000000000000', event: JSON.stringify(event) })
      .execute();
  return { user_id, token, guild_id, other, opened, handled, continued, own_file, shared_file };
}

/** Where in the database any of these stands: `table: row`. Every table of every schema of ours is read. */
export async function rowsWith(ctx: Context, needles: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'graphile_worker') order by 1`.execute(
    ctx.db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t
      where t::text ilike any(${needles.map((needle) => `%${needle}%`)}::text[])`.execute(ctx.db);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** The files of a storage folder in which any of these stands, or that are called so. */
export async function filesWith(folder: string, needles: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = `${entry.name} ${(await readFile(path)).toString('latin1')}`;
    if (needles.some((needle) => text.includes(needle))) found.push(entry.name);
  }
  return found;
}
