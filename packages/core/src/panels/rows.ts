import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { type AccessRule, everyoneMay } from '@tickets/contract/panels/access-rules';
import { type Emote, type Panel, type PanelFields, panelDefaults } from '@tickets/contract/panels/panels';
import { AppError } from '@tickets/contract/platform/errors';
import { namesOf, picked } from '@tickets/contract/platform/fields';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { newCustomId } from '../platform/discord/random-id.ts';
import { withinListedBytes } from '../servers/most.ts';
import { columnsOf, type PanelContent } from './content.ts';
import type { PanelRow } from './posted/message.ts';

/** A panel's row with what other tables hold of it. */
export interface StoredPanel extends Omit<PanelRow, 'welcome_message'> {
  welcome_message: CustomEmbed | null;
  teams: number[];
  access_control_list: AccessRule[];
}

/** Panels of a server, oldest first; with an id only that one. An emoji that was renamed has its present name. */
export async function readPanels(db: Db | Tx, guild_id: string, panel_id?: number): Promise<StoredPanel[]> {
  const { rows } = await sql<StoredPanel>`
    select p.*,
      coalesce((
        select e.name from guild_emojis e where e.guild_id = p.guild_id and e.emoji_id = p.emoji_id
      ), p.emoji_name) as emoji_name,
      array(select t.team_id from panel_teams t where t.panel_id = p.panel_id order by t.team_id) as teams,
      coalesce((
        select json_agg(json_build_object('role_id', r.role_id::text, 'action', r.action) order by r.position)
        from panel_access_rules r where r.panel_id = p.panel_id
      ), '[]') as access_control_list
    from panels p
    where p.guild_id = ${guild_id} and p.panel_id = coalesce(${panel_id ?? null}::integer, p.panel_id)
    order by p.panel_id`.execute(db);
  return rows.map(({ access_control_list: rules, ...row }) => ({
    ...row,
    access_control_list: rules.length ? rules : everyoneMay(guild_id),
  }));
}

export function toPanel(row: StoredPanel): Panel {
  const { emoji_name, emoji_id, created_at: _, message_wanted_at: __, ...panel } = row;
  return {
    ...panel,
    emote: toEmote(emoji_name, emoji_id),
    use_custom_emoji: emoji_id !== null,
    use_server_default_naming_scheme: panel.naming_scheme === null,
  };
}

/** What an administrator says of a panel, by the names that they know. */
export function fieldsOf({ emoji_name, emoji_id, ...content }: PanelContent): PanelFields {
  return picked({ ...content, emote: toEmote(emoji_name, emoji_id) }, namesOf(panelDefaults));
}

function toEmote(name: string | null, id: string | null): Emote {
  return name && id ? { name, id } : (name ?? '');
}

/**
 * Adds a panel whose message is still to be posted; one that was deleted comes back by its own ids, unless it
 * is back already.
 */
export async function insertPanel(
  tx: Tx,
  guild_id: string,
  content: PanelContent,
  was?: Pick<PanelRow, 'panel_id' | 'custom_id'>,
): Promise<PanelRow> {
  return withinListedBytes(tx, guild_id, 'panels', async () => {
    const row = await tx
      .insertInto('panels')
      .values({
        guild_id,
        custom_id: newCustomId(),
        ...(was && { panel_id: was.panel_id, custom_id: was.custom_id }),
        channel_id: content.channel_id,
        ...columnsOf(content),
        // Written below, where they are looked at once more.
        form_id: null,
        exit_survey_form_id: null,
      })
      .onConflict((oc) => oc.column('panel_id').doNothing())
      .returning('panel_id')
      .executeTakeFirst();
    if (!row) throw new AppError('save.outdated');
    return writePanel(tx, { guild_id, panel_id: row.panel_id }, content);
  });
}

/**
 * Writes everything but the channel, which moves with the message. A form, a team or a role to mention that was deleted
 * since it was checked is left out, as it would have been a moment later.
 */
export async function writePanel(
  tx: Tx,
  { guild_id, panel_id }: { guild_id: string; panel_id: number },
  content: PanelContent,
): Promise<PanelRow> {
  const { teams, access_control_list, welcome_message } = content;
  const present = (id: number | null) =>
    sql<
      number | null
    >`(select form_id from forms where guild_id = ${guild_id} and form_id = ${id} for key share)`;
  const row = await tx
    .updateTable('panels')
    .set({
      ...columnsOf(content),
      form_id: present(content.form_id),
      exit_survey_form_id: present(content.exit_survey_form_id),
      mentions: sql<string[]>`array(
        select mention from unnest(${content.mentions}::text[]) with ordinality as wanted (mention, place)
        where mention !~ '^[0-9]+$' or mention in (
          select role_id::text from guild_roles where guild_id = ${guild_id})
        order by place)`,
      welcome_message: welcome_message && JSON.stringify(welcome_message),
    })
    .where('guild_id', '=', guild_id)
    .where('panel_id', '=', panel_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('panel_teams').where('panel_id', '=', panel_id).execute();
  await sql`
    insert into panel_teams (panel_id, team_id)
    select ${panel_id}::integer, team_id from support_teams
    where guild_id = ${guild_id} and team_id = any(${teams}::integer[])
    for key share`.execute(tx);
  await tx.deleteFrom('panel_access_rules').where('panel_id', '=', panel_id).execute();
  await tx
    .insertInto('panel_access_rules')
    .values(access_control_list.map((rule, index) => ({ panel_id, position: index + 1, ...rule })))
    .execute();
  return row;
}
