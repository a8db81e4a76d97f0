import { emptyEmbed } from '@tickets/contract/embeds/embed-limits';
import { answerLimits, type FormInputStyle } from '@tickets/contract/forms/form-limits';
import type { FormInputFields } from '@tickets/contract/forms/forms';
import { everyoneMay } from '@tickets/contract/panels/access-rules';
import { panelProposal } from '@tickets/contract/panels/panel-defaults';
import { insertForm, insertInputs } from '@tickets/core/forms/rows';
import type { PanelContent } from '@tickets/core/panels/content';
import { insertMultiPanel } from '@tickets/core/panels/multi/rows';
import { insertPanel, writePanel } from '@tickets/core/panels/rows';
import type { Tx } from '@tickets/core/platform/db/db';
import { type DemoPanel, ordinary } from './panels.ts';
import type { DemoServer } from './servers.ts';

interface Question {
  label: string;
  style: FormInputStyle;
  placeholder?: string;
  required?: boolean;
  min_length?: number;
  max_length?: number;
}

/** What one server shows of everything that panels can do: forms, teams, access lists, names, a multi-panel. */
export async function addShowcase(tx: Tx, server: DemoServer, panels: readonly DemoPanel[]): Promise<void> {
  const { guild_id } = server;
  const changes = changesOf(server, {
    forms: await addForms(tx, server),
    teams: await teamsOf(tx, guild_id),
  });
  const panel_ids: number[] = [];
  for (const { panel_id, about, ...content } of panels) {
    await writePanel(tx, { guild_id, panel_id }, { ...content, ...changes[about] });
    panel_ids.push(panel_id);
  }
  panel_ids.push(await addSupporterPanel(tx, server));
  await addMultiPanel(tx, server, panel_ids);
}

interface Made {
  forms: Awaited<ReturnType<typeof addForms>>;
  /** Ids by name. */
  teams: ReadonlyMap<string, number>;
}

function changesOf(
  server: DemoServer,
  { forms, teams }: Made,
): Record<DemoPanel['about'], Partial<PanelContent>> {
  const team = (name: string) => teams.get(name) ?? 0;
  return {
    general: {
      exit_survey_form_id: forms.survey,
      pending_category: server.channels['Waiting for an answer'] ?? null,
    },
    billing: {
      form_id: forms.payment,
      naming_scheme: 'payment-%id_padded%',
      mentions: ['user'],
      teams: [team('Billing')],
    },
    report: {
      form_id: forms.report,
      naming_scheme: 'report-%id%-%username%',
      mentions: [server.roles.Moderator ?? ''],
      delete_mentions: true,
      teams: [team('Moderation')],
      welcome_message: {
        ...emptyEmbed,
        title: 'Thank you for looking out for others',
        description: 'A moderator reads your report, %user%. Besides you, only the team sees this channel.',
        colour: 0xe74c3c,
        thumbnail_url: '%avatar_url%',
        footer: { text: 'Harbour Games moderation', icon_url: null },
        fields: [
          { name: 'Proof helps', value: 'Add pictures or a clip if you have any.', inline: true },
          { name: 'Report', value: '#%ticket_id%', inline: true },
          { name: 'In our games', value: '%player_rank%, level %player_level%', inline: true },
        ],
      },
      access_control_list: [
        { role_id: server.roles.Muted ?? '', action: 'deny' },
        ...everyoneMay(server.guild_id),
      ],
    },
  };
}

async function teamsOf(tx: Tx, guild_id: string): Promise<ReadonlyMap<string, number>> {
  const teams = tx.selectFrom('support_teams').where('guild_id', '=', guild_id).select(['team_id', 'name']);
  return new Map((await teams.execute()).map(({ team_id, name }) => [name, team_id]));
}

async function addForms(tx: Tx, { guild_id }: DemoServer) {
  return {
    payment: await addForm(tx, guild_id, 'About your payment', [
      { label: 'Order number', style: 1, placeholder: '#1234-567', min_length: 4, max_length: 20 },
      { label: 'What went wrong?', style: 2, placeholder: 'What did you expect, and what happened?' },
    ]),
    report: await addForm(tx, guild_id, 'Report a player', [
      { label: 'Who is it about?', style: 1, placeholder: 'Their name in the game', max_length: 64 },
      { label: 'Where and when?', style: 1, placeholder: 'Server 3, yesterday evening', required: false },
      { label: 'What happened?', style: 2, min_length: 10 },
    ]),
    survey: await addForm(tx, guild_id, 'How did we do?', [
      { label: 'What did we do well?', style: 2, required: false },
      { label: 'What could be better?', style: 2, required: false },
    ]),
  };
}

async function addForm(tx: Tx, guild_id: string, title: string, questions: Question[]): Promise<number> {
  const { form_id } = await insertForm(tx, guild_id, { title });
  const inputs = questions.map(
    (question, index): FormInputFields => ({
      type: 4,
      position: index + 1,
      label: question.label,
      style: question.style,
      placeholder: question.placeholder ?? null,
      required: question.required ?? true,
      min_length: question.min_length ?? 0,
      max_length: question.max_length ?? answerLimits[question.style],
    }),
  );
  await insertInputs(tx, form_id, inputs);
  return form_id;
}

async function addSupporterPanel(tx: Tx, server: DemoServer): Promise<number> {
  const { panel_id } = await insertPanel(tx, server.guild_id, {
    ...ordinary,
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
    welcome_message: { ...emptyEmbed, description: panelProposal.welcome },
    access_control_list: [
      { role_id: server.roles.Supporter ?? '', action: 'allow' },
      { role_id: server.guild_id, action: 'deny' },
    ],
  });
  return panel_id;
}

async function addMultiPanel(tx: Tx, { guild_id, channels }: DemoServer, panels: number[]): Promise<void> {
  await insertMultiPanel(tx, guild_id, {
    channel_id: channels.welcome ?? '',
    panels,
    select_menu: true,
    select_menu_placeholder: 'What is it about?',
    embed: {
      ...emptyEmbed,
      title: 'Need a hand?',
      description: 'Choose a topic, and a private ticket opens between you and the team.',
      colour: 0x5865f2,
    },
  });
}
