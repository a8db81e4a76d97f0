import { defaultColours, type Settings } from '@tickets/contract/settings/settings';
import type { Tx } from '@tickets/core/platform/db/db';
import { changeSettings } from '@tickets/core/settings/change';
import { rowOf } from '@tickets/core/settings/rows';
import type { DemoServer, ServerKey } from './servers.ts';

/** The settings of the demo's servers where they do not differ. */
const common: Omit<Settings, 'category'> = {
  ticket_limit: 5,
  language: null,
  users_can_close: true,
  close_confirmation: true,
  feedback_enabled: true,
  anonymise_dashboard_responses: false,
  use_threads: false,
  ticket_notification_channel: null,
  archive_channel: null,
  overflow_enabled: false,
  overflow_category_id: null,
  store_transcripts: true,
  hide_claim_button: false,
  disable_open_command: false,
  naming_scheme: 'id',
  welcome_message: '',
  context_menu_permission_level: '0',
  context_menu_add_sender: true,
  context_menu_panel: null,
  claim_settings: { support_can_view: true, support_can_type: false },
  auto_close: { enabled: false, on_user_leave: false, since_open_with_no_response: 0, since_last_message: 0 },
  ticket_permissions: { attach_files: true, embed_links: true, add_reactions: true },
  colours: defaultColours,
};

export async function addSettings(tx: Tx, servers: Record<ServerKey, DemoServer>): Promise<void> {
  const { harbour, pixel, kitchen } = servers;
  const channel = (server: DemoServer, name: string) => server.channels[name] ?? null;
  await save(tx, harbour, {
    archive_channel: channel(harbour, 'ticket-archive'),
    overflow_enabled: true,
    overflow_category_id: channel(harbour, 'More tickets'),
    welcome_message:
      'Thank you for writing to the Harbour team.\nTell us what happened; we answer within a day.',
  });
  await save(tx, pixel, { archive_channel: channel(pixel, 'closed-tickets') });
  await save(tx, kitchen, { archive_channel: channel(kitchen, 'archive'), feedback_enabled: false });
}

async function save(tx: Tx, { guild_id, channels }: DemoServer, settings: Partial<Settings>): Promise<void> {
  await changeSettings(tx, guild_id, rowOf({ ...common, category: channels.Tickets ?? '0', ...settings }));
}
