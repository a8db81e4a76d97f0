import { AppError } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { limits } from '@tickets/contract/limits';
import type { Answer } from '@tickets/contract/tickets';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { type Selectable, sql } from 'kysely';
import { isBlacklisted } from '../../blacklist/blacklisted.ts';
import { type Questions, questionsOf } from '../../forms/questions.ts';
import { checkPanelAccess } from '../../panels/panel-access.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Panels } from '../../platform/db/schema.generated.ts';
import { texts } from '../../platform/texts/texts.ts';
import { type GuildSettings, settingsOf } from '../../settings/read.ts';
import { holdsPrivateThreads } from '../../settings/thread-channels.ts';
import { chooseCategory } from '../channel/open-place.ts';
import type { Ticket } from '../model/find.ts';
import type { OpenRequest } from '../model/open-request.ts';
import { answersTo } from './open-form.ts';

/** A second press for the same within this time means the first one's ticket. */
const secondPressMs = 5000;

export type Panel = Selectable<Panels>;

/** A press that may open a ticket, and what the ticket will be. */
export interface OpeningPlan {
  settings: GuildSettings;
  panel: Panel | undefined;
  subject: string;
  /** What the panel asks. */
  form: Questions | undefined;
  answers: Answer[];
  parent_id: string | null;
  /** The server's own category does not exist any more. */
  category_is_gone: boolean;
}

/**
 * Checks a press in the order in which refusals are told, and writes nothing. Returns the ticket of an earlier press
 * where there is one. A rehearsal comes before the form is shown, so it wants no answers yet.
 */
export async function planOpening(
  ctx: Context,
  db: Db | Tx,
  request: OpenRequest,
  { rehearsal }: { rehearsal: boolean },
): Promise<{ earlier: Ticket } | { earlier?: undefined; plan: OpeningPlan }> {
  const { guild_id, access } = request;
  const settings = await settingsOf(db, guild_id);
  const panel = await panelOf(db, request, settings);
  const subject = subjectOf(request, panel) ?? texts(settings.text_language).opening.no_subject;
  const earlier = await earlierPress(db, ctx, request, { panel, subject });
  if (earlier) return { earlier };

  if (await isBlacklisted(db, access)) throw new AppError('ticket.blacklisted');
  checkSource(request, settings);
  if (panel) await checkPanelAccess(db, panel, access);
  const form = panel && (await questionsOf(db, guild_id, panel.form_id));
  const answers = rehearsal ? [] : await answersTo(db, form, request);
  await checkLimit(db, request, settings);
  await checkPace(db, ctx, guild_id);
  if (panel?.force_disabled) throw new AppError('panel.force_disabled');
  if (panel?.disabled) throw new AppError('panel.disabled');
  if (settings.use_threads) checkThreadChannel(request);
  const place = settings.use_threads
    ? { parent_id: request.channel.id, category_is_gone: false }
    : await chooseCategory(db, settings, panel);
  return { plan: { settings, panel, subject, form, answers, ...place } };
}

async function panelOf(
  db: Db | Tx,
  { from, guild_id }: OpenRequest,
  settings: GuildSettings,
): Promise<Panel | undefined> {
  if (from.source === 'command') return undefined;
  const panels = db.selectFrom('panels').selectAll().where('guild_id', '=', guild_id);
  if (from.source === 'panel') {
    const panel = await panels.where('custom_id', '=', from.custom_id).executeTakeFirst();
    if (!panel) throw new AppError('panel.gone');
    return panel;
  }
  // A form that was filled in goes to the panel that asked it, also when the settings chose another one meanwhile.
  const asking =
    from.asked_by === undefined
      ? undefined
      : await panels.where('custom_id', '=', from.asked_by).executeTakeFirst();
  if (asking || settings.context_menu_panel === null) return asking;
  const panel = await panels.where('panel_id', '=', settings.context_menu_panel).executeTakeFirst();
  if (!panel) throw new AppError('panel.gone');
  return panel;
}

/** An embed's title holds 256 characters. */
function subjectOf({ from }: OpenRequest, panel: Panel | undefined): string | undefined {
  const given =
    from.source === 'command' ? from.subject : from.source === 'context_menu' ? from.origin?.content : null;
  const subject = (panel?.title ?? given ?? '').trim();
  if (!subject) return undefined;
  if (subject.length <= 256) return subject;
  // Not through the middle of a character.
  return subject
    .slice(0, 255)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

/**
 * The same interaction delivered again, or a second press for the same while the first is worked on or has only just
 * been. What asks for something else, with another subject or from another message, is no second press.
 */
async function earlierPress(
  db: Db | Tx,
  ctx: Context,
  { guild_id, interaction_id, access, from }: OpenRequest,
  { panel, subject }: Pick<OpeningPlan, 'panel' | 'subject'>,
): Promise<Ticket | undefined> {
  const message_id = from.source === 'context_menu' ? (from.origin?.message_id ?? null) : null;
  const just_now = new Date(ctx.clock.now().getTime() - secondPressMs);
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where((eb) =>
      eb.or([
        eb('interaction_id', '=', interaction_id),
        eb.and([
          eb('opener_id', '=', access.user_id),
          eb('panel_id', 'is not distinct from', panel?.panel_id ?? null),
          eb('subject', '=', subject),
          sql<boolean>`origin ->> 'message_id' is not distinct from ${message_id}::text`,
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

async function checkLimit(db: Db | Tx, request: OpenRequest, settings: GuildSettings): Promise<void> {
  if (request.access.level >= PermissionLevel.support) return;
  const { count } = await db
    .selectFrom('tickets')
    .where('guild_id', '=', request.guild_id)
    .where('opener_id', '=', request.access.user_id)
    .where('status', 'in', ['opening', 'open'])
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const limit = settings.ticket_limit;
  if (Number(count) >= limit) throw new AppError('ticket.limit_reached', { params: { limit } });
}

async function checkPace(db: Db | Tx, ctx: Context, guild_id: string): Promise<void> {
  const { max, per_seconds } = limits.opens;
  const now = ctx.clock.now().getTime();
  const newest = await db
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
  if (!holdsPrivateThreads(channel.type)) throw new AppError('ticket.thread_channel_required');
  const allowed = channel.permissions & (P.SendMessagesInThreads | P.Administrator);
  if (!allowed)
    throw new AppError('ticket.thread_permission_missing', { params: { channel: `<#${channel.id}>` } });
}
