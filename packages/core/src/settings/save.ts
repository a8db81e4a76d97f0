import type { ErrorCode } from '@tickets/contract/platform/errors';
import { namesOf, picked } from '@tickets/contract/platform/fields';
import { gates } from '@tickets/contract/premium/gates';
import {
  type Settings,
  type SettingsSave,
  type SettingsSaved,
  type SoftField,
  settingsDefaults,
  unsetByAbsence,
} from '@tickets/contract/settings/settings';
import { authorise } from '../access/authorise.ts';
import { type Call, nameOfCaller } from '../access/caller.ts';
import { type CheckContext, isCallerLetIn } from '../access/outlasting.ts';
import type { ChangedBy } from '../audit/record.ts';
import { recordEdit, requireVersion } from '../audit/version.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { transact } from '../platform/events/events.ts';
import { type Problem, refuse } from '../platform/problems.ts';
import { drawAllAnew } from '../premium/panel-quota.ts';
import { openGates } from '../premium/tier.ts';
import { channelTypes } from '../servers/channels.ts';
import { ticketChannels } from '../servers/ticket-channels.ts';
import { changeSettings } from './change.ts';
import { settingsFor, settingsOf } from './read.ts';
import { rowOf, type SettingsRow, settingsIn } from './rows.ts';
import { decideSettings, type GatedField, namedChannels, type SettingsChange } from './rules.ts';
import { panelChannelsWithoutThreads } from './thread-channels.ts';

/**
 * Saves all settings of a server, or nothing: what is refused is refused with every problem at once. Five fields are
 * checked softly: a false flag says that this one kept its value.
 */
export async function saveSettings(
  call: Call,
  guild_id: string,
  { based_on: read, ...input }: SettingsSave,
): Promise<SettingsSaved> {
  const absent = namesOf(unsetByAbsence).filter((name) => input[name] === undefined);
  const whole = { ...input, ...picked(unsetByAbsence, absent) };
  const { refused, version } = await write(call, guild_id, { change: whole, read });
  const isSaved = (name: SoftField) => whole[name] !== undefined && !refused.includes(name);
  return {
    success: true,
    error: null,
    welcome_message: isSaved('welcome_message'),
    ticket_limit: isSaved('ticket_limit'),
    archive_channel: isSaved('archive_channel'),
    category: isSaved('category'),
    naming_scheme: isSaved('naming_scheme'),
    version,
  };
}

/** Why a softly checked field is refused where nobody is told field by field. */
const softCodes = {
  ticket_limit: 'settings.ticket_limit_invalid',
  archive_channel: 'settings.archive_channel_invalid',
  category: 'panel.category_invalid',
  naming_scheme: 'settings.naming_scheme_invalid',
  welcome_message: 'settings.welcome_message_invalid',
} as const satisfies Record<SoftField, ErrorCode>;

/** Changes these settings by the rules of the whole, and leaves all others as they are. None that it names keeps its value silently. */
export async function updateSettings(
  call: Call,
  guild_id: string,
  change: SettingsChange,
  { based_on: read }: { based_on?: number | undefined } = {},
): Promise<void> {
  await write(call, guild_id, { change, read, problemsOf: keptProblems });
}

/** Refuses what updateSettings() would refuse, and changes nothing. */
export async function checkSettings(
  ctx: CheckContext,
  guild_id: string,
  change: SettingsChange,
): Promise<void> {
  const named = await readNamed(ctx, guild_id, change);
  const current = await settingsOf(ctx.db, guild_id);
  const { problems, ...kept } = await decided(ctx, guild_id, { change, current, named });
  refuse([...problems, ...keptProblems(kept)]);
}

/** The fields that a change names, and that kept their values. */
interface Kept {
  refused: readonly SoftField[];
  gated: ReadonlySet<GatedField>;
}

const keptProblems = ({ refused, gated }: Kept): Problem[] => [
  ...refused.map((path) => ({ path, code: softCodes[path] })),
  ...[...gated].map((path) => ({ path, code: gates[path].refused })),
];

interface Save {
  change: SettingsChange;
  /** The version that was read before. */
  read: number | undefined;
  /** What it says of fields that kept their values, where somebody is told. */
  problemsOf?: (kept: Kept) => Problem[];
}

/** Returns the softly checked fields that kept their values, where that is no problem, and the version that is there now. */
async function write(
  call: Call,
  guild_id: string,
  { change, read, problemsOf = () => [] }: Save,
): Promise<{ refused: readonly SoftField[]; version: number }> {
  authorise(call, 'settings.update', guild_id);
  const named = await readNamed(call, guild_id, change);
  const done = await transact(call, async (tx, emit) => {
    const { version: is, ...current } = await heldSettings(tx, guild_id);
    await requireVersion(tx, { guild_id, resource: 'settings', id: guild_id, is, read });
    const { next, problems, ...kept } = await decided({ ...call, db: tx }, guild_id, {
      change,
      current,
      named,
    });
    refuse([...problems, ...problemsOf(kept)]);
    const row = rowOf(next);
    const claimsChanged = claimColumns.some((column) => row[column] !== current[column]);
    await changeSettings(tx, guild_id, {
      ...row,
      ...(claimsChanged && { claims_changed_at: call.clock.now() }),
    });
    // Their footers and menus are in it.
    if (row.language !== current.language) await drawAllAnew(tx, guild_id);
    if (autoCloseColumns.some((column) => row[column] !== current[column]))
      await forgetWarnings(tx, guild_id);
    const version = await recordSettings(tx, call, guild_id, {
      before: settingsIn(current),
      after: settingsIn(row),
    });
    call.log.info(
      { guild_id, by: nameOfCaller(call.caller), settings: Object.keys(change) },
      'settings saved',
    );
    if (claimsChanged) {
      // Who sees which claimed tickets.
      emit({ type: 'access.changed', guild_id });
      emit({ type: 'list.changed', guild_id });
    }
    return { refused: kept.refused, version: version ?? is };
  });
  settingsFor.forget(call);
  return done;
}

/** What is known of the channels that a change names. Discord may be asked for it, so it is read before anything is locked. */
async function readNamed(ctx: Context, guild_id: string, change: SettingsChange) {
  const ids = namedChannels(change);
  return {
    channels: await channelTypes(ctx, guild_id, ids),
    of_tickets: await ticketChannels(ctx.db, guild_id, ids),
  };
}

/** What a change makes of the settings, by all that the rules need to know of the server. */
async function decided(
  ctx: CheckContext,
  guild_id: string,
  {
    change,
    current,
    named,
  }: { change: SettingsChange; current: SettingsRow; named: Awaited<ReturnType<typeof readNamed>> },
) {
  return decideSettings(change, settingsIn(current), {
    ...named,
    panel_id: await panelOf(ctx.db, guild_id, change.context_menu_panel),
    without_threads: await panelChannelsWithoutThreads(ctx.db, guild_id),
    isOpen: await openGates(ctx, guild_id),
    is_let_in: isCallerLetIn(ctx),
  });
}

/** Writes a change of settings into the audit log. */
export const recordSettings = (
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { before, after }: { before: Partial<Settings>; after: Partial<Settings> },
) =>
  recordEdit(tx, by, guild_id, {
    action: 'settings.update',
    resource: 'settings',
    id: guild_id,
    before,
    after,
  });

/** The settings of a server, which begin as the defaults, while nobody else changes them. */
export async function heldSettings(tx: Tx, guild_id: string): Promise<SettingsRow & { version: number }> {
  const initial = rowOf(settingsDefaults);
  await tx
    .insertInto('guild_settings')
    .values({ guild_id, ...initial })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return tx
    .selectFrom('guild_settings')
    .where('guild_id', '=', guild_id)
    .select([...namesOf(initial), 'version'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function panelOf(
  tx: Db | Tx,
  guild_id: string,
  wanted: number | null | undefined,
): Promise<number | null> {
  if (!wanted) return null;
  const panel = await tx
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where('panel_id', '=', wanted)
    .select('panel_id')
    // One that is being deleted is waited for.
    .forKeyShare()
    .executeTakeFirst();
  return panel?.panel_id ?? null;
}

const claimColumns = ['support_can_view', 'support_can_type'] as const;

const autoCloseColumns = [
  'auto_close_enabled',
  'auto_close_since_open',
  'auto_close_since_last_message',
] as const;

/** A warning that was given names a time which is not that of the new settings. */
async function forgetWarnings(tx: Tx, guild_id: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ auto_close_warned_at: null })
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'open')
    .where('auto_close_warned_at', 'is not', null)
    .execute();
}
