import type { Bot } from '@tickets/bot/bot';
import { intentsRefusedText } from '@tickets/bot/gateway/connection';
import { tokenRefusedText } from '@tickets/core/platform/discord/bot-identity';
import type { Logger } from 'pino';

type State = ReturnType<Bot['state']>;

/** How it stands with Discord, in a sentence for anyone who started the program. */
export function connectionText(state: State): string {
  switch (state) {
    case 'ready':
      return 'Connected to Discord.';
    case 'connecting':
      return 'Discord has not answered yet. The program goes on trying, and says when it is connected.';
    case 'reconnecting':
      return 'The connection to Discord was lost. The program goes on trying, and says when it is back.';
    case 'disconnected':
      return 'There has been no connection to Discord for two minutes, so presses and commands stay unanswered. The program goes on trying, and says when it is back.';
    case 'incomplete':
      return 'Connected to Discord, with a part of the bot: no process runs the other shards.';
    case 'elsewhere':
      return 'Another process is connected to Discord.';
    case 'token_refused':
      return tokenRefusedText;
    case 'intents_refused':
      return intentsRefusedText;
    case 'stopped':
      return 'The connection to Discord is closed.';
  }
}

/** Says each change. Refusals are logged where they are found. */
export function logConnection(log: Logger, bot: Pick<Bot, 'onState'>): void {
  bot.onState((state) => {
    if (state === 'ready') log.info(connectionText(state));
    if (state === 'reconnecting' || state === 'disconnected') log.warn(connectionText(state));
  });
}
