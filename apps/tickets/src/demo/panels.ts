import { randomBytes } from 'node:crypto';
import type { Db } from '@tickets/core/platform/db/db';
import type { DemoServer } from './servers.ts';

export interface DemoPanel {
  panel_id: number;
  custom_id: string;
  title: string;
  content: string;
  colour: number;
  channel_id: string;
  category_id: string;
  emoji_name: string;
  button_label: string;
  button_style: number;
  about: 'general' | 'billing' | 'report';
}

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
  db: Db,
  server: DemoServer,
  about: (keyof typeof kinds)[],
  channel: string,
): Promise<DemoPanel[]> {
  const panels: DemoPanel[] = [];
  for (const kind of about) {
    const panel = {
      ...kinds[kind],
      custom_id: randomBytes(15).toString('hex'),
      channel_id: server.channels[channel] ?? '',
      category_id: server.channels.Tickets ?? '',
    };
    const { panel_id } = await db
      .insertInto('panels')
      .values({ ...panel, guild_id: server.guild_id })
      .returning('panel_id')
      .executeTakeFirstOrThrow();
    panels.push({ ...panel, panel_id, about: kind });
  }
  return panels;
}
