/** https://discord.com/developers/applications, with the page of one application. */
const portal = (application_id: string, page: string) =>
  `https://discord.com/developers/applications/${application_id}/${page}`;

/**
 * What is said of a bot that a user runs, in its error log: what happened, and what to do. Each fits into 255 characters,
 * also with the longest names that Discord allows.
 */
export const whitelabelErrors = {
  token_refused: (application_id: string) =>
    `Discord does not accept the token any more. Open ${portal(application_id, 'bot')}, press "Reset Token", and enter the new token here under "New Token".`,
  intents_refused: (application_id: string) =>
    `Discord refuses the intents. Open ${portal(application_id, 'bot')}, turn on "Server Members Intent" and "Message Content Intent" under "Privileged Gateway Intents", and save.`,
  token_lost:
    'The bot is offline, because the key that its token was sealed with is lost. Enter the token again under "New Token".',
  /** Discord ends the connection for a reason that only we can do something about. */
  shut_out: (code: number) =>
    `Discord closed the connection for good (code ${code}). It is tried again by itself, at most every five minutes. If this stays, tell those who run this service.`,
  kicked: (server: string) =>
    `The bot was removed from the server "${server}". To have it back there, press "Generate Invite Link" and add it again.`,
  /** Discord lets a bot begin a thousand sessions a day, and then none for hours. */
  too_many_identifies: (until: Date) =>
    `Discord limits how often a bot may connect in a day, and this one has used that up. It connects again at ${minute(until)} UTC. If the token is used elsewhere too, reset it in the developer portal and enter the new one here.`,
  address_for_interactions: (application_id: string) =>
    `The bot cannot be pressed or commanded: its application has an "Interactions Endpoint URL". Open ${portal(application_id, 'information')}, empty that field, and save.`,
  premium_ended: (bot: string) =>
    `${bot} was stopped because your whitelabel premium ended. Renew it, then enter the bot's token here again: its servers and panels are kept.`,
} as const;

const minute = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');
