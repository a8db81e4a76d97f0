import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '@tickets/core/platform/context';
import { syncGuild } from '@tickets/core/servers/guilds';
import { renderGuildCreate } from '@tickets/discord-sim/world/guild-create';
import { ChannelType } from 'discord-api-types/v10';
import {
  buildAnswers,
  buildForm,
  buildMessage,
  buildPanel,
  buildTeam,
  buildTicket,
  randomId,
} from '../data/factories.ts';
import type { TicketWorld } from './ticket-world.ts';

/** Channels, roles and an emoji by the names that both servers of a move have. */
export interface Places {
  guild_id: string;
  archive: string;
  lobby: string;
  notifications: string;
  category: string;
  overflow: string;
  waiting: string;
  helpers: string;
  bosses: string;
  customers: string;
  blocked: string;
  emoji: string;
}

/** A server in the simulated Discord with those places, owned by the owner of the world, where the bot is. */
export async function addServer(w: TicketWorld, { name = 'Café', bare = false } = {}): Promise<Places> {
  const { world } = w.sim;
  const { id: guild_id } = world.addGuild({ name, owner_id: w.owner.id });
  const botRole = world.addRole({ guild_id, name: 'Tickets', permissions: 8n });
  world.addMember({ guild_id, user_id: w.bot_id, roles: [botRole.id] });
  for (const { id } of [w.staff, w.member]) world.addMember({ guild_id, user_id: id });
  return fillPlaces(w, guild_id, bare);
}

/** Gives a server of the world its places. */
export async function fillPlaces(w: TicketWorld, guild_id: string, bare = false): Promise<Places> {
  const { world } = w.sim;
  const channel = (name: string, type = ChannelType.GuildText, parent_id?: string) =>
    world.channels.in('guild', guild_id).find((one) => one.name === name)?.id ??
    (bare ? '0' : world.addChannel({ guild_id, name, type, ...(parent_id && { parent_id }) }).id);
  const category = channel('Tickets', ChannelType.GuildCategory);
  const role = (name: string) => (bare ? '0' : world.addRole({ guild_id, name }).id);
  const places: Places = {
    guild_id,
    archive: channel('archive'),
    lobby: channel('lobby'),
    notifications: channel('notifications', ChannelType.GuildText, category),
    category,
    overflow: channel('Overflow', ChannelType.GuildCategory),
    waiting: channel('Waiting', ChannelType.GuildCategory),
    helpers: role('Helpers'),
    bosses: role('Bosses'),
    customers: role('Customers'),
    blocked: role('Blocked'),
    emoji: bare ? '0' : world.addEmoji({ guild_id, name: 'bread' }).id,
  };
  await learn(w, guild_id);
  return places;
}

/** Has the program know a server as it is in the simulated Discord. */
export async function learn(w: TicketWorld, guild_id: string): Promise<void> {
  const { world } = w.sim;
  const application = world.applications.all().find(({ bot_user_id }) => bot_user_id === w.bot_id);
  const payload = renderGuildCreate(world, guild_id, {
    userId: w.bot_id,
    applicationId: application?.id ?? '',
  });
  if (!('name' in payload)) throw new Error('the bot is in the server');
  await syncGuild(w.ctx, payload);
  for (const { id } of [w.staff, w.member, w.owner])
    await w.ctx.db
      .insertInto('guild_members')
      .values({ guild_id, user_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const embed = (title: string) => ({
  title,
  url: 'https://bakery.example/menu',
  description: 'Choose *carefully* <#1>',
  colour: 0x123456,
  author: { name: 'Baker', icon_url: null, url: null },
  image_url: 'https://bakery.example/bread.png',
  thumbnail_url: null,
  footer: { text: 'Since 1900', icon_url: null },
  timestamp: '2026-01-02T03:04',
  fields: [{ name: 'Bread', value: '2 €', inline: true }],
});

/** What a file says. */
export const fileOf = (text: string) => {
  const bytes = Buffer.from(text);
  return { bytes, sha256: createHash('sha256').update(bytes).digest() };
};

/** Everything that belongs to a server, so that no exported column holds what it would hold anyway. */
export async function fillServer(w: TicketWorld, p: Places): Promise<{ tickets: number; texts: string[] }> {
  const { ctx } = w;
  const { db } = ctx;
  const { guild_id } = p;
  const form = await buildForm(ctx, {
    guild_id,
    title: 'Your order',
    questions: [
      { label: 'What?', style: 2, placeholder: 'Bread', required: false, min_length: 3, max_length: 900 },
      { label: 'When?', required: true, max_length: 40 },
    ],
  });
  const survey = await buildForm(ctx, { guild_id, title: 'How was it?', questions: [{ label: 'Well?' }] });
  const team_id = await buildTeam(ctx, {
    guild_id,
    name: 'Ovens',
    user_ids: [w.staff.id],
    role_ids: [p.helpers],
  });
  await db.deleteFrom('permissions').where('guild_id', '=', guild_id).execute();
  await db
    .insertInto('permissions')
    .values({ guild_id, user_id: w.staff.id, admin: true, support: false })
    .execute();
  await db
    .insertInto('role_permissions')
    .values([
      { guild_id, role_id: p.helpers, support: true },
      { guild_id, role_id: p.bosses, admin: true },
    ])
    .execute();
  const panel = await buildPanel(ctx, {
    guild_id,
    title: 'Orders',
    content: 'Order here',
    colour: 0xabcdef,
    channel_id: p.lobby,
    category_id: p.category,
    emoji_name: 'bread',
    emoji_id: p.emoji,
    button_style: 3,
    button_label: 'Order',
    image_url: 'https://bakery.example/a.png',
    thumbnail_url: 'https://bakery.example/b.png',
    disabled: true,
    form_id: form.form_id,
    exit_survey_form_id: survey.form_id,
    pending_category: p.waiting,
    naming_scheme: 'order-%id%',
    mentions: ['user', p.helpers, guild_id],
    delete_mentions: true,
    default_team: false,
    welcome_message: JSON.stringify(embed('Welcome')),
    team_ids: [team_id],
  });
  await db
    .insertInto('panel_access_rules')
    .values([
      { panel_id: panel.panel_id, position: 1, role_id: p.customers, action: 'allow' },
      { panel_id: panel.panel_id, position: 2, role_id: guild_id, action: 'deny' },
    ])
    .execute();
  const other = await buildPanel(ctx, {
    guild_id,
    title: 'Complaints',
    channel_id: p.lobby,
    emoji_name: '🍞',
  });
  for (const panel_id of [other.panel_id])
    await db
      .insertInto('panel_access_rules')
      .values({ panel_id, position: 1, role_id: guild_id, action: 'allow' })
      .execute();
  const { id: multi_panel_id } = await db
    .insertInto('multi_panels')
    .values({
      guild_id,
      channel_id: p.lobby,
      embed: JSON.stringify(embed('Choose')),
      select_menu: true,
      select_menu_placeholder: 'What is it about?',
      message_state: 'posted',
      message_id: randomId(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('multi_panel_panels')
    .values([
      { multi_panel_id, panel_id: other.panel_id, position: 1 },
      { multi_panel_id, panel_id: panel.panel_id, position: 2 },
    ])
    .execute();
  await db
    .insertInto('tags')
    .values([
      { guild_id, tag_id: 'hours', content: 'We open at 6.', embed: JSON.stringify(embed('Hours')) },
      { guild_id, tag_id: 'menu', content: 'Bread.', use_guild_command: true },
    ])
    .execute();
  await db.deleteFrom('guild_settings').where('guild_id', '=', guild_id).execute();
  await db
    .insertInto('guild_settings')
    .values({
      guild_id,
      ticket_limit: 3,
      language: 'de',
      users_can_close: false,
      close_confirmation: false,
      feedback_enabled: true,
      anonymise_dashboard_responses: true,
      use_threads: true,
      ticket_notification_channel: p.notifications,
      archive_channel: p.archive,
      overflow_enabled: true,
      overflow_category_id: p.overflow,
      store_transcripts: false,
      hide_claim_button: true,
      disable_open_command: true,
      category: p.category,
      naming_scheme: 'username',
      welcome_message: 'Welcome, %user%!',
      context_menu_permission_level: 2,
      context_menu_add_sender: false,
      context_menu_panel: other.panel_id,
      support_can_view: false,
      support_can_type: false,
      auto_close_enabled: true,
      auto_close_on_user_leave: true,
      auto_close_since_open: 3600,
      auto_close_since_last_message: 7200,
      attach_files: false,
      embed_links: false,
      add_reactions: false,
      colour_success: '#00ff00',
      colour_failure: '#ff0000',
    })
    .execute();
  await db
    .insertInto('transcript_retention')
    .values({ guild_id, days: 3650, changed_by: w.owner.id })
    .execute();
  const nuisance = randomId();
  await db.insertInto('blacklisted_users').values({ guild_id, user_id: nuisance }).execute();
  await db.insertInto('blacklisted_roles').values({ guild_id, role_id: p.blocked }).execute();
  const texts = await fillTickets(ctx, w, { ...p, panel_id: panel.panel_id });
  return { tickets: 4, texts };
}

async function fillTickets(
  ctx: Context,
  w: TicketWorld,
  { guild_id, panel_id, helpers }: Places & { panel_id: number },
): Promise<string[]> {
  const { db } = ctx;
  const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, minutes));
  await db
    .insertInto('users')
    .values([
      { user_id: w.owner.id, username: 'olga', global_name: 'Olga', avatar: 'a'.repeat(32) },
      { user_id: w.member.id, username: 'mia', global_name: 'Mia', avatar: null },
      { user_id: w.staff.id, username: 'sam', global_name: 'Sam' },
      { user_id: w.bot_id, username: 'tickets', bot: true },
    ])
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        global_name: eb.ref('excluded.global_name'),
        avatar: eb.ref('excluded.avatar'),
        bot: eb.ref('excluded.bot'),
      })),
    )
    .execute();
  const closed = await buildTicket(ctx, {
    guild_id,
    panel_id,
    opener_id: w.member.id,
    source: 'context_menu',
    subject: 'Where is it?',
    subject_author_id: w.member.id,
    is_thread: true,
    channel_name: 'order-1',
    thread_name: 'a parcel',
    origin: JSON.stringify({ message_id: '5', author_id: w.member.id, content: 'Where is it?' }),
    status: 'closed',
    claimed_by: w.staff.id,
    claimed_at: at(2),
    opened_at: at(0),
    first_response_at: at(3),
    last_message_at: at(9),
    last_message_by: w.staff.id,
    last_message_is_staff: true,
    answered_at: at(9),
    unanswered_at: at(8),
    message_count: 3,
    closed_at: at(10),
    closed_by: w.staff.id,
    close_reason: 'Delivered',
    close_source: 'dashboard',
    closer_unnamed: true,
    final_read_at: at(10),
    has_transcript: true,
    rating: 4,
    rated_at: at(11),
    reopened_at: at(5),
  });
  const key = { guild_id, ticket_id: closed.ticket_id };
  await buildAnswers(ctx, key, { 'What?': 'A loaf of rye' });
  await buildAnswers(ctx, key, { 'Well?': 'Very well' }, 'exit_survey');
  await db
    .insertInto('ticket_members')
    .values([
      { ...key, member_id: w.owner.id, kind: 'user' },
      { ...key, member_id: helpers, kind: 'role' },
    ])
    .execute();
  await db
    .insertInto('ticket_participants')
    .values(
      [w.member.id, w.staff.id].map((user_id) => ({
        ...key,
        user_id,
        as_staff: user_id === w.staff.id,
        unnamed: user_id === w.staff.id,
      })),
    )
    .execute();
  const said = await buildMessage(ctx, {
    ...key,
    author_id: w.member.id,
    content: 'Where is my parcel? 🍞 "quoted" \\ and a\nnew line',
    created_at: at(1),
    edited_at: at(2),
    deleted_at: at(3),
    erased_at: at(4),
    by_staff: false,
  });
  await buildMessage(ctx, {
    ...key,
    author_id: w.bot_id,
    author_bot: true,
    author_name: 'Sam of the bakery',
    author_avatar: 'https://cdn.example/sam.png',
    sent_by: w.staff.id,
    by_staff: true,
    type: 19,
    content: 'In the oven',
    reply_to: said.message_id,
    embeds: JSON.stringify([{ title: 'Oven', fields: [{ name: 'At', value: '230°' }] }]),
    components: JSON.stringify([{ type: 1, components: [] }]),
    created_at: at(3),
  });
  await db
    .insertInto('ticket_message_versions')
    .values({
      ...key,
      message_id: said.message_id,
      replaced_at: at(2),
      content: 'Where?',
      embeds: JSON.stringify([{ title: 'x' }]),
    })
    .execute();
  const texts = ['A receipt', 'A receipt that is sent twice'];
  for (const [index, text] of texts.entries())
    await keepFile(ctx, { ...key, message_id: said.message_id }, { text, index });
  await db
    .insertInto('ticket_attachments')
    .values({
      ...key,
      message_id: said.message_id,
      attachment_id: '900',
      filename: 'huge.bin',
      size: 99_999_999,
      url: 'https://cdn.example/900',
      state: 'too_large',
    })
    .execute();
  await db
    .updateTable('tickets')
    .set({ last_message_id: said.message_id })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', closed.ticket_id)
    .execute();

  const again = await buildTicket(ctx, {
    guild_id,
    panel_id,
    opener_id: w.member.id,
    source: 'command',
    status: 'closed',
    channel_id: null,
    opened_at: at(20),
    closed_at: at(30),
    has_transcript: true,
    continues: closed.ticket_id,
  });
  const more = await buildMessage(ctx, {
    guild_id,
    ticket_id: again.ticket_id,
    content: 'Once more',
    created_at: at(21),
  });
  await keepFile(
    ctx,
    { guild_id, ticket_id: again.ticket_id, message_id: more.message_id },
    { text: texts[1] ?? '', index: 7 },
  );
  await buildTicket(ctx, {
    guild_id,
    opener_id: w.member.id,
    status: 'closed',
    close_source: 'undone',
    opened_at: at(40),
    closed_at: at(40),
  });
  const open = await buildTicket(ctx, { guild_id, opener_id: w.member.id, opened_at: at(50) });
  await buildMessage(ctx, { guild_id, ticket_id: open.ticket_id, content: 'Still here', created_at: at(51) });
  await buildTicket(ctx, { guild_id, opener_id: w.staff.id, status: 'opening', channel_id: null });
  return texts;
}

async function keepFile(
  { db, storage }: Context,
  key: { guild_id: string; ticket_id: number; message_id: string },
  { text, index }: { text: string; index: number },
): Promise<void> {
  const { bytes, sha256 } = fileOf(text);
  const storage_key = `${sha256.toString('hex')}${randomBytes(8).toString('hex')}`;
  const made = await db
    .insertInto('stored_files')
    .values({ sha256, size: bytes.length, content_type: 'text/plain', storage_key })
    .onConflict((conflict) => conflict.doNothing())
    .returning('storage_key')
    .executeTakeFirst();
  if (made) await storage.put(storage_key, bytes);
  await db
    .insertInto('ticket_attachments')
    .values({
      ...key,
      attachment_id: String(800 + index),
      filename: `receipt ${index}.txt`,
      size: bytes.length,
      content_type: 'text/plain',
      url: 'https://cdn.example/receipt.txt',
      sha256,
      state: 'stored',
    })
    .execute();
  await db
    .insertInto('guild_storage')
    .values({ guild_id: key.guild_id, bytes: bytes.length })
    .onConflict((conflict) =>
      conflict
        .column('guild_id')
        .doUpdateSet((eb) => ({ bytes: eb('guild_storage.bytes', '+', String(bytes.length)) })),
    )
    .execute();
}
