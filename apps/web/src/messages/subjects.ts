/** Every subject of texts. A new file in `en/` adds one line here. */
export interface Messages {
  common: typeof import('./en/common.ts').common;
  servers: typeof import('./en/servers.ts').servers;
  legal: typeof import('./en/legal.ts').legal;
  welcome: typeof import('./en/welcome.ts').welcome;
  palette: typeof import('./en/palette.ts').palette;
  kit: typeof import('./en/kit.ts').kit;
  editors: typeof import('./en/editors.ts').editors;
  appearance: typeof import('./en/appearance.ts').appearance;
  settings: typeof import('./en/settings.ts').settings;
  panels: typeof import('./en/panels.ts').panels;
  forms: typeof import('./en/forms.ts').forms;
  teams: typeof import('./en/teams.ts').teams;
  tags: typeof import('./en/tags.ts').tags;
  blacklist: typeof import('./en/blacklist.ts').blacklist;
  integrations: typeof import('./en/integrations.ts').integrations;
  audit: typeof import('./en/audit.ts').audit;
  webhooks: typeof import('./en/webhooks.ts').webhooks;
  whitelabel: typeof import('./en/whitelabel.ts').whitelabel;
  override: typeof import('./en/override.ts').override;
  who_can_see: typeof import('./en/who_can_see.ts').who_can_see;
  premium: typeof import('./en/premium.ts').premium;
  admin: typeof import('./en/admin.ts').admin;
  account: typeof import('./en/account.ts').account;
  desk: typeof import('./en/desk.ts').desk;
  my_tickets: typeof import('./en/my_tickets.ts').my_tickets;
  tickets: typeof import('./en/tickets.ts').tickets;
  search: typeof import('./en/search.ts').search;
  transcripts: typeof import('./en/transcripts.ts').transcripts;
  transcript: typeof import('./en/transcript.ts').transcript;
  sharing: typeof import('./en/sharing.ts').sharing;
  keeping: typeof import('./en/keeping.ts').keeping;
  conversation: typeof import('./en/conversation.ts').conversation;
  connection: typeof import('./en/connection.ts').connection;
  meanwhile: typeof import('./en/meanwhile.ts').meanwhile;
  emoji: typeof import('./en/emoji.ts').emoji;
}
