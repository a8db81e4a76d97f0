import { randomBytes, randomInt } from 'node:crypto';
import type { Context } from '@tickets/core/platform/context';
import type {
  FormInputs,
  Guilds,
  Panels,
  TicketMessages,
  Tickets,
} from '@tickets/core/platform/db/schema.generated';
import { createSession } from '@tickets/core/sessions/sessions';
import { createTokens } from '@tickets/core/sessions/tokens';
import type { Insertable, Selectable } from 'kysely';

/** Rows as a test needs them. What is not said is random or ordinary, and missing parents are made. */

let lastId = 0n;

/** An id as Discord gives them, of about now. Each is larger than the one before, also within a millisecond. */
export function randomId(): string {
  const ofNow = (BigInt(Date.now() - 1_420_070_400_000) << 22n) | BigInt(randomInt(1 << 21));
  lastId = ofNow > lastId ? ofNow : lastId + BigInt(randomInt(1, 1 << 10));
  return String(lastId);
}

export async function buildUser(
  ctx: Context,
  {
    user_id = randomId(),
    username = `user_${user_id.slice(-6)}`,
    avatar = null as string | null,
    bot = false,
  } = {},
): Promise<{ user_id: string; username: string }> {
  await ctx.db.insertInto('users').values({ user_id, username, avatar, bot }).execute();
  return { user_id, username };
}

/** A server with its @everyone role, a text channel and a category. */
export async function buildGuild(
  ctx: Context,
  overrides: Partial<Insertable<Guilds>> = {},
): Promise<{ guild_id: string; owner_id: string; text_id: string; category_id: string }> {
  const guild = await ctx.db
    .insertInto('guilds')
    .values({ guild_id: randomId(), name: 'A server', owner_id: randomId(), ...overrides })
    .returning(['guild_id', 'owner_id'])
    .executeTakeFirstOrThrow();
  await buildRole(ctx, { guild_id: guild.guild_id, role_id: guild.guild_id, name: '@everyone' });
  const text_id = await buildChannel(ctx, { guild_id: guild.guild_id, type: 0 });
  const category_id = await buildChannel(ctx, { guild_id: guild.guild_id, type: 4 });
  return { ...guild, text_id, category_id };
}

export async function buildChannel(
  ctx: Context,
  {
    guild_id,
    channel_id = randomId(),
    type = 0,
    name = 'channel',
    position = 0,
  }: {
    guild_id: string;
    channel_id?: string;
    type?: number;
    name?: string;
    position?: number;
  },
): Promise<string> {
  await ctx.db.insertInto('guild_channels').values({ guild_id, channel_id, type, name, position }).execute();
  return channel_id;
}

export async function buildRole(
  ctx: Context,
  {
    guild_id,
    role_id = randomId(),
    name = 'role',
    permissions = '0',
  }: {
    guild_id: string;
    role_id?: string;
    name?: string;
    permissions?: string;
  },
): Promise<string> {
  await ctx.db.insertInto('guild_roles').values({ guild_id, role_id, name, permissions }).execute();
  return role_id;
}

/** A member of a server, with the level in it that is asked for. */
export async function buildMember(
  ctx: Context,
  {
    guild_id,
    user_id = randomId(),
    role_ids = [],
    level = 0,
    present = true,
  }: {
    guild_id: string;
    user_id?: string;
    role_ids?: string[];
    level?: 0 | 1 | 2;
    present?: boolean;
  },
): Promise<string> {
  await ctx.db.insertInto('guild_members').values({ guild_id, user_id, role_ids, present }).execute();
  if (level)
    await ctx.db
      .insertInto('permissions')
      .values({ guild_id, user_id, admin: level === 2, support: level === 1 })
      .execute();
  return user_id;
}

/** A named support team with the people and roles in it. */
export async function buildTeam(
  ctx: Context,
  {
    guild_id,
    name = `team ${randomId()}`,
    user_ids = [],
    role_ids = [],
  }: {
    guild_id: string;
    name?: string;
    user_ids?: string[];
    role_ids?: string[];
  },
): Promise<number> {
  const { team_id } = await ctx.db
    .insertInto('support_teams')
    .values({ guild_id, name })
    .returning('team_id')
    .executeTakeFirstOrThrow();
  if (user_ids.length)
    await ctx.db
      .insertInto('support_team_users')
      .values(user_ids.map((user_id) => ({ team_id, user_id })))
      .execute();
  if (role_ids.length)
    await ctx.db
      .insertInto('support_team_roles')
      .values(role_ids.map((role_id) => ({ team_id, role_id })))
      .execute();
  return team_id;
}

/** A panel whose message is posted; `team_ids` are the named teams that work its tickets. */
export async function buildPanel(
  ctx: Context,
  { team_ids = [], ...overrides }: Partial<Insertable<Panels>> & { guild_id: string; team_ids?: number[] },
): Promise<Selectable<Panels>> {
  const panel = await ctx.db
    .insertInto('panels')
    .values({
      custom_id: randomBytes(15).toString('hex'),
      title: 'Help',
      content: 'Press to open a ticket',
      colour: 0x2ecc71,
      channel_id: randomId(),
      message_id: randomId(),
      message_state: 'posted',
      button_label: 'Help',
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (team_ids.length)
    await ctx.db
      .insertInto('panel_teams')
      .values(team_ids.map((team_id) => ({ panel_id: panel.panel_id, team_id })))
      .execute();
  return panel;
}

/** A form with these questions, in their order. */
export async function buildForm(
  ctx: Context,
  {
    guild_id,
    title = 'About your question',
    questions = [{ label: 'What happened?' }],
  }: {
    guild_id: string;
    title?: string;
    questions?: Partial<Omit<Insertable<FormInputs>, 'form_id' | 'position'>>[];
  },
): Promise<{ form_id: number; inputs: Selectable<FormInputs>[] }> {
  const { form_id } = await ctx.db
    .insertInto('forms')
    .values({ guild_id, title, custom_id: randomBytes(15).toString('hex') })
    .returning('form_id')
    .executeTakeFirstOrThrow();
  const rows = questions.map((question, index) => ({
    form_id,
    custom_id: randomBytes(15).toString('hex'),
    position: index + 1,
    style: 1,
    label: `Question ${index + 1}`,
    max_length: 255,
    ...question,
  }));
  const inputs = rows.length
    ? await ctx.db.insertInto('form_inputs').values(rows).returningAll().execute()
    : [];
  return { form_id, inputs };
}

/** An open ticket with the next number of its server. */
export async function buildTicket(
  ctx: Context,
  overrides: Partial<Insertable<Tickets>> & { guild_id: string },
): Promise<Selectable<Tickets>> {
  const { last_ticket_id } = await ctx.db
    .updateTable('guilds')
    .set((eb) => ({ last_ticket_id: eb('last_ticket_id', '+', 1) }))
    .where('guild_id', '=', overrides.guild_id)
    .returning('last_ticket_id')
    .executeTakeFirstOrThrow();
  return ctx.db
    .insertInto('tickets')
    .values({
      ticket_id: last_ticket_id,
      status: 'open',
      opener_id: randomId(),
      source: 'panel',
      interaction_id: randomId(),
      subject: 'Help',
      channel_id: randomId(),
      channel_name: `ticket-${last_ticket_id}`,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A closed ticket that a server imported, as the import writes it. */
export async function buildImportedTicket(
  ctx: Context,
  overrides: Parameters<typeof buildTicket>[1],
): Promise<Selectable<Tickets>> {
  const { guild_id, ticket_id } = await buildTicket(ctx, {
    status: 'closed',
    has_transcript: true,
    closed_at: ctx.clock.now(),
    channel_id: null,
    ...overrides,
  });
  return ctx.db
    .updateTable('tickets')
    .set({ interaction_id: String(-ticket_id) })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the opener of a ticket answered to its form or to the exit survey, by question. */
export async function buildAnswers(
  ctx: Context,
  { guild_id, ticket_id }: { guild_id: string; ticket_id: number },
  answers: Record<string, string>,
  kind: 'form' | 'exit_survey' = 'form',
): Promise<void> {
  const rows = Object.entries(answers).map(([label, value], index) => ({
    guild_id,
    ticket_id,
    kind,
    position: index + 1,
    label,
    value,
  }));
  await ctx.db.insertInto('ticket_answers').values(rows).execute();
}

/** A message of a ticket, with the ticket's next seq. */
export async function buildMessage(
  ctx: Context,
  overrides: Partial<Insertable<TicketMessages>> & { guild_id: string; ticket_id: number },
): Promise<Selectable<TicketMessages>> {
  const { last_seq } = await ctx.db
    .updateTable('tickets')
    .set((eb) => ({ last_seq: eb('last_seq', '+', 1) }))
    .where('guild_id', '=', overrides.guild_id)
    .where('ticket_id', '=', overrides.ticket_id)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  return ctx.db
    .insertInto('ticket_messages')
    .values({
      message_id: randomId(),
      author_id: randomId(),
      content: 'Hello',
      created_at: ctx.clock.now(),
      seq: last_seq,
      first_seq: last_seq,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Signs somebody in, without Discord. Answers the token that their calls carry. */
export async function buildSession(
  ctx: Parameters<typeof createSession>[0] & Parameters<typeof createTokens>[0],
  user_id: string,
): Promise<string> {
  const session = await createSession(ctx, user_id, {
    access_token: 'access',
    refresh_token: 'refresh',
    expires_at: new Date(ctx.clock.now().getTime() + 604_800_000),
    scopes: ['identify', 'guilds'],
  });
  return createTokens(ctx).sign(session);
}
