import { everyoneMay } from '@tickets/contract/panels/access-rules';
import { panelDefaults } from '@tickets/contract/panels/panel-defaults';
import type { PanelContent } from '@tickets/core/panels/content';
import { insertPanel } from '@tickets/core/panels/rows';
import type { Tx } from '@tickets/core/platform/db/db';
import type { DemoServer } from './servers.ts';

export interface DemoPanel extends PanelContent {
  panel_id: number;
  about: keyof typeof kinds;
}

/** What a panel of the demo says itself. */
const { title, content, colour, channel_id, category_id, emote, button_style, button_label, ...usual } =
  panelDefaults;

/** What most panels of the demo have in common; `showcase.ts` shows the rest. */
export const ordinary = { ...usual, emoji_id: null } satisfies Partial<PanelContent>;

const kinds = {
  general: {
    title: 'General Support',
    content:
      'Something does not work, or you have a question? Open a ticket and the team answers you in private.',
    colour: 0x2ecc71,
    emoji_name: '📩',
    button_label: 'Get help',
    button_style: 1,
  },
  billing: {
    title: 'Billing',
    content: 'Payments, orders and refunds. Please have your order number at hand.',
    colour: 0xf1c40f,
    emoji_name: '🧾',
    button_label: 'Ask about a payment',
    button_style: 2,
  },
  report: {
    title: 'Report a Player',
    content: 'Tell us who, when and where. Pictures or a clip help us a lot.',
    colour: 0xe74c3c,
    emoji_name: '🚩',
    button_label: 'Report somebody',
    button_style: 4,
  },
} as const;

/** Adds a server's panels to the database. Their messages are posted by the program when it starts. */
export async function addPanels(
  tx: Tx,
  server: DemoServer,
  about: (keyof typeof kinds)[],
  channel: string,
): Promise<DemoPanel[]> {
  const panels: DemoPanel[] = [];
  for (const kind of about) {
    const content: PanelContent = {
      ...ordinary,
      ...kinds[kind],
      channel_id: server.channels[channel] ?? '',
      category_id: server.channels.Tickets ?? '',
      access_control_list: everyoneMay(server.guild_id),
    };
    const { panel_id } = await insertPanel(tx, server.guild_id, content);
    panels.push({ ...content, panel_id, about: kind });
  }
  return panels;
}
