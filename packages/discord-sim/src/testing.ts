import { REST } from '@discordjs/rest';
import { type DiscordSim, type DiscordSimOptions, startDiscordSim } from './server.ts';
import type { SimApplication, SimChannel, SimGuild, SimUser } from './world/entities.ts';
import { installBot } from './world/guilds.ts';

export interface Stage extends AsyncDisposable {
  sim: DiscordSim;
  owner: SimUser;
  guild: SimGuild;
  channel: SimChannel;
  app: SimApplication;
  /** The real library, signed in as the bot. */
  rest: REST;
  /** A bare request, for what the library would hide. */
  fetch(
    method: string,
    path: string,
    init?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<{
    status: number;
    headers: Headers;
    // Answers of all shapes pass through here.
    body: Record<string, unknown>;
  }>;
}

/** A server with one channel, its owner and a bot with the given permissions (Administrator unless told). */
export async function stage(options: DiscordSimOptions & { permissions?: bigint } = {}): Promise<Stage> {
  const sim = await startDiscordSim(options);
  const { world } = sim;
  const owner = world.addUser({ username: 'owner' });
  const guild = world.addGuild({ owner_id: owner.id, name: 'Testing ground' });
  const channel = world.addChannel({ guild_id: guild.id, name: 'general' });
  const app = world.addApplication({ name: 'Helper', owner_id: owner.id });
  installBot(world, {
    guildId: guild.id,
    applicationId: app.id,
    permissions: options.permissions,
    invitedBy: owner.id,
  });
  const rest = new REST({ api: `${sim.url}/api`, version: '10', retries: 0 }).setToken(app.bot_token);
  return {
    sim,
    owner,
    guild,
    channel,
    app,
    rest,
    async fetch(method, path, { token = `Bot ${app.bot_token}`, body, headers = {} } = {}) {
      const response = await fetch(`${sim.url}/api/v10${path}`, {
        method,
        headers: {
          ...(token ? { authorization: token } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : JSON.parse(text),
      };
    },
    async [Symbol.asyncDispose]() {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
      await sim.close();
    },
  };
}
