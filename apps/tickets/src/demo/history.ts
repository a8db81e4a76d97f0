import type { Db } from '@tickets/core/platform/db/db';
import type { DB } from '@tickets/core/platform/db/schema.generated';
import type { Insertable } from 'kysely';
import { converse, type Line } from './conversations.ts';
import type { DemoPanel } from './panels.ts';
import { members, type Person } from './people.ts';
import type { Random } from './random.ts';
import type { DemoServer } from './servers.ts';

const minute = 60_000;
const day = 86_400_000;

export interface PastMessage {
  id: string;
  author: string;
  is_staff: boolean;
  text: string;
  at: number;
}

/** A ticket of the past with its conversation, before it becomes rows and messages. */
export interface PastTicket {
  ticket_id: number;
  panel: DemoPanel;
  opener: Person;
  opener_id: string;
  staff_id: string;
  claimed: boolean;
  opened_at: number;
  closed_at: number | null;
  reason: string | null;
  rating: number | null;
  welcome_id: string;
  channel_id: string;
  messages: PastMessage[];
}

interface HistoryPlan {
  server: DemoServer;
  panels: DemoPanel[];
  ids: Record<Person, string>;
  newId: (at: number) => string;
  now: number;
  /** How many tickets there were, and how many of the newest are still open. */
  tickets: number;
  open: number;
  days: number;
}

/** Makes up the tickets of one server, oldest first. */
export function imagineTickets(random: Random, plan: HistoryPlan): PastTicket[] {
  const { server, ids, now } = plan;
  const staff = server.staff.map((person) => ids[person]);
  const openers = members.filter((person) => !server.staff.includes(person));
  return Array.from({ length: plan.tickets }, (_, index) => {
    const stillOpen = index >= plan.tickets - plan.open;
    const age = ((plan.tickets - index) / plan.tickets) * plan.days * day;
    // Open ones are of the last two days, so that the list does not look neglected.
    const opened_at = Math.round(
      stillOpen ? now - (plan.tickets - index) * random.int(90, 200) * minute : now - 2 * day - age,
    );
    const panel = random.pick(plan.panels);
    const { lines, reason } = converse(random, panel.about);
    const opener = random.pick(openers);
    const opener_id = ids[opener];
    const staff_id = random.pick(staff);
    const said = stillOpen ? lines.slice(0, random.int(1, Math.min(lines.length - 2, 6))) : lines;
    const messages = speak(said, {
      opened_at,
      opener_id,
      staff_id,
      newId: plan.newId,
      latest: now - 3 * minute,
    });
    const last = messages.at(-1)?.at ?? opened_at;
    const closed_at = stillOpen ? null : last + random.int(2, 600) * minute;
    return {
      ticket_id: index + 1,
      panel,
      opener,
      opener_id,
      staff_id,
      claimed: stillOpen
        ? messages.some((message) => message.is_staff) && random.chance(0.6)
        : random.chance(0.7),
      opened_at,
      closed_at,
      reason: stillOpen ? null : reason,
      rating: !stillOpen && random.chance(0.55) ? random.pick([5, 5, 5, 4, 4, 3, 2, 1]) : null,
      welcome_id: plan.newId(opened_at + 800),
      channel_id: plan.newId(opened_at + 300),
      messages,
    };
  });
}

function speak(
  lines: Line[],
  who: {
    opened_at: number;
    opener_id: string;
    staff_id: string;
    newId: (at: number) => string;
    latest: number;
  },
): PastMessage[] {
  let at = who.opened_at + minute;
  return lines.map((line) => {
    at = Math.min(at + line.minutes * minute + 7_000, Math.max(who.latest, at + 1_000));
    const is_staff = line.by === 'staff';
    return {
      id: who.newId(at),
      author: is_staff ? who.staff_id : who.opener_id,
      is_staff,
      text: line.text,
      at,
    };
  });
}

/** Writes the tickets of one server with their messages, as the program itself would have written them. */
export async function insertTickets(
  db: Db,
  input: {
    guild_id: string;
    bot_id: string;
    tickets: PastTicket[];
    newId: (at: number) => string;
    welcome: (ticket: PastTicket) => { embeds: unknown[]; components: unknown[] };
  },
): Promise<void> {
  const { guild_id, bot_id, tickets, newId } = input;
  await insertAll(
    db,
    'tickets',
    tickets.map((ticket) => ticketRow(guild_id, ticket, newId)),
  );
  await insertAll(
    db,
    'ticket_messages',
    tickets.flatMap((ticket) => {
      const { embeds, components } = input.welcome(ticket);
      const welcome = {
        ...messageRow(guild_id, ticket.ticket_id, 1, {
          id: ticket.welcome_id,
          author: bot_id,
          is_staff: false,
          text: '',
          at: ticket.opened_at + 800,
        }),
        author_bot: true,
        by_staff: null,
        embeds: JSON.stringify(embeds),
        components: JSON.stringify(components),
      };
      const said = ticket.messages.map((message, index) =>
        messageRow(guild_id, ticket.ticket_id, index + 2, message),
      );
      return [welcome, ...said];
    }),
  );
  await insertAll(
    db,
    'ticket_participants',
    tickets.flatMap((ticket) =>
      [...new Set(ticket.messages.map((message) => message.author))].map((user_id) => ({
        guild_id,
        ticket_id: ticket.ticket_id,
        user_id,
        as_staff: ticket.messages.some(({ author, is_staff }) => author === user_id && is_staff),
      })),
    ),
  );
}

function ticketRow(
  guild_id: string,
  ticket: PastTicket,
  newId: (at: number) => string,
): Insertable<DB['tickets']> {
  const last = ticket.messages.at(-1);
  const firstAnswer = ticket.messages.find((message) => message.is_staff);
  const answered = ticket.messages.findLastIndex((message) => message.is_staff);
  const unanswered = ticket.messages[answered + 1];
  const closed = ticket.closed_at !== null;
  return {
    guild_id,
    ticket_id: ticket.ticket_id,
    status: closed ? 'closed' : 'open',
    panel_id: ticket.panel.panel_id,
    opener_id: ticket.opener_id,
    source: 'panel',
    interaction_id: newId(ticket.opened_at - 500),
    subject: ticket.panel.title,
    parent_id: ticket.panel.category_id,
    channel_id: ticket.channel_id,
    channel_name: `ticket-${ticket.ticket_id}`,
    welcome_message_id: ticket.welcome_id,
    claimed_by: ticket.claimed ? ticket.staff_id : null,
    claimed_at: ticket.claimed ? new Date(firstAnswer?.at ?? ticket.opened_at) : null,
    opened_at: new Date(ticket.opened_at),
    first_response_at: firstAnswer ? new Date(firstAnswer.at) : null,
    answered_at: dateOf(ticket.messages[answered]),
    unanswered_at: dateOf(unanswered),
    last_message_id: last?.id ?? null,
    last_message_at: last ? new Date(last.at) : null,
    last_message_by: last?.author ?? null,
    last_message_is_staff: last?.is_staff ?? null,
    message_count: ticket.messages.length,
    last_seq: ticket.messages.length + 1,
    closed_at: ticket.closed_at === null ? null : new Date(ticket.closed_at),
    closed_by: closed ? ticket.staff_id : null,
    close_reason: ticket.reason,
    close_source: closed ? 'discord' : null,
    has_transcript: closed,
    channel_removed_at: ticket.closed_at === null ? null : new Date(ticket.closed_at),
    final_read_at: ticket.closed_at === null ? null : new Date(ticket.closed_at),
    dm_result: closed ? 'sent' : null,
    rating: ticket.rating,
    rated_at: ticket.rating && ticket.closed_at ? new Date(ticket.closed_at + 5 * minute) : null,
  };
}

const dateOf = (message: PastMessage | undefined) => (message ? new Date(message.at) : null);

function messageRow(
  guild_id: string,
  ticket_id: number,
  seq: number,
  message: PastMessage,
): Insertable<DB['ticket_messages']> {
  return {
    guild_id,
    ticket_id,
    message_id: message.id,
    seq,
    author_id: message.author,
    by_staff: message.is_staff,
    content: message.text,
    created_at: new Date(message.at),
  };
}

/** Inserts many rows in pieces that stay below PostgreSQL's 65,535 parameters a statement. */
async function insertAll<T extends keyof DB>(db: Db, table: T, rows: Insertable<DB[T]>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + 500))
      .execute();
  }
}
