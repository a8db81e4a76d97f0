import { mountCdn } from './cdn/plugin.ts';
import type { ClientOptions } from './client/page.ts';
import { mountClient } from './client/plugin.ts';
import { type Person, personOf } from './control.ts';
import { expireTokens } from './oauth/grants.ts';
import { mountOAuth } from './oauth/plugin.ts';
import { type DiscordSim, type DiscordSimOptions, type SimPlugin, startDiscordSim } from './server.ts';

/** What people touch: sign-in, pictures, and the page in which one can be anyone. */
const peopleSide =
  (options: ClientOptions): SimPlugin =>
  async (app, { world, gateway }) => {
    mountOAuth(app, world);
    mountCdn(app, world);
    mountClient(app, { world, gateway }, options);
  };

export interface Discord extends DiscordSim {
  /** A person with hands, for tests that read as a story. */
  as(userId: string): Person;
  /** Fault: lets OAuth tokens run out now. */
  expireTokens(filter?: Parameters<typeof expireTokens>[1]): number;
}

/** Starts the whole simulated Discord: for programs and for people. */
export async function startDiscord(options: DiscordSimOptions & ClientOptions = {}): Promise<Discord> {
  const sim = await startDiscordSim({
    ...options,
    plugins: [peopleSide(options), ...(options.plugins ?? [])],
  });
  return {
    ...sim,
    as: (userId) => personOf(sim.world, userId),
    expireTokens: (filter) => expireTokens(sim.world, filter),
  };
}
