import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import type { Answer } from '@tickets/contract/tickets/tickets';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { Access } from '../../access/access.ts';
import type { UserCall, UserCaller } from '../../access/caller.ts';
import { type Questions, questionsOf } from '../../forms/questions.ts';
import { checkPanelAccess } from '../../panels/panel-access.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { texts } from '../../platform/texts/texts.ts';
import { type GuildSettings, settingsFor } from '../../settings/read.ts';
import { holdsPrivateThreads } from '../../settings/thread-channels.ts';
import { chooseCategory } from '../channel/open-place.ts';
import { erasedSince, withoutErased, writtenAt } from '../model/erased-people.ts';
import type { Ticket } from '../model/find.ts';
import type { OpenRequest } from '../model/open-request.ts';
import { answersTo } from './open-form.ts';
import { type OpeningPanel, openingPanel, panelThatOpened } from './opening-panel.ts';
import { type EarlierTicket, type OpeningsBefore, openingsBefore } from './openings-before.ts';
import { checkPace } from './pace.ts';

/** A press that may open a ticket, and what the ticket will be. */
export interface OpeningPlan {
  settings: GuildSettings;
  panel: OpeningPanel | undefined;
  subject: string;
  /** Whose words the subject is, unless it is the server's. */
  subject_author_id: string | null;
  /** What the panel asks. */
  form: Questions | undefined;
  answers: Answer[];
  parent_id: string | null;
  /** The server's own category does not exist any more. */
  category_is_gone: boolean;
}

/**
 * Checks a press in the order in which refusals are told, and writes nothing. Returns the ticket of an earlier press
 * where there is one. A rehearsal comes before the form is shown, so it wants no answers yet. The settings are those of
 * the moment of the press; what other presses can change is read in `db`, where admission holds the server's row.
 */
export async function planOpening(
  call: UserCall,
  db: Db | Tx,
  request: OpenRequest,
  { rehearsal }: { rehearsal: boolean },
): Promise<{ earlier: EarlierTicket } | { earlier?: undefined; plan: OpeningPlan }> {
  const { guild_id } = request;
  const { caller } = call;
  const settings = await settingsFor(call, guild_id);
  const panel = await openingPanel(call, db, request, settings);
  const said = subjectOf(request, caller.user_id, panel);
  const subject = said?.subject ?? texts(settings.text_language).opening.no_subject;
  const before = await openingsBefore(call, db, request, { panel_id: panel?.panel_id ?? null, subject });
  if (before.earlier) return { earlier: before.earlier };

  if (before.is_blacklisted) throw new AppError('ticket.blacklisted');
  checkSource(request, caller, settings);
  await checkOrigin(call, db, request);
  if (panel) await checkPanelAccess(db, panel, caller.access);
  const form = panel && (await questionsOf(db, guild_id, panel.form_id));
  const answers = rehearsal ? [] : await answersTo(db, form, request);
  const is_limited = caller.access.level < PermissionLevel.support;
  if (is_limited) checkLimit(before, settings);
  checkPace(call, before, { is_limited });
  if (panel) checkEnabled(panel);
  if (settings.use_threads) checkThreadChannel(request);
  const place = settings.use_threads
    ? { parent_id: request.channel.id, category_is_gone: false }
    : await chooseCategory(db, settings, panel);
  return {
    plan: { settings, panel, subject, subject_author_id: said?.author_id ?? null, form, answers, ...place },
  };
}

/**
 * Refuses an opener whom the panel of their ticket would not let open it now, in the words of opening. Nothing keeps them
 * from a ticket whose panel is gone.
 */
export async function checkPanelAgain(
  ctx: Context,
  access: Access,
  ticket: Pick<Ticket, 'guild_id' | 'panel_id'>,
): Promise<void> {
  const panel = await panelThatOpened(ctx, ticket);
  if (!panel) return;
  await checkPanelAccess(ctx.db, panel, access);
  checkEnabled(panel);
}

function checkEnabled({ force_disabled, disabled }: OpeningPanel): void {
  if (force_disabled) throw new AppError('panel.force_disabled');
  if (disabled) throw new AppError('panel.disabled');
}

function subjectOf(
  { from }: OpenRequest,
  user_id: string,
  panel: OpeningPanel | undefined,
): { subject: string; author_id: string | null } | undefined {
  const given =
    from.source === 'command'
      ? { subject: from.subject, author_id: user_id }
      : from.source === 'context_menu'
        ? { subject: from.origin?.content, author_id: from.origin?.sent_by ?? from.origin?.author_id ?? null }
        : undefined;
  const { subject, author_id } = panel ? { subject: panel.title, author_id: null } : (given ?? {});
  const clipped = inTitle((subject ?? '').trim());
  return clipped ? { subject: clipped, author_id: author_id ?? null } : undefined;
}

/** An embed's title holds 256 characters. */
function inTitle(text: string): string {
  if (text.length <= 256) return text;
  // Not through the middle of a character.
  return text
    .slice(0, 255)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

function checkSource({ from }: OpenRequest, { access }: UserCaller, settings: GuildSettings): void {
  if (from.source === 'command' && settings.disable_open_command)
    throw new AppError('ticket.open_command_disabled', { params: { command: from.command } });
  if (from.source === 'context_menu' && access.level < settings.context_menu_permission_level)
    throw new AppError('ticket.context_menu_denied');
}

/** An erasure may have begun since originOf() looked. */
async function checkOrigin(ctx: Context, db: Db | Tx, { from }: OpenRequest): Promise<void> {
  const origin = from.source === 'context_menu' ? from.origin : null;
  if (!origin) return;
  const { message_id: id, author_id, author_is_bot: bot, content, edited_timestamp } = origin;
  const message = { id, author: { id: author_id, bot }, content, embeds: [], edited_timestamp };
  const [left] = await withoutErased(ctx, [message], db);
  const sender = origin.sent_by ? await erasedSince(ctx, [origin.sent_by], writtenAt(message), db) : [];
  if (left?.content !== content || sender.length) throw new AppError('ticket.origin_erased');
}

function checkLimit({ open_tickets }: OpeningsBefore, { ticket_limit: limit }: GuildSettings): void {
  if (open_tickets >= limit) throw new AppError('ticket.limit_reached', { params: { limit } });
}

function checkThreadChannel({ channel }: OpenRequest): void {
  if (!holdsPrivateThreads(channel.type)) throw new AppError('ticket.thread_channel_required');
  const allowed = channel.permissions & (P.SendMessagesInThreads | P.Administrator);
  if (!allowed)
    throw new AppError('ticket.thread_permission_missing', { params: { channel: `<#${channel.id}>` } });
}
