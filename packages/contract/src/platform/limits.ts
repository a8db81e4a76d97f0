/** Limits that more than one part needs. A limit of a single field stands in that field's schema. */
export const limits = {
  ticket_limit: { min: 1, max: 10, default: 5 },
  welcome_message: { min: 1, max: 1000 },
  auto_close_seconds_max: 60 * 86_400,
  free_panels: 3,
  panel_title: 80,
  panel_content: 4096,
  button_label: 80,
  message_content: 2000,
  close_reason: 1024,
  close_request_reason: 255,
  close_request_hours: 60 * 24,
  transcript_page: 15,
  search_text: 400,
  search_page: 20,
  /** Opens in one server, those of one member, and in how many seconds. */
  opens: { max: 10, max_each: 5, per_seconds: 30 },
  renames: { max: 2, per_seconds: 600 },
  /** Discord's own: https://discord.com/developers/docs/resources/channel */
  guild_channels: 500,
  category_channels: 50,
} as const;

/** How many of a kind one server may have. Lists of them are answered as a whole, so these bound the answers. */
export const perServer = {
  forms: 200,
  /** By imports. By hand premium lets a server have any number, which takes its people long. */
  panels: 500,
  multi_panels: 100,
  support_teams: 500,
  /** Of all tags, all panels, and all multi-panels, as JSON: as much as 500 panels of 2,000 characters each. */
  listed_bytes: 1_000_000,
} as const;
