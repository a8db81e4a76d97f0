import { API } from '@discordjs/core';
import { AppError } from '@tickets/contract/platform/errors';
import {
  type APIApplication,
  type APIUser,
  ApplicationFlags as F,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import { askDiscord } from '../platform/discord/ask.ts';
import { BotCalls } from '../platform/discord/bot-calls.ts';
import { isRefusal, isUnauthorized } from '../platform/discord/failures.ts';
import { createRest } from '../platform/discord/rest.ts';

/** Somebody waits for the answer, and the dashboard for no longer than 20 seconds. */
const ANSWER_MS = 8_000;

/** Who a token belongs to, as Discord tells. */
export interface TokenOwner {
  application: APIApplication;
  user: APIUser;
}

/** Discord's interface by a token that nobody may go on with when it is refused. */
function apiOf({ config, bots }: Pick<Context, 'config' | 'bots'>, token: string): API {
  let isRefused = false;
  const watch = {
    isRefused: () => isRefused,
    onUnauthorized: () => {
      isRefused = true;
    },
  };
  const { guard } = bots.main;
  const by = { token: watch, guard, calls: new BotCalls(guard) };
  return new API(createRest(config.oauth.url, { timeout: ANSWER_MS }, by).setToken(token));
}

/** What is wrong with a token, which is told at its field. Never with the token itself. */
export function refusedToken(
  code: 'whitelabel.token_invalid' | 'whitelabel.main_bot' | 'whitelabel.bot_taken',
): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { fields: [{ path: 'token', message }] });
}

/** Asks Discord whose a token is. One that it does not accept, or that is no bot's, is refused. */
export async function askWhose(ctx: Pick<Context, 'config' | 'bots'>, token: string): Promise<TokenOwner> {
  const api = apiOf(ctx, token);
  try {
    return await askDiscord(async () => {
      // One after the other, so that a wrong token costs one refusal: Discord bans addresses that get too many.
      const application = await api.applications.getCurrent();
      const user = (await api.rest.get(Routes.user())) as APIUser; // The route's documented response.
      if (!user.bot) throw refusedToken('whitelabel.token_invalid');
      return { application, user };
    });
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    // Without the cause, which names what was asked with the token.
    if (isUnauthorized(cause) || isRefusal(cause)) throw refusedToken('whitelabel.token_invalid');
    throw error;
  }
}

/** Discord lets a bot see members and words either by a verified application's flag or by the limited one. */
const intents = [
  [F.GatewayGuildMembers, F.GatewayGuildMembersLimited],
  [F.GatewayMessageContent, F.GatewayMessageContentLimited],
] as const;

/**
 * Makes an application one that a bot of ours can run as: with the intents switched on, and without an address that would
 * get its interactions in place of the gateway. Of the flags Discord lets these alone be changed
 * (https://docs.discord.com/developers/resources/application#edit-current-application). Where it refuses, nothing is
 * changed. Returns whether interactions still go elsewhere.
 */
export async function prepareApplication(
  ctx: Pick<Context, 'config' | 'bots' | 'log'>,
  token: string,
  application: APIApplication,
): Promise<{ answers_elsewhere: boolean }> {
  const wanted = intents.reduce(
    (all, [verified, limited]) => (all & verified ? all : all | limited),
    Number(application.flags ?? 0),
  );
  const address = application.interactions_endpoint_url;
  const changes = {
    ...(wanted !== Number(application.flags ?? 0) && { flags: wanted }),
    ...(address && { interactions_endpoint_url: null as never }), // null empties it, which the library's type does not say
  };
  if (!Object.keys(changes).length) return { answers_elsewhere: false };
  try {
    const changed = await askDiscord(() => apiOf(ctx, token).applications.editCurrent(changes));
    return { answers_elsewhere: Boolean(changed.interactions_endpoint_url) };
  } catch (err) {
    if (!isRefusal(err)) throw err;
    ctx.log.info(
      { err, application_id: application.id },
      'Discord refused to change the application of a bot',
    );
    return { answers_elsewhere: Boolean(address) };
  }
}

/** Tells Discord all commands of a bot, in the place of those that it has. */
export async function putCommands(
  ctx: Pick<Context, 'config' | 'bots'>,
  { token, application_id }: { token: string; application_id: string },
  commands: RESTPutAPIApplicationCommandsJSONBody,
): Promise<void> {
  const { applicationCommands } = apiOf(ctx, token);
  try {
    await askDiscord(() => applicationCommands.bulkOverwriteGlobalCommands(application_id, commands));
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    if (isUnauthorized(cause)) throw new AppError('whitelabel.token_refused');
    throw error;
  }
}
