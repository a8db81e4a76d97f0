import { type AccessRule, everyoneMay } from '@tickets/contract/panels/access-rules';
import { panelDefaults, panelProposal } from '@tickets/contract/panels/panel-defaults';
import type { Panel, PanelFields } from '@tickets/contract/panels/panels';
import type { RouteInput } from '@tickets/contract/routes';
import { hexFromInt } from '@tickets/discord-ui/colour';
import {
  type EmbedForm,
  embedFormOf,
  embedPayload,
  newEmbed,
  withoutFooter,
} from '../../components/editors/embed-form.ts';
import { intFromHex } from '../../lib/discord/colour.ts';

/** The choice of no form at all. */
export const NO_FORM = 'null';
/** The choice that stands for the built-in team, which has no id. */
export const DEFAULT_TEAM = 'default';

export interface TicketForm {
  mentions: string[];
  /** Ids of teams, and DEFAULT_TEAM. */
  teams: string[];
  delete_mentions: boolean;
  category_id: string | null;
  form_id: string;
  /** Null for the server's own. */
  naming_scheme: string | null;
  exit_survey_form_id: string;
  /** "" is Disabled. */
  pending_category: string;
}

export interface MessageForm {
  title: string;
  content: string;
  /** "#rrggbb". */
  colour: string;
  channel_id: string | null;
  disabled: boolean;
  /** 1 to 4, as the wire wants it. */
  button_style: '1' | '2' | '3' | '4';
  button_label: string;
  use_custom_emoji: boolean;
  emoji: string;
  /** Kept beside the standard one, so that the toggle loses neither. */
  custom_emoji: { id: string; name: string } | null;
  image_url: string;
  thumbnail_url: string;
}

export interface WelcomeForm {
  use_server_welcome: boolean;
  embed: EmbedForm;
}

/** A panel as the form holds it: one part for each section. */
export interface PanelForm {
  ticket: TicketForm;
  message: MessageForm;
  welcome: WelcomeForm;
  access_control_list: AccessRule[];
}

const firstWelcome = () => newEmbed({ description: panelProposal.welcome });

/** Begins with the defaults and what is proposed beyond them; a text that is left empty becomes its default. */
export function newPanelForm(guildId: string): PanelForm {
  const { emote, button_label } = panelProposal;
  const access_control_list = everyoneMay(guildId);
  const form = panelFormOf({ ...panelDefaults, emote, button_label, access_control_list });
  return {
    ...form,
    message: { ...form.message, title: '', content: '', channel_id: null },
    welcome: { ...form.welcome, use_server_welcome: false },
  };
}

export function panelFormOf(panel: PanelFields): PanelForm {
  const { emote } = panel;
  const isCustom = typeof emote === 'object';
  return {
    ticket: {
      mentions: panel.mentions,
      teams: [...(panel.default_team ? [DEFAULT_TEAM] : []), ...panel.teams.map(String)],
      delete_mentions: panel.delete_mentions,
      category_id: panel.category_id,
      form_id: String(panel.form_id),
      naming_scheme: panel.naming_scheme,
      exit_survey_form_id: String(panel.exit_survey_form_id),
      pending_category: panel.pending_category ?? '',
    },
    message: {
      title: panel.title,
      content: panel.content,
      colour: hexFromInt(panel.colour),
      channel_id: panel.channel_id,
      disabled: panel.disabled,
      button_style: buttonStyleOf(panel.button_style),
      button_label: panel.button_label,
      use_custom_emoji: isCustom,
      emoji: isCustom ? '' : emote,
      custom_emoji: isCustom ? { id: emote.id, name: emote.name } : null,
      image_url: panel.image_url ?? '',
      thumbnail_url: panel.thumbnail_url ?? '',
    },
    welcome: {
      use_server_welcome: panel.welcome_message === null,
      embed: panel.welcome_message ? embedFormOf(panel.welcome_message) : firstWelcome(),
    },
    access_control_list: panel.access_control_list,
  };
}

/** A new panel that begins as another one is, under a title that tells them apart. */
export function copiedPanelForm(panel: Panel, title: string, has: { premium: boolean }): PanelForm {
  const form = newFormOf(panelFormOf(panel), has);
  return { ...form, message: { ...form.message, title } };
}

/** Without what only a panel that is there already may keep when premium has ended. */
export const newFormOf = (form: PanelForm, { premium }: { premium: boolean }): PanelForm =>
  premium
    ? form
    : {
        ...form,
        ticket: { ...form.ticket, exit_survey_form_id: NO_FORM, pending_category: '' },
        welcome: { ...form.welcome, embed: withoutFooter(form.welcome.embed) },
      };

function buttonStyleOf(style: number): MessageForm['button_style'] {
  return (['1', '2', '3', '4'] as const).find((value) => value === String(style)) ?? '1';
}

/** Every field, and of those that only repeat another one what the server reads. */
type PanelPayload = Required<Omit<RouteInput<'panels.create'>['body'], 'use_custom_emoji'>>;

/** What is sent: blank values are null, and the server fills in its defaults. */
export function panelPayload({ ticket, message, welcome, access_control_list }: PanelForm): PanelPayload {
  const naming_scheme = ticket.naming_scheme?.trim() || null;
  return {
    title: textOrNull(message.title),
    content: textOrNull(message.content),
    colour: intFromHex(message.colour) ?? panelDefaults.colour,
    channel_id: message.channel_id,
    category_id: ticket.category_id,
    emote: emoteOf(message),
    button_style: message.button_style,
    button_label: textOrNull(message.button_label),
    image_url: textOrNull(message.image_url.trim()),
    thumbnail_url: textOrNull(message.thumbnail_url.trim()),
    disabled: message.disabled,
    form_id: formIdOf(ticket.form_id),
    exit_survey_form_id: formIdOf(ticket.exit_survey_form_id),
    pending_category: ticket.pending_category || null,
    use_server_default_naming_scheme: naming_scheme === null,
    naming_scheme,
    mentions: ticket.mentions,
    delete_mentions: ticket.delete_mentions,
    default_team: ticket.teams.includes(DEFAULT_TEAM),
    teams: ticket.teams.filter((team) => team !== DEFAULT_TEAM).map(Number),
    welcome_message: welcome.use_server_welcome ? null : embedPayload(welcome.embed),
    access_control_list,
  };
}

/** The emoji of the button; null for none. */
export function emoteOf({ use_custom_emoji, custom_emoji, emoji }: MessageForm) {
  return use_custom_emoji ? custom_emoji : textOrNull(emoji.trim());
}

const textOrNull = (text: string) => (text.trim() ? text : null);
const formIdOf = (choice: string) => (choice === NO_FORM ? null : Number(choice));
