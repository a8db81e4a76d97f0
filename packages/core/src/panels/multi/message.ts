import { menuPlaceholder } from '@tickets/contract/panels/panel-defaults';
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIMessage,
  type APIStringSelectComponent,
  ComponentType,
} from 'discord-api-types/v10';
import { embedPayload } from '../../embeds/payload.ts';
import { customId, decodeCustomId } from '../../platform/discord/custom-ids.ts';
import { texts } from '../../platform/texts/texts.ts';
import type { Kind } from '../../posted-messages/kind.ts';
import { settingsOf } from '../../settings/read.ts';
import { lookOf, noMentions } from '../../wording/look.ts';
import { withPresentEmojis } from '../posted/emoji.ts';
import { type PanelRow, panelButton, panelEmoji, panelKind } from '../posted/message.ts';
import { embedOf, type MultiPanelRow, panelsOf } from './rows.ts';

/** The dropdown menu of every multi-panel: what is chosen in it says which panel. */
export const multiPanelSelect = customId('multipanel');

export const multiPanelKind: Kind<MultiPanelRow> = {
  name: 'multi_panel',
  table: 'multi_panels',
  id_column: 'id',
  needs: panelKind.needs,
  idOf: ({ id }) => id,
  async message(ctx, row) {
    const settings = await settingsOf(ctx.db, row.guild_id);
    const look = await lookOf(ctx, settings);
    const { opening } = texts(settings.text_language);
    const panels = await withPresentEmojis(ctx.db, row.guild_id, await panelsOf(ctx.db, row));
    return {
      // The look has a footer of ours only where the server has no premium.
      embeds: [await embedPayload(embedOf(row), { look, premium: look.footer === undefined })],
      components: row.select_menu ? menuOf(row, panels, opening) : buttonsOf(panels),
      allowed_mentions: noMentions,
    };
  },
  // Which panels it shows does not matter: the message that is found is then edited to what the row says.
  isItsMessage: (_row, message) => isMultiPanel(message),
};

/**
 * Panels that are disabled stay in the menu, for an option cannot be. Each says under its name why it does not open, and
 * says so once more when it is chosen.
 */
function menuOf(
  row: MultiPanelRow,
  panels: PanelRow[],
  { panel_locked, panel_disabled }: { panel_locked: string; panel_disabled: string },
): APIActionRowComponent<APIStringSelectComponent>[] {
  if (!panels.length) return [];
  const menu: APIStringSelectComponent = {
    type: ComponentType.StringSelect,
    custom_id: multiPanelSelect,
    placeholder: row.select_menu_placeholder ?? menuPlaceholder,
    min_values: 1,
    max_values: 1,
    options: panels.map((panel) => {
      const emoji = panelEmoji(panel);
      // The label may have been taken from the panel since.
      const label = panel.button_label || panel.title;
      const description = panel.force_disabled ? panel_locked : panel.disabled ? panel_disabled : undefined;
      return { label, value: panel.custom_id, ...(description && { description }), ...(emoji && { emoji }) };
    }),
  };
  return [{ type: ComponentType.ActionRow, components: [menu] }];
}

const buttonsPerRow = 5;

function buttonsOf(panels: PanelRow[]): APIActionRowComponent<APIButtonComponent>[] {
  const rows = Math.ceil(panels.length / buttonsPerRow);
  return Array.from({ length: rows }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: panels.slice(row * buttonsPerRow, (row + 1) * buttonsPerRow).map(panelButton),
  }));
}

/** A menu of panels, or several buttons that all open tickets. */
function isMultiPanel({ components = [] }: APIMessage): boolean {
  const ids = components.flatMap((row) =>
    row.type === ComponentType.ActionRow
      ? row.components.map((part) => ('custom_id' in part ? part.custom_id : ''))
      : [],
  );
  const isOfPanels = ids.every((id) => {
    const decoded = decodeCustomId(id);
    return decoded !== undefined && 'panel' in decoded;
  });
  return ids.includes(multiPanelSelect) || (ids.length > 1 && isOfPanels);
}
