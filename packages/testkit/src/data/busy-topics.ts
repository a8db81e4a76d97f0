import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import type { Db } from '@tickets/core/platform/db/db';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import type { World } from '@tickets/discord-sim/world/world';

/** What a busy server may have beside its panel: another one that asks and pings, and both of them in one menu. */
export interface Topics {
  /** Where the panel stands that asks. */
  reports: SimChannel;
  /** Where the menu stands. */
  menu: SimChannel;
  /** The menu's choices. */
  custom_ids: { help: string; report: string };
  /** The panel that asks deletes its ping at once. */
  deletes_mentions: boolean;
}

export const reportButton = 'Report';
export const reportQuestions = ['What happened?', 'Since when?'] as const;

export async function addTopics(
  db: Db,
  world: World,
  { guild_id, deletes_mentions }: { guild_id: string; deletes_mentions: boolean },
): Promise<Topics> {
  const reports = world.addChannel({ guild_id, name: 'reports' });
  const menu = world.addChannel({ guild_id, name: 'topics' });
  const { form_id } = await db
    .insertInto('forms')
    .values({ guild_id, title: 'Your report', custom_id: guild_id.padStart(30, 'f') })
    .returning('form_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('form_inputs')
    .values(
      reportQuestions.map((label, index) => ({
        form_id,
        custom_id: `${guild_id}x${index}`.padStart(30, 'i'),
        position: index + 1,
        style: 2,
        label,
        max_length: 1024,
      })),
    )
    .execute();
  const help = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .select(['panel_id', 'custom_id'])
    .executeTakeFirstOrThrow();
  const report = await db
    .insertInto('panels')
    .values({
      guild_id,
      custom_id: guild_id.padStart(30, 'r'),
      title: 'Reports',
      content: 'Press to report something',
      colour: 0x654321,
      channel_id: reports.id,
      button_label: reportButton,
      form_id,
      naming_scheme: 'report-%id%',
      mentions: ['user', 'here'],
      delete_mentions: deletes_mentions,
    })
    .returning(['panel_id', 'custom_id'])
    .executeTakeFirstOrThrow();
  const embed = JSON.stringify(CustomEmbedInput.parse({ title: 'Choose a topic' }));
  const { id } = await db
    .insertInto('multi_panels')
    .values({ guild_id, channel_id: menu.id, select_menu: true, embed })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('multi_panel_panels')
    .values(
      [help, report].map(({ panel_id }, index) => ({ multi_panel_id: id, panel_id, position: index + 1 })),
    )
    .execute();
  const custom_ids = { help: help.custom_id, report: report.custom_id };
  return { reports, menu, custom_ids, deletes_mentions };
}
