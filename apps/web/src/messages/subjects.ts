/** Every subject of texts. A new file in `en/` adds one line here. */
export interface Messages {
  common: typeof import('./en/common.ts').common;
  servers: typeof import('./en/servers.ts').servers;
  legal: typeof import('./en/legal.ts').legal;
  welcome: typeof import('./en/welcome.ts').welcome;
  palette: typeof import('./en/palette.ts').palette;
  kit: typeof import('./en/kit.ts').kit;
  editors: typeof import('./en/editors.ts').editors;
  settings: typeof import('./en/settings.ts').settings;
  panels: typeof import('./en/panels.ts').panels;
  forms: typeof import('./en/forms.ts').forms;
  tags: typeof import('./en/tags.ts').tags;
  blacklist: typeof import('./en/blacklist.ts').blacklist;
  desk: typeof import('./en/desk.ts').desk;
  tickets: typeof import('./en/tickets.ts').tickets;
  transcripts: typeof import('./en/transcripts.ts').transcripts;
  conversation: typeof import('./en/conversation.ts').conversation;
  connection: typeof import('./en/connection.ts').connection;
  emoji: typeof import('./en/emoji.ts').emoji;
}
