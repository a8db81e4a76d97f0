import { AppError } from '@tickets/contract/platform/errors';
import { settingsDefaults } from '@tickets/contract/settings/settings';
import type { UserCall } from '../../access/caller.ts';
import { loadAccess } from '../../access/load.ts';
import type { Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/events/events.ts';
import { holdGuild } from '../../servers/hold-guild.ts';
import { settingsFor } from '../../settings/read.ts';
import { recordSettings } from '../../settings/save.ts';
import { newTicketName } from '../channel/naming-facts.ts';
import { addMembers, type NewMember } from '../model/added-members.ts';
import { keyOf, type Ticket } from '../model/find.ts';
import { timeOfSnowflake } from '../model/message-payload.ts';
import type { OpenRequest } from '../model/open-request.ts';
import { continueLater } from '../model/unfinished.ts';
import { type OpeningPlan, planOpening } from './open-checks.ts';
import type { EarlierTicket } from './openings-before.ts';

/**
 * Checks a press and writes the ticket's row, in one transaction that holds the server's row: presses in one server
 * come one after the other, so nothing that was counted changes before the row is there.
 */
export async function admitTicket(
  call: UserCall,
  request: OpenRequest,
): Promise<{ ticket: EarlierTicket; isNew: boolean }> {
  const { guild_id } = request;
  const author = await authorOf(call, request);
  return transact(call, async (tx, emit) => {
    const { last_ticket_id } = await holdGuild(tx, guild_id);
    const found = await planOpening(call, tx, request, { rehearsal: false });
    if (found.earlier) return { ticket: found.earlier, isNew: false };
    const ticket = await insertTicket(tx, call, request, {
      ...found.plan,
      ticket_id: last_ticket_id + 1,
      author,
    });
    emit({ type: 'ticket.changed', ...keyOf(ticket) });
    return { ticket, isNew: true };
  });
}

/** Who wrote the message from which a ticket is started, where that is another person. */
async function authorOf(
  call: UserCall,
  { guild_id, from, interaction_id }: OpenRequest,
): Promise<NewMember | undefined> {
  const origin = from.source === 'context_menu' ? from.origin : null;
  if (!origin || origin.author_is_bot || origin.author_id === call.caller.user_id) return undefined;
  const id = origin.author_id;
  const access = await loadAccess(call, guild_id, id).catch((err: unknown) => {
    if (!(err instanceof AppError) || err.code !== 'discord.unavailable') throw err;
    // The bot knows its staff, so a stranger counts as a guest.
    call.log.info({ err, guild_id, user_id: id }, 'Discord did not tell who wrote a message');
    return undefined;
  });
  return { kind: 'user', id, access, added_at: timeOfSnowflake(interaction_id) };
}

const categoryGone = {
  user_id: null,
  source: 'system' as const,
  because: 'the category is not in the server any more',
};

async function insertTicket(
  tx: Tx,
  call: UserCall,
  request: OpenRequest,
  plan: OpeningPlan & { ticket_id: number; author: NewMember | undefined },
): Promise<Ticket> {
  const { ticket_id, settings, panel, subject, subject_author_id, answers, parent_id, author } = plan;
  const { guild_id, from } = request;
  const opener = { id: call.caller.user_id, username: call.caller.username };
  if (plan.category_is_gone) {
    await tx.updateTable('guild_settings').set({ category: null }).where('guild_id', '=', guild_id).execute();
    await recordSettings(tx, categoryGone, guild_id, {
      before: { category: settings.category ?? settingsDefaults.category },
      after: { category: settingsDefaults.category },
    });
    settingsFor.forget(call);
  }
  const origin = from.source === 'context_menu' ? from.origin : null;
  const ticket = await tx
    .with('numbered', (db) =>
      db.updateTable('guilds').set({ last_ticket_id: ticket_id }).where('guild_id', '=', guild_id),
    )
    .insertInto('tickets')
    .values({
      guild_id,
      ticket_id,
      status: 'opening',
      panel_id: panel?.panel_id ?? null,
      opener_id: opener.id,
      source: from.source,
      interaction_id: request.interaction_id,
      subject,
      subject_author_id,
      is_thread: settings.use_threads,
      parent_id,
      channel_name: await newTicketName(call, tx, { ticket_id, opener, settings, panel }),
      origin: origin && JSON.stringify({ ...origin, edited_timestamp: undefined }),
      opened_at: call.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (author && settings.context_menu_add_sender) await addMembers(tx, ticket, [author]);
  if (answers.length)
    await tx
      .insertInto('ticket_answers')
      .values(
        answers.map((answer, index) => ({
          guild_id,
          ticket_id,
          kind: 'form' as const,
          position: index + 1,
          ...answer,
        })),
      )
      .execute();
  await continueLater(tx, ticket);
  return ticket;
}
