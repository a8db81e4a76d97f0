import type { AccessRule } from '@tickets/contract/access-rules';
import type { CustomEmbed } from '@tickets/contract/embeds';
import { type PanelInput, panelDefaults } from '@tickets/contract/panels';
import type { PanelEmoji } from './emoji.ts';
import type { PanelRow } from './message.ts';

/** The columns of a panel that an administrator sets, beside the channel, which moves with the message. */
const columns = [
  'title',
  'content',
  'colour',
  'category_id',
  'emoji_name',
  'emoji_id',
  'button_style',
  'button_label',
  'image_url',
  'thumbnail_url',
  'disabled',
  'form_id',
  'exit_survey_form_id',
  'pending_category',
  'naming_scheme',
  'mentions',
  'delete_mentions',
  'default_team',
] as const satisfies (keyof PanelRow)[];
type Columns = Pick<PanelRow, (typeof columns)[number]>;

/** Everything that an administrator says of a panel. */
export interface PanelContent extends Columns {
  channel_id: string;
  welcome_message: CustomEmbed | null;
  teams: number[];
  /** In their order. */
  rules: AccessRule[];
}

/** What was sent over what was there; null asks for the standard, and an absent key keeps what was there. */
export function mergedContent(
  guild_id: string,
  input: PanelInput,
  { before, emoji }: { before: PanelContent | undefined; emoji: PanelEmoji },
): PanelContent {
  const kept: PanelContent = before ?? standard(guild_id);
  const label = over(input.button_label?.trim(), input.button_label === null ? '' : kept.button_label);
  return {
    title: over(input.title === null ? panelDefaults.title : input.title?.trim(), kept.title),
    content: over(input.content === null ? panelDefaults.content : input.content?.trim(), kept.content),
    colour: over(input.colour, kept.colour),
    channel_id: over(input.channel_id, kept.channel_id),
    category_id: over(input.category_id, kept.category_id),
    ...emoji,
    button_style: over(input.button_style, kept.button_style),
    // Discord wants a label or an emoji.
    button_label: label || (emoji.emoji_name ? '' : panelDefaults.title),
    image_url: over(input.image_url, kept.image_url),
    thumbnail_url: over(input.thumbnail_url, kept.thumbnail_url),
    disabled: over(input.disabled, kept.disabled),
    form_id: over(input.form_id, kept.form_id),
    exit_survey_form_id: over(input.exit_survey_form_id, kept.exit_survey_form_id),
    pending_category: over(input.pending_category, kept.pending_category),
    naming_scheme: input.use_server_default_naming_scheme
      ? null
      : over(input.naming_scheme, kept.naming_scheme),
    mentions: [...new Set(over(input.mentions, kept.mentions))],
    delete_mentions: over(input.delete_mentions, kept.delete_mentions),
    default_team: over(input.default_team, kept.default_team),
    welcome_message: over(input.welcome_message, kept.welcome_message),
    teams: [...new Set(over(input.teams, kept.teams))],
    rules: over(input.access_control_list, kept.rules),
  };
}

export function columnsOf(content: PanelContent): Columns {
  return Object.fromEntries(columns.map((key) => [key, content[key]])) as unknown as Columns; // all its keys
}

function over<T>(sent: T | undefined, kept: T): T {
  return sent === undefined ? kept : sent;
}

export const everyoneMay = (guild_id: string): AccessRule[] => [{ role_id: guild_id, action: 'allow' }];

function standard(guild_id: string): PanelContent {
  return {
    title: panelDefaults.title,
    content: panelDefaults.content,
    colour: panelDefaults.colour,
    channel_id: '0', // No channel has it: a panel cannot be made without one.
    category_id: null,
    emoji_name: null,
    emoji_id: null,
    button_style: panelDefaults.button_style,
    button_label: '',
    image_url: null,
    thumbnail_url: null,
    disabled: false,
    form_id: null,
    exit_survey_form_id: null,
    pending_category: null,
    naming_scheme: null,
    mentions: [],
    delete_mentions: false,
    default_team: true,
    welcome_message: null,
    teams: [],
    rules: everyoneMay(guild_id),
  };
}
