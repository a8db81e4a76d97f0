import { ticketOverwrites } from '@tickets/core/tickets/channel/channel-overwrites';
import type { Ticket } from '@tickets/core/tickets/model/find';
import { welcomeButtons } from '@tickets/core/tickets/welcome/welcome-message';
import { wordingOf } from '@tickets/core/wording/look';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import type { FaultWorld, Room } from './fault-world.ts';

type Overwrite = { id: string; type: number; allow: string; deny: string };

/** Where the database and Discord say different things of a room's ticket, and of those that go on from it. */
export async function differencesIn(w: FaultWorld, { guild_id, ticket_id }: Room): Promise<string[]> {
  const tickets = await w.ctx.db
    .selectFrom('tickets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where((eb) => eb.or([eb('ticket_id', '=', ticket_id), eb('continues', '=', ticket_id)]))
    .execute();
  const found = await Promise.all(tickets.map((ticket) => differencesOf(w, ticket)));
  const unsent = await w.ctx.db
    .selectFrom('ticket_replies')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('message_id', 'is not', null)
    .select('message_id')
    .execute();
  const lost = unsent.filter(({ message_id }) => !w.sim.world.messages.has(String(message_id)));
  const isThere = tickets.some((ticket) => ticket.ticket_id === ticket_id && ticket.status === 'open');
  return [
    ...found.flat(),
    ...(isThere ? lost.map(() => 'a reply that was kept as sent is not in Discord') : []),
    ...strayChannels(w, tickets),
  ];
}

/** A room's own channel stands outside of the category, in which the bot makes others. */
function strayChannels(w: FaultWorld, tickets: readonly Ticket[]): string[] {
  return w.sim.world.channels
    .in('guild', w.guild_id)
    .filter(({ id, parent_id }) => parent_id === w.category.id && !tickets.some((t) => t.channel_id === id))
    .map(({ name }) => `the channel ${name} belongs to no ticket`);
}

async function differencesOf(w: FaultWorld, ticket: Ticket): Promise<string[]> {
  const channel = w.sim.world.channels.get(ticket.channel_id ?? '');
  switch (ticket.status) {
    case 'open':
      return channel ? openDifferences(w, ticket, channel) : ['the ticket is open and its channel is gone'];
    case 'closed':
      return [...closedDifferences(ticket, channel), ...noticeDifferences(w, ticket)];
    default:
      return [`the ticket is stuck in ${ticket.status}`];
  }
}

async function openDifferences(w: FaultWorld, ticket: Ticket, channel: SimChannel): Promise<string[]> {
  const { ctx, sim } = w;
  const wording = await wordingOf(ctx, ticket.guild_id);
  const welcome = sim.world.messages.get(ticket.welcome_message_id ?? '');
  const differences = compare(
    'the welcome message has the buttons',
    labels(welcome),
    labels({ components: welcomeButtons(wording, ticket) }),
  );
  const names = compare('the channel is called', channel.name, ticket.channel_name);
  if (ticket.is_thread) {
    const isOpen = !channel.thread_metadata?.archived && !channel.thread_metadata?.locked;
    return [...differences, ...names, ...(isOpen ? [] : ['the ticket is open and its thread is closed'])];
  }
  const wanted = await ticketOverwrites(ctx, ticket, wording.settings);
  return [
    ...differences,
    ...names,
    ...compare(
      'who may do what is',
      sorted(withoutShutOut(channel.permission_overwrites, wanted)),
      sorted(wanted),
    ),
  ];
}

function closedDifferences(ticket: Ticket, channel: SimChannel | undefined): string[] {
  if (!ticket.is_thread) return channel ? ['the ticket is closed and its channel is there'] : [];
  const isClosed = channel?.thread_metadata?.archived && channel.thread_metadata.locked;
  return isClosed ? [] : ['the ticket is closed and its thread is open'];
}

/** One archive message, and one direct message with one row of stars. */
function noticeDifferences(w: FaultWorld, { ticket_id }: Ticket): string[] {
  const ofTicket = ({ embeds }: SimMessage) => embeds[0]?.fields?.[0]?.value === String(ticket_id);
  const archived = w.sim.world.messages.in('channel', w.notices.id).filter(ofTicket);
  const told = w.member.directMessages(w.bot_id).filter(ofTicket);
  const stars = told.filter((message) => JSON.stringify(message.components).includes('ticket.rate'));
  return [
    ...compare('archive messages are', archived.length, 1),
    ...compare('direct messages are', told.length, 1),
    ...compare('offers to rate are', stars.length, 1),
  ];
}

function compare(what: string, actual: unknown, expected: unknown): string[] {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  return is === should ? [] : [`${what} ${is} and not ${should}`];
}

function labels(message: { components: readonly unknown[] } | undefined): string[] {
  return [...JSON.stringify(message?.components ?? []).matchAll(/"custom_id":"([^"]+)"/g)].map(
    ([, id = '']) => id,
  );
}

/** Who was removed stays shut out, whatever their roles let them. */
function withoutShutOut(all: readonly Overwrite[] = [], wanted: readonly Overwrite[]): Overwrite[] {
  return all.filter(({ id, allow }) => allow !== '0' || wanted.some((overwrite) => overwrite.id === id));
}

/** Discord keeps an order of its own. */
function sorted(overwrites: readonly Overwrite[]) {
  return overwrites.map(({ id, type, allow, deny }) => `${id}/${type}/${allow}/${deny}`).sort();
}
