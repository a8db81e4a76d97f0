import { type Client, GatewayDispatchEvents as E, type MappedEvents } from '@discordjs/core';
import type { Context } from '@tickets/core/platform/context';
import { isUnanswered } from '@tickets/core/platform/discord/ask';
import { isServing } from '@tickets/core/platform/discord/bots';
import { isSilence } from '@tickets/core/platform/discord/failures';
import { forServer } from '@tickets/core/platform/discord/served-server';
import { compareServers } from '@tickets/core/tickets/recovery/compare';
import { listenToChannels } from './channels.ts';
import { listenToEntitlements } from './entitlements.ts';
import { listenToGuilds } from './guilds.ts';
import type { KeyedQueue } from './keyed-queue.ts';
import type { Listen } from './listener.ts';
import { listenToMessages } from './messages.ts';

/** The server whose bot alone takes an event; undefined where each bot does, as where it comes to a server or leaves it. */
function servedWith(event: keyof MappedEvents, data: object): string | undefined {
  if (event === E.GuildUpdate && 'id' in data) return String(data.id);
  return 'guild_id' in data && typeof data.guild_id === 'string' ? data.guild_id : undefined;
}

/** What could not be worked on because Discord did not answer, or the server's calls rest, is found when it is compared. */
async function heard(ctx: Context, guild_id: string, work: () => Promise<void>): Promise<void> {
  try {
    await forServer(guild_id, work);
  } catch (error) {
    if (isSilent(error)) await compareServers(ctx, [guild_id]);
    throw error;
  }
}

const isSilent = (error: unknown) => isSilence(error) || isUnanswered(error);

/** Everything that the bot hears but interactions, which do not wait for each other. */
export function listenToGateway(ctx: Context, client: Client, queue: KeyedQueue): void {
  const listen: Listen = {
    ctx,
    on(event, key, work) {
      // The library types the props of all events as one union; the event's name says which it is.
      const listener = (props: { data: unknown }) => {
        const data = props.data as Parameters<typeof work>[0];
        const heard_at = ctx.clock.now();
        const guild_id = servedWith(event, props.data as object);
        const handle = async () => {
          // Where several of our bots are in a server, each hears everything.
          if (guild_id === undefined) await work(data, heard_at);
          else if (isServing(ctx, guild_id)) await heard(ctx, guild_id, () => work(data, heard_at));
        };
        void queue.add(key(data), event, handle, guild_id);
      };
      client.on(event, listener as never);
    },
  };
  listenToGuilds(listen);
  listenToChannels(listen);
  listenToMessages(listen);
  listenToEntitlements(listen);
}
