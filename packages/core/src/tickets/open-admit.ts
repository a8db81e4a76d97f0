import { AppError } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { limits } from '@tickets/contract/limits';
import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../db/db.ts';
import type { Panels } from '../db/schema.generated.ts';
import { addJob } from '../jobs/jobs.ts';
import { texts } from '../locales/texts.ts';
import { type GuildSettings, settingsOf } from '../settings/read.ts';
import { isBlacklisted } from './blacklisted.ts';
import { ticketName } from './channel-name.ts';
import type { Ticket } from './find.ts';
import type { OpenRequest } from './open.ts';
import { chooseCategory } from './open-place.ts';

/** A second press within this time means the first one's ticket. */
const secondPressMs = 5000;
/** When the steps in Discord are taken up by a job, should the process that took the press not finish them. */
const takeOverMs = 30_000;

export const continueJobKey = ({ guild_id, ticket_id }: Pick<Ticket, 'guild_id' | 'ticket_id'>) =>
  `ticket:${guild_id}:${ticket_id}`;

/**
 * Checks a press and writes the ticket's row, in one transaction that holds the server's row: presses in one server
 * come one after the other, so nothing that was counted changes before the row is there.
 */
export function admitTicket(ctx: Context, request: OpenRequest): Promise<{ ticket: Ticket; isNew: boolean }> {
  const { guild_id } = request;
  return ctx.db.transaction().execute(async (tx) => {
    const guild = await tx
      .selectFrom('guilds')
      .where('guild_id', '=', guild_id)
      .where('left_at', 'is', null)
      .select('last_ticket_id')
      .forUpdate()
      .executeTakeFirst();
    if (!guild) throw new AppError('guild.not_found');

    const settings = await settingsOf(tx, guild_id);
    const panel = await panelOf(tx, request, settings);
    const earlier = await earlierPress(tx, ctx, request, panel);
    if (earlier) return { ticket: earlier, isNew: false };

    checkSource(request, settings);
    await checkBlacklist(tx, request);
    await checkLimit(tx, request, settings);
    await checkPace(tx, ctx, guild_id);
    if (panel?.force_disabled) throw new AppError('panel.force_disabled');
    if (panel?.disabled) throw new AppError('panel.disabled');
    if (settings.use_threads) checkThreadChannel(request);
    const parent_id = settings.use_threads ? request.channel.id : await chooseCategory(tx, settings, panel);

    return { ticket: await insertTicket(tx, ctx, { request, settings, panel, parent_id }), isNew: true };
  });
}

type Panel = Selectable<Panels>;

async function panelOf(tx: Tx, request: OpenRequest, settings: GuildSettings): Promise<Panel | undefined> {
  const { from, guild_id } = request;
  if (from.source === 'command') return undefined;
  if (from.source === 'context_menu' && settings.context_menu_panel === null) return undefined;
  const panel = await tx
    .selectFrom('panels')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .$if(from.source === 'panel', (q) =>
      q.where('custom_id', '=', from.source === 'panel' ? from.custom_id : ''),
    )
    .$if(from.source === 'context_menu', (q) => q.where('panel_id', '=', settings.context_menu_panel))
    .executeTakeFirst();
  if (!panel) throw new AppError('panel.not_found');
  return panel;
}

/** The same interaction delivered again, or a second press while the first is worked on or has only just been. */
async function earlierPress(
  tx: Tx,
  ctx: Context,
  { guild_id, interaction_id, access }: OpenRequest,
  panel: Panel | undefined,
): Promise<Ticket | undefined> {
  const just_now = new Date(ctx.clock.now().getTime() - secondPressMs);
  return tx
    .selectFrom('tickets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where((eb) =>
      eb.or([
        eb('interaction_id', '=', interaction_id),
        eb.and([
          eb('opener_id', '=', access.user_id),
          eb('panel_id', 'is not distinct from', panel?.panel_id ?? null),
          eb.or([
            eb('status', '=', 'opening'),
            eb.and([eb('status', '=', 'open'), eb('opened_at', '>', just_now)]),
          ]),
        ]),
      ]),
    )
    .orderBy('ticket_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function checkSource({ from, access }: OpenRequest, settings: GuildSettings): void {
  if (from.source === 'command' && settings.disable_open_command)
    throw new AppError('ticket.open_command_disabled', { params: { command: from.command } });
  if (from.source === 'context_menu' && access.level < settings.context_menu_permission_level)
    throw new AppError('ticket.context_menu_denied');
}

const isStaff = ({ access }: OpenRequest) => access.level >= PermissionLevel.support;

async function checkBlacklist(tx: Tx, { access }: OpenRequest): Promise<void> {
  if (await isBlacklisted(tx, access)) throw new AppError('ticket.blacklisted');
}

async function checkLimit(tx: Tx, request: OpenRequest, settings: GuildSettings): Promise<void> {
  if (isStaff(request)) return;
  const { count } = await tx
    .selectFrom('tickets')
    .where('guild_id', '=', request.guild_id)
    .where('opener_id', '=', request.access.user_id)
    .where('status', 'in', ['opening', 'open'])
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const limit = settings.ticket_limit;
  if (Number(count) >= limit) throw new AppError('ticket.limit_reached', { params: { limit } });
}

async function checkPace(tx: Tx, ctx: Context, guild_id: string): Promise<void> {
  const { max, per_seconds } = limits.opens;
  const now = ctx.clock.now().getTime();
  const newest = await tx
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('opened_at', '>', new Date(now - per_seconds * 1000))
    .select('opened_at')
    .orderBy('opened_at', 'desc')
    .limit(max)
    .execute();
  const oldest = newest[max - 1];
  if (!oldest) return;
  const seconds = Math.max(1, Math.ceil(per_seconds - (now - oldest.opened_at.getTime()) / 1000));
  throw new AppError('ticket.too_fast', { params: { seconds } });
}

function checkThreadChannel({ channel }: OpenRequest): void {
  if (channel.type !== ChannelType.GuildText) throw new AppError('ticket.thread_channel_required');
  const allowed = channel.permissions & (P.SendMessagesInThreads | P.Administrator);
  if (!allowed)
    throw new AppError('ticket.thread_permission_missing', { params: { channel: `<#${channel.id}>` } });
}

async function insertTicket(
  tx: Tx,
  ctx: Context,
  plan: {
    request: OpenRequest;
    settings: GuildSettings;
    panel: Panel | undefined;
    parent_id: string | null;
  },
): Promise<Ticket> {
  const { request, settings, panel, parent_id } = plan;
  const { guild_id, from } = request;
  const t = texts(settings.text_language);
  const { last_ticket_id: ticket_id } = await tx
    .updateTable('guilds')
    .set((eb) => ({ last_ticket_id: eb('last_ticket_id', '+', 1) }))
    .where('guild_id', '=', guild_id)
    .returning('last_ticket_id')
    .executeTakeFirstOrThrow();
  const origin = from.source === 'context_menu' ? from.origin : null;
  const ticket = await tx
    .insertInto('tickets')
    .values({
      guild_id,
      ticket_id,
      status: 'opening',
      panel_id: panel?.panel_id ?? null,
      opener_id: request.access.user_id,
      source: from.source,
      interaction_id: request.interaction_id,
      subject: subjectOf(request, panel) ?? t.opening.no_subject,
      is_thread: settings.use_threads,
      parent_id,
      channel_name: ticketName(settings.naming_scheme, {
        ticket_id,
        word: t.opening.ticket_word,
        username: request.opener.username,
      }),
      origin: origin && JSON.stringify(origin),
      opened_at: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const sender = origin?.author_id;
  if (sender && settings.context_menu_add_sender && !origin.author_is_bot && sender !== ticket.opener_id) {
    await tx
      .insertInto('ticket_members')
      .values({ guild_id, ticket_id, member_id: sender, kind: 'user' })
      .execute();
  }
  await addJob(
    tx,
    'ticket.continue',
    { guild_id, ticket_id },
    { key: continueJobKey(ticket), runAt: new Date(Date.now() + takeOverMs) },
  );
  return ticket;
}

/** An embed's title holds 256 characters. */
function subjectOf({ from }: OpenRequest, panel: Panel | undefined): string | undefined {
  const given =
    from.source === 'command' ? from.subject : from.source === 'context_menu' ? from.origin.content : null;
  const subject = (panel?.title ?? given ?? '').trim();
  if (!subject) return undefined;
  if (subject.length <= 256) return subject;
  // Not through the middle of a character.
  return subject
    .slice(0, 255)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
