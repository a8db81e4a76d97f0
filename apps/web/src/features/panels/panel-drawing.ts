import { defaultEmbedColour } from '@tickets/contract/embeds/embed-limits';
import type { Form } from '@tickets/contract/forms/forms';
import { panelDefaults } from '@tickets/contract/panels/panel-defaults';
import type { Panel } from '@tickets/contract/panels/panels';
import type { Channel, Emoji, Role } from '@tickets/contract/servers/guild';
import { channelName } from '@tickets/contract/tickets/channel-name';
import { fillNamingScheme } from '@tickets/contract/tickets/naming';
import { isOneEmoji } from '@tickets/discord-ui/emoji/split-emojis';
import type { DiscordComponent, DiscordEmbed, DiscordEmoji, MentionNames } from '@tickets/discord-ui/types';
import { embedPreview } from '../../components/editors/embed-form.ts';
import { intFromHex } from '../../lib/discord/colour.ts';
import { emoteOf, type MessageForm, type PanelForm } from './panel-form.ts';

/** The names of what a text can mention by its id, which Discord puts in its place. */
export function namesOf({
  channels,
  roles,
}: {
  channels: readonly Channel[];
  roles: readonly Role[];
}): Required<Pick<MentionNames, 'channels' | 'roles'>> {
  return {
    channels: Object.fromEntries(channels.map(({ id, name }) => [id, name])),
    roles: Object.fromEntries(roles.map(({ id, name, color }) => [id, { name, color }])),
  };
}

type Emote = ReturnType<typeof emoteOf>;

/** The panel's message as it will be posted, with the defaults of what was left empty. */
export function drawPanel(message: MessageForm, emojis: readonly Emoji[]) {
  const embed: DiscordEmbed = {
    title: message.title.trim() || panelDefaults.title,
    description: message.content.trim() ? message.content : panelDefaults.content,
    color: intFromHex(message.colour) ?? panelDefaults.colour,
    ...(message.image_url.trim() && { image: { url: message.image_url.trim() } }),
    ...(message.thumbnail_url.trim() && { thumbnail: { url: message.thumbnail_url.trim() } }),
  };
  const button = drawButton(
    {
      emote: emoteOf(message),
      style: Number(message.button_style),
      label: message.button_label,
      disabled: message.disabled,
    },
    emojis,
  );
  return { embed, button };
}

interface ButtonLook {
  emote: Emote;
  style: number;
  label: string;
  disabled: boolean;
}

function drawButton(
  { emote, style, label, disabled }: ButtonLook,
  emojis: readonly Emoji[],
): DiscordComponent {
  const emoji = drawEmoji(emote, emojis);
  return {
    type: 2,
    style,
    // A button needs a text or an emoji.
    label: label.trim() || (emoji ? '' : panelDefaults.title),
    ...(emoji && { emoji }),
    ...(disabled && { disabled }),
  };
}

function drawEmoji(emote: Emote, emojis: readonly Emoji[]): DiscordEmoji | undefined {
  if (!emote) return undefined;
  // What is still being typed has no picture.
  if (typeof emote === 'string') return isOneEmoji(emote) ? { name: emote } : undefined;
  const animated = emojis.find(({ id }) => id === emote.id)?.animated ?? false;
  return { ...emote, animated };
}

/** The button of a stored panel. */
export const drawPanelButton = (panel: Panel, emojis: readonly Emoji[]): DiscordComponent =>
  drawButton(
    {
      emote: panel.emote || null,
      style: panel.button_style,
      label: panel.button_label,
      disabled: panel.disabled,
    },
    emojis,
  );

const BUTTONS_IN_A_ROW = 5;

/** The panels of a multi-panel as one open menu, or as rows of buttons. */
export function drawPanels(
  panels: readonly Panel[],
  menu: { placeholder: string } | undefined,
  emojis: readonly Emoji[],
): DiscordComponent[] {
  if (menu) {
    const options = panels.map((panel) => ({
      label: panel.button_label || panel.title,
      emoji: drawEmoji(panel.emote || null, emojis) ?? null,
    }));
    return [{ type: 1, components: [{ type: 3, placeholder: menu.placeholder, options, open: true }] }];
  }
  const buttons = panels.map((panel) => drawPanelButton(panel, emojis));
  const rows = Array.from({ length: Math.ceil(buttons.length / BUTTONS_IN_A_ROW) }, (_, row) =>
    buttons.slice(row * BUTTONS_IN_A_ROW, (row + 1) * BUTTONS_IN_A_ROW),
  );
  return rows.map((components) => ({ type: 1, components }));
}

export interface TicketSample {
  fill: (text: string) => string;
  avatarUrl: string;
  answer: string;
  /** The server's welcome message and its colour. */
  server: { text: string; colour: string | undefined };
  /** The product's own footer, which stands wherever there is no premium. */
  branding: string | null;
}

/** The embeds of the first message in a ticket: the welcome, then the answers to the form. */
export function drawWelcome(
  { welcome, message }: Pick<PanelForm, 'welcome' | 'message'>,
  form: Form | undefined,
  sample: TicketSample,
): DiscordEmbed[] {
  const embed: DiscordEmbed = welcome.use_server_welcome
    ? {
        title: message.title.trim() || panelDefaults.title,
        description: sample.fill(sample.server.text),
        color: intFromHex(sample.server.colour ?? '') ?? defaultEmbedColour,
      }
    : embedPreview(welcome.embed, sample.fill, sample.avatarUrl);
  const greeting = withBranding(embed, sample.branding);
  if (!form?.inputs.length) return [greeting];
  const fields = form.inputs.map(({ label }) => ({ name: label, value: sample.answer, inline: false }));
  return [greeting, { fields, color: greeting.color ?? defaultEmbedColour }];
}

/** Without premium the product's footer takes the place of any other. */
export function withBranding(embed: DiscordEmbed, branding: string | null): DiscordEmbed {
  return branding === null ? embed : { ...embed, footer: { text: branding } };
}

/** The name of the first ticket's channel. */
export function drawChannelName(
  scheme: string | null,
  server: 'id' | 'username',
  { username, nickname, now }: { username: string; nickname: string; now: Date },
): string {
  const fallback = server === 'username' ? 'ticket-%username%' : 'ticket-%id%';
  const facts = { ticket_id: 1, username, nickname, claimed_by: null, now };
  return channelName(fillNamingScheme(scheme?.trim() || fallback, facts));
}

/** The message that pings. `opener` and the server's id, which is that of @everyone, stand for what they mention. */
export function drawMentions(mentions: readonly string[], opener: string, guildId: string): string {
  const named = mentions.map((mention) => {
    if (mention === 'user') return opener;
    if (mention === 'here') return '@here';
    return mention === guildId ? '@everyone' : `<@&${mention}>`;
  });
  return named.length ? `-# ${named.join(' ')}` : '';
}
