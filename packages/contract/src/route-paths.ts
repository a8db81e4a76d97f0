/**
 * Method and path of every HTTP route, by name. Apart from the schemas, so that the dashboard's first load can
 * address the API without carrying a validator.
 */
export const routePaths = {
  'config.get': ['GET', '/config.json'],
  'session.callback': ['POST', '/callback'],
  'session.logout': ['POST', '/logout'],
  'user.reload_guilds': ['POST', '/user/guilds/reload'],
  'user.permission_level': ['GET', '/user/permissionlevel'],
  'guild.get': ['GET', '/api/:guild_id/guild'],
  'guild.channels': ['GET', '/api/:guild_id/channels'],
  'guild.roles': ['GET', '/api/:guild_id/roles'],
  'guild.emojis': ['GET', '/api/:guild_id/emojis'],
  'guild.premium': ['GET', '/api/:guild_id/premium'],
  'guild.search_members': ['GET', '/api/:guild_id/members/search'],
  'settings.get': ['GET', '/api/:guild_id/settings'],
  'settings.save': ['POST', '/api/:guild_id/settings'],
  'panels.list': ['GET', '/api/:guild_id/panels'],
  'panels.create': ['POST', '/api/:guild_id/panels'],
  'panels.update': ['PATCH', '/api/:guild_id/panels/:panel_id'],
  'panels.resend': ['POST', '/api/:guild_id/panels/:panel_id'],
  'panels.remove': ['DELETE', '/api/:guild_id/panels/:panel_id'],
  'multi_panels.list': ['GET', '/api/:guild_id/multipanels'],
  'multi_panels.create': ['POST', '/api/:guild_id/multipanels'],
  'multi_panels.update': ['PATCH', '/api/:guild_id/multipanels/:multi_panel_id'],
  'multi_panels.resend': ['POST', '/api/:guild_id/multipanels/:multi_panel_id'],
  'multi_panels.remove': ['DELETE', '/api/:guild_id/multipanels/:multi_panel_id'],
  'forms.list': ['GET', '/api/:guild_id/forms'],
  'forms.create': ['POST', '/api/:guild_id/forms'],
  'forms.rename': ['PATCH', '/api/:guild_id/forms/:form_id'],
  'forms.remove': ['DELETE', '/api/:guild_id/forms/:form_id'],
  'forms.save_inputs': ['PATCH', '/api/:guild_id/forms/:form_id/inputs'],
  'teams.list': ['GET', '/api/:guild_id/team'],
  'tickets.list': ['GET', '/api/:guild_id/tickets'],
  'tickets.get': ['GET', '/api/:guild_id/tickets/:ticket_id'],
  'tickets.reply': ['POST', '/api/:guild_id/tickets/:ticket_id'],
  'tickets.close': ['DELETE', '/api/:guild_id/tickets/:ticket_id'],
  'transcripts.list': ['POST', '/api/:guild_id/transcripts'],
  'transcripts.render': ['GET', '/api/:guild_id/transcripts/:ticket_id/render'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]>;

export type RouteName = keyof typeof routePaths;
