import type { RESTPutAPIApplicationCommandsJSONBody } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Sealer } from './crypto/seal.ts';
import type { Db } from './db/db.ts';
import type { Bots } from './discord/bots.ts';
import type { Discord } from './discord/discord.ts';
import type { Events } from './events/events.ts';
import type { Facts } from './facts.ts';
import type { Storage } from './storage/storage.ts';

/** Something that is sold in Discord's store. */
export interface PremiumSku {
  sku_id: string;
  tier: 0 | 1;
  /** What people know it by. */
  label: string;
}

export interface CoreConfig {
  /** `everyone`: all servers have premium. `entitlements`: those that were granted it. */
  premium: 'everyone' | 'entitlements';
  /** What is sold in Discord, and what premium it gives. */
  premium_skus: readonly PremiumSku[];
  /** Users who administer the product: level 2 everywhere and the admin flag. */
  admins: ReadonlySet<string>;
  oauth: {
    /** Base of Discord's API, without a path. */
    url: string;
    /** Base of the pages of Discord to which browsers are sent, without a path. */
    web_url: string;
    client_id: string;
    client_secret: string;
    redirect_uri: string;
  };
  /** Signs session tokens and file links. At least 32 characters. */
  token_secret: string;
  /** Address of the dashboard, without a slash at the end. */
  dashboard_url: string;
  /** Address under which the API answers, without a slash at the end. */
  api_url: string;
  cdn_url: string;
  /** Where a person is sent: to add the bot to a server, to learn of premium, to the guide. */
  links: { invite: string; premium: string; docs: string };
  /**
   * Addresses, without a slash at the end, under which what people entered may be fetched although it is not public: for
   * an operator's own services.
   */
  trusted_bases: readonly string[];
  /** By whose key archives of another product have to be signed. Unset: their owner confirms them. */
  import_public_key?: string | undefined;
  /** Largest attachment that is copied, and the most that one server may keep, in bytes. */
  attachments: { file_bytes_max: number; guild_bytes_max: number };
}

/** Everything that a use-case needs from outside. Made once by the program, or by a test for itself. */
export interface Context {
  db: Db;
  /** The bot that acts: where a server is concerned, the one that serves it. */
  discord: Discord;
  bots: Bots;
  clock: Clock;
  events: Events;
  storage: Storage;
  sealer: Sealer;
  log: Logger;
  config: CoreConfig;
  /** The commands of a bot that a user runs, as Discord is told them. They are the bot's, of which core knows nothing. */
  ownBotCommands(): Promise<RESTPutAPIApplicationCommandsJSONBody>;
  /** What was read in this call. Outside of a call nothing is kept. */
  facts?: Facts;
}
