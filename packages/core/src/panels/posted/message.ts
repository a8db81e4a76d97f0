import {
  type APIButtonComponentWithCustomId,
  type APIMessage,
  type APIMessageComponentEmoji,
  ComponentType,
  PermissionFlagsBits as P,
} from 'discord-api-types/v10';
import type { Selectable } from 'kysely';
import type { Panels } from '../../platform/db/schema.generated.ts';
import { hasButton } from '../../platform/discord/own-messages.ts';
import type { Kind } from '../../posted-messages/kind.ts';
import { settingsOf } from '../../settings/read.ts';
import { lookOf, noMentions } from '../../wording/look.ts';
import { withPresentEmojis } from './emoji.ts';

export type PanelRow = Selectable<Panels>;

export const panelKind: Kind<PanelRow> = {
  name: 'panel',
  table: 'panels',
  id_column: 'panel_id',
  // Seeing the history is how the bot finds its own message again.
  needs: P.ViewChannel | P.SendMessages | P.EmbedLinks | P.ReadMessageHistory,
  idOf: ({ panel_id }) => panel_id,
  async message(ctx, row) {
    const look = await lookOf(ctx, await settingsOf(ctx.db, row.guild_id));
    const [panel = row] = await withPresentEmojis(ctx.db, row.guild_id, [row]);
    return {
      embeds: [
        {
          title: row.title,
          description: row.content,
          color: row.colour,
          ...(row.image_url && { image: { url: row.image_url } }),
          ...(row.thumbnail_url && { thumbnail: { url: row.thumbnail_url } }),
          ...(look.footer && { footer: look.footer }),
        },
      ],
      components: [{ type: ComponentType.ActionRow, components: [panelButton(panel)] }],
      allowed_mentions: noMentions,
    };
  },
  // A multi-panel carries the same button, but next to others.
  isItsMessage: (row, message) => hasButton(message, row.custom_id) && buttonsOf(message) === 1,
};

function buttonsOf({ components = [] }: APIMessage): number {
  return components.reduce((sum, part) => sum + ('components' in part ? part.components.length : 1), 0);
}

/** What a panel's button is made of. */
export type ButtonContent = Pick<
  PanelRow,
  | 'custom_id'
  | 'title'
  | 'button_style'
  | 'button_label'
  | 'disabled'
  | 'force_disabled'
  | 'emoji_name'
  | 'emoji_id'
>;

/** The button that opens tickets of a panel. */
export function panelButton(panel: ButtonContent): APIButtonComponentWithCustomId {
  const emoji = panelEmoji(panel);
  // Discord wants one of them, and the emoji may have been deleted since.
  const label = panel.button_label || (emoji ? '' : panel.title);
  return {
    type: ComponentType.Button,
    style: panel.button_style as APIButtonComponentWithCustomId['style'], // the table allows 1 to 4
    custom_id: panel.custom_id,
    disabled: panel.disabled || panel.force_disabled,
    ...(label && { label }),
    ...(emoji && { emoji }),
  };
}

export function panelEmoji({
  emoji_name: name,
  emoji_id: id,
}: Pick<PanelRow, 'emoji_name' | 'emoji_id'>): APIMessageComponentEmoji | undefined {
  if (!name) return undefined;
  return { name, ...(id && { id }) };
}
