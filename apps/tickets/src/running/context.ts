import { ownBotCommands } from '@tickets/bot/features/commands';
import { type OpenBots, openBots } from '@tickets/core/bots/open-bots';
import { clockAhead } from '@tickets/core/platform/clock';
import type { Context } from '@tickets/core/platform/context';
import { createSealer } from '@tickets/core/platform/crypto/seal';
import type { Db } from '@tickets/core/platform/db/db';
import { createDiscord, type DiscordOptions } from '@tickets/core/platform/discord/discord';
import type { Events } from '@tickets/core/platform/events/events';
import type { Storage } from '@tickets/core/platform/storage/storage';
import { letIntoChannels } from '@tickets/core/whitelabel/let-in';
import type { Logger } from 'pino';
import type { Addresses } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { linksOf } from '../config/links.ts';
import { playerCardUrl } from '../demo/player-card.ts';
import { generatedSealingKeys, type Secrets } from '../files/secrets.ts';

const MIB = 1024 ** 2;
/** Discord's own limit for servers without boosts is 10 MiB; boosted ones allow 100. */
const ATTACHMENT_BYTES_MAX = 100 * MIB;
const GUILD_ATTACHMENT_BYTES_MAX = 2048 * MIB;

export interface DiscordAccess {
  url: string;
  web_url: string;
  cdn_url: string;
  token: string;
  client_id: string;
  client_secret: string;
}

/** Everything that the rules need from outside. */
export async function createContext(parts: {
  config: Config;
  addresses: Omit<Addresses, 'own'>;
  discord: DiscordAccess;
  secrets: Secrets;
  db: Db;
  events: Events;
  storage: Storage;
  log: Logger;
  admins: Iterable<string>;
}): Promise<Context & { bots: OpenBots }> {
  const { config, addresses, discord, secrets, db, events, log } = parts;
  const let_in: DiscordOptions['let_in'] = (bot, ...to) => letIntoChannels(ctx, bot, ...to);
  const client = createDiscord({
    url: discord.url,
    token: discord.token,
    application_id: discord.client_id,
    log,
    let_in,
  });
  const oauth = {
    url: discord.url,
    web_url: discord.web_url,
    /** Also the application's id, which Discord tells. */
    get client_id() {
      return client.application_id;
    },
    client_secret: discord.client_secret,
    redirect_uri: `${addresses.dashboard}/callback`,
  };
  const sealer = createSealer(config.sealingKeys ?? generatedSealingKeys(config.dataDir, secrets));
  const bots = await openBots({ db, events, sealer, log, discord: { url: discord.url, let_in } }, client);
  const ctx: Context & { bots: OpenBots } = {
    db,
    events,
    log,
    clock: clockAhead(config.clockAheadMs),
    discord: client,
    bots,
    storage: parts.storage,
    sealer,
    config: {
      premium: config.premium,
      premium_skus: config.premiumSkus,
      admins: new Set(parts.admins),
      oauth,
      token_secret: config.jwtSecret ?? secrets.jwt_secret,
      dashboard_url: addresses.dashboard,
      api_url: addresses.public,
      cdn_url: discord.cdn_url,
      trusted_bases: [...config.trustedUrls, ...(config.discord ? [] : [playerCardUrl(addresses.simulator)])],
      import_public_key: config.importPublicKey,
      links: linksOf(config, addresses, oauth),
      attachments: { file_bytes_max: ATTACHMENT_BYTES_MAX, guild_bytes_max: GUILD_ATTACHMENT_BYTES_MAX },
    },
    ownBotCommands: async () => ownBotCommands,
  };
  return ctx;
}
