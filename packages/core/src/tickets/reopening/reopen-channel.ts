import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/events/events.ts';
import { texts } from '../../platform/texts/texts.ts';
import { holdGuild } from '../../servers/hold-guild.ts';
import { isRemovalOfEarlierMembership } from '../../servers/membership.ts';
import { resolveUsers } from '../../servers/users.ts';
import { settingsOf } from '../../settings/read.ts';
import { newTicketName } from '../channel/naming-facts.ts';
import { chooseCategory } from '../channel/open-place.ts';
import { addMembers, type NewMember } from '../model/added-members.ts';
import { type Ticket, wasImported } from '../model/find.ts';
import { continueLater } from '../model/unfinished.ts';
import { openNow } from '../opening/open.ts';
import { checkPace, readPace } from '../opening/pace.ts';
import { whoComesAlong } from './come-along.ts';
import { alreadyOpen, checkOpenerLimit, isOpenerGone, isOpenerLimited } from './reopen-checks.ts';

/**
 * Opens a new channel that goes on from a closed ticket, whose own channel is gone: for the same opener and panel, with
 * its subject, the answers that it had and its members, but for those who may not come along; nobody has claimed it. What an
 * archive says the opener wrote is not taken for theirs. Answers its number, and its channel unless Discord is slow.
 */
export async function continueInChannel(
  ctx: Context,
  earlier: Ticket,
  { user_id, interaction_id }: { user_id: string; interaction_id: string },
): Promise<{ ticket_id: number; channel_id: string | undefined }> {
  const { guild_id, opener_id } = earlier;
  const [is_limited, users, members, opener_was_gone] = await Promise.all([
    isOpenerLimited(ctx, earlier),
    resolveUsers(ctx, [opener_id]),
    whoComesAlong(ctx, earlier),
    isOpenerGone(ctx, earlier, user_id),
  ]);
  // An archive can name anybody, so it must not give a ticket here to somebody who is not a member.
  if (opener_was_gone && wasImported(earlier))
    throw new AppError('ticket.reopen_imported', { params: { ticket_id: earlier.ticket_id } });
  const username = users.get(opener_id)?.username ?? opener_id;
  const ticket_id = await transact(ctx, async (tx, emit) => {
    await holdGuild(tx, guild_id);
    await checkNotContinued(tx, earlier);
    await checkOpenerLimit(tx, earlier, is_limited);
    checkPace(ctx, await readPace(ctx, tx, earlier), { is_limited: is_limited && user_id === opener_id });
    const ticket_id = await insertContinuation(ctx, tx, await heldAsIs(tx, earlier), {
      user_id,
      interaction_id,
      username,
      members,
      opener_was_gone,
    });
    emit({ type: 'ticket.changed', guild_id, ticket_id });
    return ticket_id;
  });
  return { ticket_id, channel_id: await openNow(ctx, { guild_id, ticket_id }) };
}

/** The earlier ticket as it is now: an erasure or a deletion waits until the new one is there, or this waits for it. */
const heldAsIs = (tx: Tx, { guild_id, ticket_id }: Ticket): Promise<Ticket> =>
  tx
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .selectAll()
    .forShare()
    .executeTakeFirstOrThrow();

async function insertContinuation(
  ctx: Context,
  tx: Tx,
  earlier: Ticket,
  {
    user_id,
    interaction_id,
    username,
    members,
    opener_was_gone,
  }: {
    user_id: string;
    interaction_id: string;
    username: string;
    members: NewMember[];
    opener_was_gone: boolean;
  },
): Promise<number> {
  const { guild_id, opener_id, panel_id } = earlier;
  const settings = await settingsOf(tx, guild_id);
  const panel = await tx
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where('panel_id', '=', panel_id)
    .select(['category_id', 'naming_scheme', 'title'])
    .executeTakeFirst();
  const { parent_id } = await chooseCategory(tx, settings, panel);
  const { last_ticket_id: ticket_id } = await tx
    .updateTable('guilds')
    .set((eb) => ({ last_ticket_id: eb('last_ticket_id', '+', 1) }))
    .where('guild_id', '=', guild_id)
    .returning('last_ticket_id')
    .executeTakeFirstOrThrow();
  const opener = { id: opener_id, username };
  const imported = wasImported(earlier);
  const ownSubject = () => panel?.title.trim() || texts(settings.text_language).opening.no_subject;
  await tx
    .insertInto('tickets')
    .values({
      guild_id,
      ticket_id,
      status: 'opening',
      panel_id: panel ? panel_id : null,
      opener_id,
      source: earlier.source,
      interaction_id,
      subject: imported ? ownSubject() : earlier.subject,
      subject_author_id: imported ? null : earlier.subject_author_id,
      is_thread: false,
      parent_id,
      channel_name: await newTicketName(ctx, tx, { ticket_id, opener, settings, panel }),
      opened_at: ctx.clock.now(),
      continues: earlier.ticket_id,
      changed_by: user_id,
      opener_was_gone,
    })
    .execute();
  await addMembers(tx, { guild_id, ticket_id, panel_id }, members);
  if (!imported)
    await sql`insert into ticket_answers (guild_id, ticket_id, kind, position, label, value)
      select guild_id, ${ticket_id}::int, kind, position, label, value from ticket_answers
      where guild_id = ${guild_id} and ticket_id = ${earlier.ticket_id} and kind = 'form'`.execute(tx);
  await sql`insert into ticket_removals (guild_id, ticket_id, user_id, removed_at)
    select guild_id, ${ticket_id}::int, user_id, removed_at from ticket_removals r
    where guild_id = ${guild_id} and ticket_id = ${earlier.ticket_id} and not ${isRemovalOfEarlierMembership}`.execute(
    tx,
  );
  await continueLater(tx, { guild_id, ticket_id });
  return ticket_id;
}

/** One ticket goes on in one channel; and of a member and panel one ticket is opened at a time. */
async function checkNotContinued(
  tx: Tx,
  { guild_id, ticket_id, opener_id, panel_id }: Ticket,
): Promise<void> {
  const live = await tx
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('continues', '=', ticket_id), eb('status', 'in', ['opening', 'open', 'closing'])]),
        eb.and([
          eb('status', '=', 'opening'),
          eb('opener_id', '=', opener_id),
          eb('panel_id', 'is not distinct from', panel_id),
        ]),
      ]),
    )
    .select(['ticket_id', 'status', 'channel_id'])
    .executeTakeFirst();
  if (!live) return;
  if (live.status !== 'open') throw new AppError('ticket.reopen_unsettled', { params: { ticket_id } });
  throw alreadyOpen(ticket_id, live);
}
