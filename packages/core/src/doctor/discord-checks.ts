import { isDiscordUrl } from '@tickets/contract/servers/discord-url';
import {
  type APIApplication,
  type APIGuild,
  type APIUser,
  ApplicationFlags,
  GuildMFALevel,
  type RESTAPIPartialCurrentUserGuild,
} from 'discord-api-types/v10';
import { describeMissing, inviteUrl } from '../platform/discord/bot-permissions.ts';
import { noLinksTo } from '../platform/discord/links.ts';
import {
  type AskDiscord,
  type Check,
  type DoctorInput,
  error,
  type Finding,
  ok,
  skipped,
  warning,
} from './check.ts';

const CLOCK_SKEW_SECONDS_MAX = 30;
const PORTAL = 'https://discord.com/developers/applications';
const noToken = skipped('There is no DISCORD_TOKEN; Discord is simulated.');

/** That it cannot be reached, or has shut the address out, is said here for all checks that ask it. */
export const reachable: Check = {
  id: 'discord.reachable',
  title: 'Discord',
  async run({ discord }, ask) {
    if (!discord) return noToken;
    await ask('/gateway');
    return ok('Answers');
  },
};

export const clock: Check = {
  id: 'clock.right',
  title: 'Clock',
  async run({ discord, now }, ask) {
    if (!discord) return noToken;
    const { headers } = await ask('/gateway');
    const theirs = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(theirs)) return skipped('Discord did not tell its time.');
    const seconds = Math.round(Math.abs(now().getTime() - theirs) / 1000);
    if (seconds <= CLOCK_SKEW_SECONDS_MAX) return ok(`Agrees with Discord's (${seconds} s apart)`);
    return error(
      `The clock of this machine is ${seconds} s away from Discord's: interactions and sessions would expire wrongly.`,
      'Turn on time synchronisation, for example: timedatectl set-ntp true',
    );
  },
};

export const tokenValid: Check = {
  id: 'discord.token',
  title: 'Bot token',
  run: (input, ask) =>
    withApplication(input, ask, async (application) => {
      if (application.id === input.discord?.application_id) return ok(`Belongs to "${application.name}"`);
      return error(
        `The token belongs to application ${application.id}, DISCORD_CLIENT_ID is ${input.discord?.application_id}.`,
        'Remove DISCORD_CLIENT_ID, or set it and the token from the same application.',
      );
    }),
};

export const intents: Check = {
  id: 'discord.intents',
  title: 'Privileged intents',
  run: (input, ask) =>
    withApplication(input, ask, async ({ id, flags = 0 }) => {
      const missing = [
        {
          name: 'Server Members Intent',
          bits: ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited,
        },
        {
          name: 'Message Content Intent',
          bits: ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited,
        },
      ].filter(({ bits }) => (flags & bits) === 0);
      if (!missing.length) return ok('Server Members and Message Content are on');
      const names = missing.map(({ name }) => name).join(' and ');
      return error(
        `${names} ${missing.length > 1 ? 'are' : 'is'} off, so Discord refuses the bot's connection.`,
        `Turn on ${names} at ${PORTAL}/${id}/bot, section Privileged Gateway Intents.`,
      );
    }),
};

export const redirect: Check = {
  id: 'discord.redirect',
  title: 'Sign-in address',
  run: (input, ask) =>
    withApplication(input, ask, async ({ id, redirect_uris }) => {
      if (redirect_uris?.includes(input.redirect_uri)) return ok(`${input.redirect_uri} is registered`);
      return error(
        `${input.redirect_uri} is not registered as a redirect, so nobody can sign in.`,
        `Add exactly ${input.redirect_uri} at ${PORTAL}/${id}/oauth2, section Redirects (or correct PUBLIC_URL).`,
      );
    }),
};

export const messageLinks: Check = {
  id: 'discord.links',
  title: 'Links in messages',
  async run({ dashboard_url }) {
    if (!dashboard_url) return noToken;
    if (isDiscordUrl(dashboard_url)) return ok(`Lead to ${dashboard_url}`);
    return warning(
      noLinksTo(dashboard_url),
      'Set PUBLIC_URL to an address that everyone can open, such as https://tickets.example.com.',
    );
  },
};

export const interactionsEndpoint: Check = {
  id: 'discord.interactions_endpoint',
  title: 'Interactions endpoint',
  run: (input, ask) =>
    withApplication(input, ask, async ({ id, interactions_endpoint_url: url }) => {
      if (!url) return ok('Unset, so interactions reach the bot');
      return error(
        `Discord sends all interactions to ${url}, so buttons and commands never reach the bot.`,
        `Empty the field Interactions Endpoint URL at ${PORTAL}/${id}/information and save.`,
      );
    }),
};

export const botPermissions: Check = {
  id: 'discord.permissions',
  title: 'Servers and permissions',
  run: (input, ask) =>
    withApplication(input, ask, async ({ id }, discord) => {
      const { status, body } = await ask('/users/@me/guilds?limit=200');
      if (status !== 200) return notAnswered(status);
      const guilds = body as RESTAPIPartialCurrentUserGuild[]; // The route's documented answer.
      const invite = inviteUrl({ web_url: discord.web_url, client_id: id });
      if (!guilds.length) return warning('The bot is in no server yet.', `Add it to one: ${invite}`);
      const lacking = guilds.flatMap(({ name, permissions }) => {
        const missing = describeMissing(BigInt(permissions));
        return missing.length ? [`${name}: ${missing.join(', ')}`] : [];
      });
      if (!lacking.length)
        return ok(`In ${guilds.length} ${guilds.length === 1 ? 'server' : 'servers'} with all it needs`);
      return warning(
        `The bot's role lacks permissions. ${lacking.join('; ')}`,
        `Give them to its role in the server's settings, or add the bot once more: ${invite}`,
      );
    }),
};

/** Of as many servers it is asked whether they want two-factor authentication: each costs a call. */
const ASKED_FOR_TWO_FACTOR = 20;

export const twoFactor: Check = {
  id: 'discord.two_factor',
  title: 'Two-factor authentication',
  run: (input, ask) =>
    withApplication(input, ask, async () => {
      const me = await ask('/users/@me');
      if (me.status !== 200) return notAnswered(me.status);
      // The route's documented answer. Of a bot it tells of its owner's account.
      if ((me.body as APIUser).mfa_enabled) return ok("The account of the bot's owner has it");
      const { status, body } = await ask('/users/@me/guilds?limit=200');
      if (status !== 200) return notAnswered(status);
      const guilds = (body as RESTAPIPartialCurrentUserGuild[]).slice(0, ASKED_FOR_TWO_FACTOR);
      const answers = await Promise.all(guilds.map(({ id }) => ask(`/guilds/${id}`)));
      const asking = answers.flatMap(({ status, body }) => {
        const guild = body as APIGuild;
        return status === 200 && guild.mfa_level === GuildMFALevel.Elevated ? [guild.name] : [];
      });
      const fix =
        "Turn it on for the Discord account that owns the bot's application (User Settings, My Account).";
      if (asking.length)
        return error(
          `${asking.join(', ')} asks it of moderators, and the account of the bot's owner does not have it: Discord refuses channels, roles and threads there.`,
          fix,
        );
      return ok(
        "No server that was looked at asks it of moderators; the account of the bot's owner does not have it",
      );
    }),
};

type Discord = NonNullable<DoctorInput['discord']>;

async function withApplication(
  { discord }: DoctorInput,
  ask: AskDiscord,
  look: (application: APIApplication, discord: Discord) => Promise<Finding>,
): Promise<Finding> {
  if (!discord) return noToken;
  const { status, body } = await ask('/applications/@me');
  if (status === 401) {
    return error(
      'Discord does not accept the token.',
      `Press Reset Token at ${PORTAL}/${discord.application_id}/bot and put the new one into DISCORD_TOKEN.`,
    );
  }
  if (status !== 200) return notAnswered(status);
  return look(body as APIApplication, discord); // The route's documented answer.
}

const notAnswered = (status: number) =>
  status === 429
    ? error(
        'Discord asks to wait (429), also after several tries.',
        'Run the doctor again in a few minutes. If that goes on, look at discord_rate_limited_total in /metrics.',
      )
    : error(
        `Discord answered ${status}.`,
        'Try again in a few minutes; https://discordstatus.com tells about outages.',
      );
