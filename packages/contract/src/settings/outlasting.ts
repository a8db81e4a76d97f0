import type { Settings } from './settings.ts';

/**
 * By which settings someone would keep access, or go on learning things, after the override that lets them in: a change of one is
 * refused to those whom an override alone lets in. Every one is judged, so that a new one is, too. A category is none of
 * these, because the channel of a ticket does not take its permissions.
 */
export const outlastingSettings = {
  ticket_limit: false,
  language: false,
  users_can_close: false,
  close_confirmation: false,
  feedback_enabled: false,
  // Names staff to openers.
  anonymise_dashboard_responses: true,
  // Discord shows private threads to everyone who manages threads in their channel.
  use_threads: true,
  ticket_notification_channel: true,
  archive_channel: true,
  overflow_enabled: false,
  overflow_category_id: false,
  store_transcripts: false,
  hide_claim_button: false,
  disable_open_command: false,
  category: false,
  naming_scheme: false,
  welcome_message: false,
  // Who may begin tickets about other people's messages, whom that adds, and whose staff work them.
  context_menu_permission_level: true,
  context_menu_add_sender: true,
  context_menu_panel: true,
  claim_settings: true,
  auto_close: false,
  ticket_permissions: false,
  colours: false,
} as const satisfies Record<keyof Settings, boolean>;
