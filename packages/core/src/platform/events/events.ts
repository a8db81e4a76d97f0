import type { Db, Tx } from '../db/db.ts';

/** What happened. Readers ask the database for the rest. */
export type AppEvent =
  | {
      type: 'ticket.message';
      guild_id: string;
      ticket_id: number;
      message_id: string;
      seq: number;
      change: 'create' | 'update' | 'delete';
    }
  /** A ticket was opened, claimed, renamed, closed, or its summary changed. */
  | { type: 'ticket.changed'; guild_id: string; ticket_id: number }
  /** A panel changed, or a ticket went to another: who sees which tickets in a list, and under which title. */
  | { type: 'list.changed'; guild_id: string }
  /** Names that this server's screens lacked are known now. */
  | { type: 'names.learned'; guild_id: string }
  /** Someone has seen the messages of a ticket up to this one. */
  | { type: 'ticket.read'; guild_id: string; ticket_id: number; user_id: string; message_id: string }
  | { type: 'session.revoked'; session_id: string; user_id: string }
  /** Someone's level may have changed: roles, ownership, teams, overrides. */
  | { type: 'access.changed'; guild_id: string; user_id?: string }
  /** A user's own bot came, went, has another token or status, or serves other servers than before. */
  | { type: 'bots.changed' }
  /** Cloudflare shuts the address of a machine of ours out until then, or no longer. */
  | { type: 'address.banned'; host: string; until: number | null };

type Listener = (event: AppEvent) => void;

export interface Events {
  /** Writes events with a transaction; transact() tells them after it. */
  write(tx: Db | Tx, events: readonly AppEvent[]): Promise<void>;
  /** Tells the listeners of this process. */
  tell(event: AppEvent): void;
  /** For what no transaction of ours brought about: writes and tells. */
  publish(event: AppEvent): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void;
  /** For how long this process has not heard what others do, in milliseconds; 0 while it hears them. */
  cutOffMs(): number;
  close(): Promise<void>;
}

/** Events within one process. */
export function memoryEvents(): Events {
  const listeners = new Set<Listener>();
  const tell = (event: AppEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    tell,
    publish: tell,
    async write() {},
    cutOffMs: () => 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}

/** Says what a transaction brings about: told when it has ended. */
export type Emit = (event: AppEvent) => void;

/**
 * Runs a transaction. What it emits is written with it, so that it is as lasting as what it tells of, and is told when it
 * has ended.
 */
export async function transact<T>(
  { db, events }: { db: Db; events: Events },
  work: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T> {
  const emitted: AppEvent[] = [];
  const result = await db.transaction().execute(async (tx) => {
    const done = await work(tx, (event) => emitted.push(event));
    await events.write(tx, emitted);
    return done;
  });
  for (const event of emitted) events.tell(event);
  return result;
}
