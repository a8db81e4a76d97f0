import type { SettingsInput, SettingsSaved } from '@tickets/contract/settings';
import { sql } from 'kysely';
import type { Actor, Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { refuse } from '../platform/problems.ts';
import { hasPremium } from '../premium/tier.ts';
import { channelTypes } from '../servers/channels.ts';
import { ticketChannels } from '../servers/ticket-channels.ts';
import { defaultRow } from './read.ts';
import { decideSettings, namedChannels, type SettingsRow } from './rules.ts';
import { panelChannelsWithoutThreads } from './thread-channels.ts';

/**
 * Saves all settings of a server, or nothing: what is refused is refused with every problem at once. Five fields are
 * checked softly: a false flag says that this one kept its value.
 */
export async function saveSettings(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  input: SettingsInput,
): Promise<SettingsSaved> {
  const named = namedChannels(input);
  const channels = await channelTypes(ctx, guild_id, named);
  const of_tickets = await ticketChannels(ctx.db, guild_id, named);
  const { saved, changed } = await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('guild_settings')
      .values({ guild_id })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const current = await tx
      .selectFrom('guild_settings')
      .where('guild_id', '=', guild_id)
      .select(columns)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const panel = input.context_menu_panel
      ? await tx
          .selectFrom('panels')
          .where('guild_id', '=', guild_id)
          .where('panel_id', '=', input.context_menu_panel)
          .select('panel_id')
          .executeTakeFirst()
      : undefined;
    const { row, soft, problems } = decideSettings(input, current, {
      channels,
      of_tickets,
      panel_id: panel?.panel_id ?? null,
      without_threads: await panelChannelsWithoutThreads(tx, guild_id),
      premium: await hasPremium({ ...ctx, db: tx }, guild_id),
    });
    refuse(problems);
    const changed = claimColumns.some((column) => row[column] !== current[column]);
    await tx
      .updateTable('guild_settings')
      .set({ ...row, ...(changed && { claims_changed_at: ctx.clock.now() }), updated_at: sql`now()` })
      .where('guild_id', '=', guild_id)
      .execute();
    if (changed) await addJob(tx, 'claims.sync', { guild_id }, { key: `claims:${guild_id}` });
    if (autoCloseColumns.some((column) => row[column] !== current[column]))
      await forgetWarnings(tx, guild_id);
    ctx.log.info({ guild_id, actor }, 'settings saved');
    return { saved: { success: true as const, error: null, ...soft }, changed };
  });
  if (changed) {
    // Who sees which claimed tickets.
    ctx.events.publish({ type: 'access.changed', guild_id });
    ctx.events.publish({ type: 'list.changed', guild_id });
  }
  return saved;
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

const columns = Object.keys(defaultRow('0')) as (keyof SettingsRow)[]; // Its keys are those of the row, by its type.
