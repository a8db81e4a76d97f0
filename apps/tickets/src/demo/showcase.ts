import { randomBytes } from 'node:crypto';
import { defaultEmbedColour } from '@tickets/contract/embed-limits';
import { answerLimits, type FormInputStyle } from '@tickets/contract/form-limits';
import { panelDefaults } from '@tickets/contract/panel-defaults';
import type { Db } from '@tickets/core/platform/db/db';
import type { DemoPanel } from './panels.ts';
import type { DemoServer } from './servers.ts';

interface Question {
  label: string;
  style: FormInputStyle;
  placeholder?: string;
  required?: boolean;
  min_length?: number;
  max_length?: number;
}

const newCustomId = () => randomBytes(15).toString('hex');

const emptyEmbed = {
  title: null,
  url: null,
  description: null,
  colour: defaultEmbedColour,
  author: { name: null, icon_url: null, url: null },
  image_url: null,
  thumbnail_url: null,
  footer: { text: null, icon_url: null },
  timestamp: null,
  fields: [],
};

/** What one server shows of everything that panels can do: forms, teams, access lists, names, a multi-panel. */
export async function addShowcase(db: Db, server: DemoServer, panels: readonly DemoPanel[]): Promise<void> {
  const panelAbout = (about: DemoPanel['about']) =>
    panels.find((panel) => panel.about === about)?.panel_id ?? 0;
  const forms = await addForms(db, server);

  await db
    .updateTable('panels')
    .set({
      exit_survey_form_id: forms.survey,
      pending_category: server.channels['Waiting for an answer'] ?? null,
    })
    .where('panel_id', '=', panelAbout('general'))
    .execute();
  await db
    .updateTable('panels')
    .set({ form_id: forms.payment, naming_scheme: 'payment-%id_padded%', mentions: ['user'] })
    .where('panel_id', '=', panelAbout('billing'))
    .execute();
  await db
    .updateTable('panels')
    .set({
      form_id: forms.report,
      naming_scheme: 'report-%id%-%username%',
      mentions: [server.roles.Moderator ?? ''],
      delete_mentions: true,
      welcome_message: JSON.stringify({
        ...emptyEmbed,
        title: 'Thank you for looking out for others',
        description: 'A moderator reads your report, %user%. Besides you, only the team sees this channel.',
        colour: 0xe74c3c,
        thumbnail_url: '%avatar_url%',
        footer: { text: 'Harbour Games moderation', icon_url: null },
        fields: [
          { name: 'Proof helps', value: 'Add pictures or a clip if you have any.', inline: true },
          { name: 'Report', value: '#%ticket_id%', inline: true },
        ],
      }),
    })
    .where('panel_id', '=', panelAbout('report'))
    .execute();
  await assignTeam(db, server, panelAbout('billing'), 'Billing');
  await assignTeam(db, server, panelAbout('report'), 'Moderation');
  await addRules(db, panelAbout('report'), [
    [server.roles.Muted ?? '', 'deny'],
    [server.guild_id, 'allow'],
  ]);

  const supporters = await addSupporterPanel(db, server);
  await addRules(db, supporters, [
    [server.roles.Supporter ?? '', 'allow'],
    [server.guild_id, 'deny'],
  ]);
  await addMultiPanel(db, server, [
    panelAbout('general'),
    panelAbout('billing'),
    panelAbout('report'),
    supporters,
  ]);
}

async function addForms(db: Db, { guild_id }: DemoServer) {
  return {
    payment: await addForm(db, guild_id, 'About your payment', [
      { label: 'Order number', style: 1, placeholder: '#1234-567', min_length: 4, max_length: 20 },
      { label: 'What went wrong?', style: 2, placeholder: 'What did you expect, and what happened?' },
    ]),
    report: await addForm(db, guild_id, 'Report a player', [
      { label: 'Who is it about?', style: 1, placeholder: 'Their name in the game', max_length: 64 },
      { label: 'Where and when?', style: 1, placeholder: 'Server 3, yesterday evening', required: false },
      { label: 'What happened?', style: 2, min_length: 10 },
    ]),
    survey: await addForm(db, guild_id, 'How did we do?', [
      { label: 'What did we do well?', style: 2, required: false },
      { label: 'What could be better?', style: 2, required: false },
    ]),
  };
}

async function addForm(db: Db, guild_id: string, title: string, questions: Question[]): Promise<number> {
  const { form_id } = await db
    .insertInto('forms')
    .values({ guild_id, title, custom_id: newCustomId() })
    .returning('form_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('form_inputs')
    .values(
      questions.map(({ style, ...question }, index) => ({
        form_id,
        custom_id: newCustomId(),
        position: index + 1,
        style,
        max_length: answerLimits[style],
        ...question,
      })),
    )
    .execute();
  return form_id;
}

async function assignTeam(db: Db, { guild_id }: DemoServer, panel_id: number, name: string): Promise<void> {
  await db
    .insertInto('panel_teams')
    .columns(['panel_id', 'team_id'])
    .expression((eb) =>
      eb
        .selectFrom('support_teams')
        .where('guild_id', '=', guild_id)
        .where('name', '=', name)
        .select((columns) => [columns.val(panel_id).as('panel_id'), 'team_id']),
    )
    .execute();
}

async function addRules(
  db: Db,
  panel_id: number,
  rules: readonly (readonly [role_id: string, action: 'allow' | 'deny'])[],
): Promise<void> {
  await db
    .insertInto('panel_access_rules')
    .values(rules.map(([role_id, action], index) => ({ panel_id, position: index + 1, role_id, action })))
    .execute();
}

async function addSupporterPanel(db: Db, server: DemoServer): Promise<number> {
  const { panel_id } = await db
    .insertInto('panels')
    .values({
      guild_id: server.guild_id,
      custom_id: newCustomId(),
      title: 'For Supporters',
      content: 'Early access, your badge, or an idea for us: supporters talk to the team here.',
      colour: 0x3498db,
      channel_id: server.channels['open-a-ticket'] ?? '',
      category_id: server.channels.Tickets ?? null,
      emoji_name: 'anchor_wave',
      emoji_id: server.emojis.anchor_wave ?? null,
      button_style: 3,
      button_label: 'Talk to us',
      naming_scheme: '%claim_indicator%-supporter-%id%',
      welcome_message: JSON.stringify({ ...emptyEmbed, description: panelDefaults.welcome }),
    })
    .returning('panel_id')
    .executeTakeFirstOrThrow();
  return panel_id;
}

async function addMultiPanel(db: Db, server: DemoServer, panel_ids: readonly number[]): Promise<void> {
  const { id } = await db
    .insertInto('multi_panels')
    .values({
      guild_id: server.guild_id,
      channel_id: server.channels.welcome ?? '',
      select_menu: true,
      select_menu_placeholder: 'What is it about?',
      embed: JSON.stringify({
        ...emptyEmbed,
        title: 'Need a hand?',
        description: 'Choose a topic, and a private ticket opens between you and the team.',
        colour: 0x5865f2,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('multi_panel_panels')
    .values(panel_ids.map((panel_id, index) => ({ multi_panel_id: id, panel_id, position: index + 1 })))
    .execute();
}
