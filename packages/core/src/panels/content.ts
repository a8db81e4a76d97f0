import { everyoneMay } from '@tickets/contract/panels/access-rules';
import { type PanelFields, type PanelInput, panelDefaults } from '@tickets/contract/panels/panels';
import { merged, namesOf, picked } from '@tickets/contract/platform/fields';
import type { PanelEmoji } from './posted/emoji.ts';
import type { PanelRow } from './posted/message.ts';

/** Everything that an administrator says of a panel, with its emoji as the row holds it. */
export type PanelContent = Omit<PanelFields, 'emote'> & PanelEmoji;

const { emote: _, ...fields }: PanelFields = panelDefaults;
const defaults: PanelContent = { ...fields, emoji_name: null, emoji_id: null };

/** The channel moves with the message, teams and rules lie in tables of their own, and the embed is JSON. */
const apart = ['channel_id', 'teams', 'access_control_list', 'welcome_message'] as const;
type Column = Exclude<keyof PanelContent, (typeof apart)[number]>;
const isColumn = (name: keyof PanelContent): name is Column => !apart.some((one) => one === name);
const columns = namesOf(defaults).filter(isColumn);

/** What lies in columns of the same names: every field that is not kept apart. */
export function columnsOf(content: PanelContent): Pick<PanelRow, Column> {
  return picked(content, columns);
}

/** A panel of which nothing is said. */
export const standardContent = (guild_id: string): PanelContent => ({
  ...defaults,
  access_control_list: everyoneMay(guild_id),
});

/** What was sent over what was there; null asks for the default, and an absent key keeps what was there. */
export function mergedContent(
  guild_id: string,
  input: PanelInput,
  { before, emoji }: { before: PanelContent | undefined; emoji: PanelEmoji },
): PanelContent {
  const { emote, use_custom_emoji, use_server_default_naming_scheme, ...sent } = input;
  const standard = standardContent(guild_id);
  const next = merged({ ...sent, ...emoji }, { kept: before ?? standard, defaults: standard });
  return {
    ...next,
    // Discord wants a label or an emoji.
    button_label: next.button_label || (emoji.emoji_name ? '' : panelDefaults.title),
    naming_scheme: use_server_default_naming_scheme ? null : next.naming_scheme,
    mentions: [...new Set(next.mentions)],
    // As they are read: their order says nothing.
    teams: [...new Set(next.teams)].sort((a, b) => a - b),
  };
}
