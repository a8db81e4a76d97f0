export const connection = {
  token_refused: {
    title: 'Discord does not accept the bot token',
    text: 'Until this is mended nobody can open a ticket, and nothing that is done here reaches Discord. Ask the person who runs this installation to press Reset Token in the developer portal of Discord (Bot), to put the new token into DISCORD_TOKEN, and to restart the program.',
  },
  intents_refused: {
    title: 'Discord does not let the bot connect',
    text: 'Until this is mended nobody can open a ticket. Ask the person who runs this installation to turn on Server Members Intent and Message Content Intent in the developer portal of Discord (Bot). The bot connects by itself within five minutes.',
  },
  banned: {
    title: 'Discord has shut this installation out for some time',
    text: 'Too many calls were refused, from this installation or others at the same address, so Cloudflare, which stands before Discord, lets none through{until}. Until then presses and commands stay unanswered, and nothing that is done here reaches Discord. It is made up for by itself afterwards; nothing is lost. A restart does not help.',
    until: ' until {until}',
  },
  disconnected: {
    title: 'The bot has no connection to Discord',
    text: 'It has tried for two minutes or longer. Until it is connected nobody can open a ticket, and presses and commands stay unanswered. It goes on trying, and makes up for what it missed. Discord says at discordstatus.com whether it has an outage; if it has none, ask the person who runs this installation to look at the network.',
  },
  incomplete: {
    title: 'Part of the bot is not running',
    text: 'In some servers, possibly this one, nobody can open a ticket, and presses and commands stay unanswered. Ask the person who runs this installation to look at its log: it names the shards of the bot that no process runs.',
  },
  gone: {
    title: 'Discord does not know everyone who should see your tickets',
    text: 'Tickets leave out {names}, because Discord says that there is no such role or member. Remove what is gone from your staff and teams.',
  },
  portal: 'Open the developer portal',
  let_in: {
    title: 'This server let the Tickets team in',
    reason:
      'Whatever would outlast your access is left to the administrators of the server: adding staff, setting up webhooks and integrations, deleting panels, sharing transcripts, downloading many of them in one file, exporting, importing, copying, and the settings that decide where tickets are reported and who sees them. You can change everything else.',
  },
};
