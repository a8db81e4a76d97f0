import { AppError, fillText } from '@tickets/contract/platform/errors';
import { PermissionFlagsBits as P, type RESTPatchAPIChannelJSONBody } from 'discord-api-types/v10';
import { type Selectable, sql } from 'kysely';
import { authorise, authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { loadAccess } from '../../access/load.ts';
import { mayWorkPanel } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import type { Panels } from '../../platform/db/schema.generated.ts';
import { twice } from '../../platform/discord/ask.ts';
import { essential, threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import { transact } from '../../platform/events/events.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { checkDutiesLater } from '../../servers/duties-later.ts';
import { type Wording, wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { ticketOverwrites } from '../channel/channel-overwrites.ts';
import { nameBySwitch } from '../channel/claim-name.ts';
import { sendOverwrites } from '../channel/gone-targets.ts';
import { updateJoinNotice } from '../channel/join-notice.ts';
import { lostSwitch, subjectAsTopic } from '../channel/lost-switch.ts';
import { openTicketName } from '../channel/naming-facts.ts';
import { chooseNewCategory } from '../channel/open-place.ts';
import { giveTurnBack, takeTurn } from '../channel/rename-turns.ts';
import { type Followed, followLater, isFollowed } from '../following/follow-ticket.ts';
import { atTicket } from '../model/at-ticket.ts';
import { isErasedSubject, isSubject } from '../model/erased-subject.ts';
import type { Ticket, TicketKey } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { refreshWelcome } from '../welcome/switch-welcome.ts';
import { requireHold } from './claim.ts';

type Panel = Selectable<Panels>;

/** What a switch changes in the row; what it was before goes back when Discord does not follow. */
type Moved = Pick<
  Ticket,
  'panel_id' | 'subject' | 'parent_id' | 'channel_name' | 'claimed_by' | 'claimed_at' | 'changed_by'
>;

/**
 * Gives a ticket to another panel: its staff, category, topic, name and greeting. A claim ends where the claimer does
 * not work the new panel, which who may not unclaim cannot bring about. Discord counts names and topics together, so this takes a turn of those of /rename; where
 * there is none, name and topic follow when there is, and `named_at` says when the name does.
 */
export async function switchPanel(
  call: UserCall,
  key: TicketKey,
  { panel }: { panel: string },
): Promise<{ panel: string; lost_claim: string | null; named_at: Date | null }> {
  return atTicket(call, key, async (call, ticket) => {
    const { access, user_id, username } = call.caller;
    const { ticket_id, channel_id } = ticket;
    if (!channel_id) throw new AppError('ticket.channel_missing', { params: { ticket_id } });
    await authoriseTicket(call, 'ticket.switch_panel', key, { claimed: 'ticket.claimed_to_write' });
    const target = await findPanel(call, key.guild_id, panel);
    if (!target) throw new AppError('panel.not_found');
    if (target.panel_id === ticket.panel_id)
      throw new AppError('ticket.panel_same', { params: { panel: target.title } });
    if (!(await claimerWorks(call, ticket, target))) requireHold(access, ticket, 'ticket.unclaim_denied');
    const wording = await wordingOf(call, key.guild_id);
    const reason = fillText(wording.t.switching.audit, { ticket: ticket_id, user: username });
    const { moved, named_at } = await move(call, wording, { ...ticket, channel_id }, target, {
      changed_by: user_id,
      switched_by: username,
      reason,
    });
    try {
      await refreshWelcome(call, wording, moved);
      await isFollowed(call, key, { what: 'panel' });
    } catch (err) {
      // What has not followed is tried again.
      warnUnlessOutage(call.log, err, 'the welcome message still greets for another panel', key);
    }
    if (moved.is_thread) await updateJoinNotice(call, moved);
    return { panel: target.title, lost_claim: moved.claimed_by ? null : ticket.claimed_by, named_at };
  });
}

/** By its number, as suggested, or by its whole title. */
function findPanel(ctx: Context, guild_id: string, given: string): Promise<Panel | undefined> {
  const id = /^\d{1,9}$/.test(given) ? Number(given) : -1;
  return ctx.db
    .selectFrom('panels')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where((eb) => eb.or([eb('panel_id', '=', id), sql<boolean>`lower(title) = lower(${given})`]))
    .orderBy((eb) => eb('panel_id', '=', id), 'desc')
    .orderBy('panel_id')
    .executeTakeFirst();
}

type Placed = Ticket & { channel_id: string };

/** How many names of switches of which nothing was heard are known. Discord takes two in ten minutes. */
const oursMax = 4;

/** The row first; it goes back when Discord does not follow, so that both say the same. */
async function move(
  ctx: Context,
  wording: Wording,
  ticket: Placed,
  panel: Panel,
  { changed_by, switched_by, reason }: { changed_by: string; switched_by: string; reason: string },
): Promise<{ moved: Placed; named_at: Date | null }> {
  const needs = ticket.is_thread ? threadNeeds : essential | P.ManageChannels | P.ManageRoles;
  const where = ticket.is_thread ? ticket.parent_id : ticket.channel_id;
  const explained = (error: unknown, category_id: string | null = null) =>
    explainRefusal(ctx, error, { guild_id: ticket.guild_id, channel_id: where, category_id, needs });
  const live = await twice(() => ctx.discord.api.channels.get(ticket.channel_id)).catch(async (error) => {
    throw await explained(error);
  });
  const now_in = 'parent_id' in live ? (live.parent_id ?? null) : null;
  const topic = 'topic' in live ? (live.topic ?? null) : null;
  const lost = await lostSwitch(ctx.db, ticket);
  const isRenamed = live.name !== ticket.channel_name && !lost.ours.includes(live.name ?? '');
  const called = (!isRenamed && live.name) || ticket.channel_name;
  const named_by_hand = ticket.named_by_hand || isRenamed;
  const planned = await plan(ctx, wording, ticket, panel, { now_in, named_by_hand });
  const moved: Moved = { ...planned, changed_by };
  const turn = await takeTurn(ctx, ticket);
  const later = 'free_at' in turn ? { switched_by, at: turn.free_at } : undefined;
  const after: Placed = { ...ticket, ...moved, ...(later && { channel_name: called }) };
  const name = named_by_hand ? {} : { name: moved.channel_name };
  const look = later ? {} : { ...name, ...(!ticket.is_thread && { topic: panel.title }) };
  const place = ticket.is_thread ? look : { ...look, parent_id: moved.parent_id };
  const ours = [...lost.ours, called, ...('name' in place ? [moved.channel_name] : [])].slice(-oursMax);
  try {
    await save(ctx, after, whatMoves(after), {
      followed: { what: 'panel', place, named: after.channel_name, ours },
      later,
      goes_back: false,
      subject_was: ticket.subject,
    });
    const edit = (body: RESTPatchAPIChannelJSONBody) =>
      twice(() =>
        outOfArchive(ctx.discord.api, ticket.channel_id, () =>
          ctx.discord.api.channels.edit(ticket.channel_id, body, { reason }),
        ),
      );
    if (!ticket.is_thread || Object.keys(place).length) {
      const channel = ticket.is_thread
        ? await edit(place)
        : await sendOverwrites(ctx, ticket.guild_id, {
            overwrites: await ticketOverwrites(ctx, after, wording.settings, after.parent_id),
            send: (permission_overwrites) => edit({ ...place, permission_overwrites }),
          });
      if (!ticket.is_thread) await upsertChannel(ctx, ticket.guild_id, channel);
      if ('name' in place && channel.name) await keepName(ctx, after, channel.name);
    }
    // It stands where it should; whoever moves or renames it by hand from now on is not undone with the rest.
    await followLater(ctx.db, after, { what: 'panel' });
  } catch (error) {
    const isSaved = !(error instanceof AppError && error.code === 'panel.gone');
    // It may have been done without our knowing; then it is undone later.
    const tellsSubject = isSubject(ticket.subject, topic) || (await isErasedSubject(ctx, ticket, topic));
    const was = {
      ...(!ticket.is_thread && { topic: tellsSubject ? subjectAsTopic : topic, parent_id: now_in }),
      ...lost.place,
      name: isRenamed && live.name ? live.name : ticket.channel_name,
    };
    const followed: Followed = {
      what: 'panel',
      place: was,
      named: ticket.channel_name,
      ours,
      goes_back: true,
    };
    if (isSaved)
      await save(ctx, ticket, whatMoves(ticket), {
        followed,
        later: undefined,
        goes_back: true,
        subject_was: after.subject,
      });
    if (isRefusal(error)) await isFollowed(ctx, ticket, { what: 'panel' });
    if ('taken' in turn) await giveTurnBack(ctx, ticket, turn.taken);
    throw await explained(error, ticket.is_thread ? null : moved.parent_id);
  }
  const named_at = later && moved.channel_name !== after.channel_name ? later.at : null;
  return { moved: after, named_at };
}

/** Discord may have given the channel another name than it was asked to. */
async function keepName(ctx: Context, ticket: Placed, channel_name: string): Promise<void> {
  if (channel_name === ticket.channel_name) return;
  ticket.channel_name = channel_name;
  await ctx.db
    .updateTable('tickets')
    .set({ channel_name })
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
}

async function plan(
  ctx: Context,
  wording: Wording,
  ticket: Placed,
  panel: Panel,
  { now_in, named_by_hand }: { now_in: string | null; named_by_hand: boolean },
): Promise<Omit<Moved, 'changed_by'>> {
  const { guild_id, is_thread, panel_id, subject } = ticket;
  const earlier =
    panel_id === null
      ? undefined
      : await ctx.db
          .selectFrom('panels')
          .where('guild_id', '=', guild_id)
          .where('panel_id', '=', panel_id)
          .select('title')
          .executeTakeFirst();
  const keeps = await claimerWorks(ctx, ticket, panel);
  const claim = keeps
    ? { claimed_by: ticket.claimed_by, claimed_at: ticket.claimed_at }
    : { claimed_by: null, claimed_at: null };
  return {
    ...claim,
    panel_id: panel.panel_id,
    subject: earlier?.title.trim() === subject && !ticket.subject_author_id ? panel.title : subject,
    parent_id: is_thread
      ? ticket.parent_id
      : await chooseNewCategory(ctx.db, wording.settings, panel, now_in),
    channel_name: named_by_hand
      ? ticket.channel_name
      : await openTicketName(ctx, wording, { ...ticket, ...claim }, panel.naming_scheme),
  };
}

async function claimerWorks(ctx: Context, { guild_id, claimed_by }: Ticket, panel: Panel): Promise<boolean> {
  if (!claimed_by) return false;
  const [claimer, teams] = await Promise.all([
    loadAccess(ctx, guild_id, claimed_by),
    panelTeamsOf(ctx, guild_id, panel.panel_id),
  ]);
  return claimer?.is_member === true && mayWorkPanel(claimer, teams).allowed;
}

const whatMoves = ({
  panel_id,
  subject,
  parent_id,
  channel_name,
  claimed_by,
  claimed_at,
  changed_by,
}: Ticket): Moved => ({
  panel_id,
  subject,
  parent_id,
  channel_name,
  claimed_by,
  claimed_at,
  changed_by,
});

/**
 * A ticket that waits for its opener may have another place in the new panel: it is looked at again. Where the new panel was
 * deleted meanwhile nothing is written, and a ticket that goes back to a deleted panel has none from then on.
 */
async function save(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
  moved: Moved,
  {
    followed,
    later,
    goes_back,
    subject_was,
  }: {
    followed: Followed;
    later: { switched_by: string; at: Date } | undefined;
    goes_back: boolean;
    subject_was: string;
  },
): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx, async (tx, emit) => {
    const saved = await tx
      .updateTable('tickets')
      .set({
        ...moved,
        // What was removed from it meanwhile stays away.
        subject: sql<string>`case subject when ${subject_was} then ${moved.subject} else subject end`,
        panel_id: sql<number | null>`(
          select panel_id from panels where guild_id = ${guild_id} and panel_id = ${moved.panel_id} for key share)`,
        awaits_changed_at: sql<Date | null>`case when awaits_opener then ${now}::timestamptz else awaits_changed_at end`,
      })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .returning('panel_id')
      .executeTakeFirst();
    if (!goes_back && saved?.panel_id === null) throw new AppError('panel.gone');
    await followLater(tx, { guild_id, ticket_id }, followed);
    await checkDutiesLater(tx, guild_id);
    if (later) await nameBySwitch(tx, { guild_id, ticket_id }, later);
    emit({ type: 'ticket.changed', guild_id, ticket_id });
    emit({ type: 'list.changed', guild_id });
  });
}

/** Panels whose title contains what was typed. */
export function suggestPanels(
  call: UserCall,
  guild_id: string,
  { typed, max }: { typed: string; max: number },
): Promise<{ panel_id: number; title: string }[]> {
  authorise(call, 'panel.list', guild_id);
  return call.db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where(sql<boolean>`strpos(lower(title), lower(${typed})) > 0`)
    .select(['panel_id', 'title'])
    .orderBy('panel_id')
    .limit(max)
    .execute();
}
