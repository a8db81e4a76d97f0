import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { GuildSettings } from '../../settings/read.ts';
import type { Ticket } from '../model/find.ts';
import type { OpenRequest } from '../model/open-request.ts';
import { panelFor, teamsOfPanel } from '../model/ticket-panel.ts';

export type OpeningPanel = NonNullable<Awaited<ReturnType<typeof read>>>;

/** The panel that a press is about, with whom it lets in; refuses where it is gone. Undefined where it needs none. */
export async function openingPanel(
  ctx: Context,
  db: Db | Tx,
  { from, guild_id }: OpenRequest,
  settings: GuildSettings,
): Promise<OpeningPanel | undefined> {
  if (from.source === 'command') return undefined;
  const named = from.source === 'panel' ? from.custom_id : from.asked_by;
  // A form that was filled in goes to the panel that asked it, also when the settings chose another one meanwhile.
  const asked = named === undefined ? undefined : await read(ctx, db, guild_id, { custom_id: named });
  if (from.source === 'panel' && !asked) throw new AppError('panel.gone');
  if (asked || settings.context_menu_panel === null) return asked;
  const chosen = await read(ctx, db, guild_id, { panel_id: settings.context_menu_panel });
  if (!chosen) throw new AppError('panel.gone');
  return chosen;
}

/** The panel of a ticket, with whom it lets in; undefined where it is gone. */
export const panelThatOpened = (
  ctx: Context,
  { guild_id, panel_id }: Pick<Ticket, 'guild_id' | 'panel_id'>,
) => (panel_id === null ? undefined : read(ctx, ctx.db, guild_id, { panel_id }));

/** All of it in one statement; what its tickets need of it is known to the rest of the call. */
async function read(
  ctx: Context,
  db: Db | Tx,
  guild_id: string,
  which: { custom_id: string } | { panel_id: number },
) {
  const panel = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where((eb) => eb.and(which))
    .selectAll()
    .select(teamsOfPanel)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('panel_access_rules as rule')
          .whereRef('rule.panel_id', '=', 'panels.panel_id')
          // JSON has no numbers as long as Discord's ids.
          .select([sql<string>`rule.role_id::text`.as('role_id'), 'rule.action'])
          .orderBy('rule.position'),
      ).as('access_rules'),
    )
    .executeTakeFirst();
  if (!panel) return undefined;
  const welcome_message = panel.welcome_message as CustomEmbed | null; // the contract's schema let it through
  panelFor.tell(ctx, { ...panel, welcome_message }, guild_id, panel.panel_id);
  return panel;
}
