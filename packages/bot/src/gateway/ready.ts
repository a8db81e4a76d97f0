import { type Client, GatewayDispatchEvents as E } from '@discordjs/core';
import type { Context } from '@tickets/core/platform/context';
import { isServing } from '@tickets/core/platform/discord/bots';
import { forgetGuildsExcept } from '@tickets/core/servers/guilds';
import { eventsMissed } from '@tickets/core/servers/members';
import type { KeyedQueue } from './keyed-queue.ts';

/** Servers that Discord has trouble with are not waited for. */
const guildsWithinMs = 15_000;

/**
 * A new session (READY, not RESUMED) means that changes may have been missed: who the members are is asked again, and
 * servers that are not named any more were left. `onApplication` follows for what belongs to the application and to no shard,
 * `onSynced` when the servers that READY named are written down.
 */
export function takePlaces(
  ctx: Context,
  client: Client,
  queue: KeyedQueue,
  { onApplication, onSynced }: { onApplication: () => void; onSynced: (shard_id: number) => Promise<void> },
): void {
  const awaited = new Map<number, Awaited>();

  client.on(E.Ready, ({ data, shardId }) => {
    const guild_ids = data.guilds.map(({ id }) => id);
    const [shard_id, shard_count] = data.shard ?? [0, 1];
    awaited.get(shardId)?.stop();
    const wait = new Awaited(guild_ids, () => {
      awaited.delete(shardId);
      void queue.add('ready', 'ready', () => onSynced(shardId));
    });
    awaited.set(shardId, wait);
    if (shard_id === 0) onApplication();
    void queue.add('ready', 'new session', async () => {
      await forgetGuildsExcept(ctx, guild_ids, { shard_id, shard_count });
      const served = guild_ids.filter((id) => isServing(ctx, id));
      await eventsMissed(ctx, served);
      wait.start();
    });
  });
  const arrived = (id: string, shardId: number) => {
    // Behind the write of the server itself, which has the same key.
    void queue.add(id, 'server arrived', async () => awaited.get(shardId)?.arrived(id));
  };
  client.on(E.GuildCreate, ({ data, shardId }) => arrived(data.id, shardId));
  client.on(E.GuildDelete, ({ data, shardId }) => arrived(data.id, shardId));
}

class Awaited {
  readonly #missing: Set<string>;
  readonly #done: () => void;
  #timer: NodeJS.Timeout | undefined;
  #started = false;

  constructor(guild_ids: readonly string[], done: () => void) {
    this.#missing = new Set(guild_ids);
    this.#done = done;
  }

  start(): void {
    this.#started = true;
    this.#timer = setTimeout(() => this.#finish(), guildsWithinMs).unref();
    this.#check();
  }

  arrived(guild_id: string): void {
    this.#missing.delete(guild_id);
    if (this.#started) this.#check();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#started = false;
  }

  #check(): void {
    if (!this.#missing.size) this.#finish();
  }

  #finish(): void {
    const started = this.#started;
    this.stop();
    if (started) this.#done();
  }
}
