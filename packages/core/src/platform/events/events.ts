import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What happened, told after commit. Readers ask the database for the rest. */
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
  | { type: 'access.changed'; guild_id: string; user_id?: string };

type Listener = (event: AppEvent) => void;

export interface Events {
  publish(event: AppEvent): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

/** Events within one process. */
export function memoryEvents(): Events {
  const listeners = new Set<Listener>();
  return {
    publish(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}

const channel = 'tickets_events';

/** Events between processes that share a database, by LISTEN/NOTIFY. Own events are told at once. */
export async function postgresEvents(
  url: string,
  pool: pg.Pool,
  onError: (error: unknown) => void,
): Promise<Events> {
  const local = memoryEvents();
  const self = randomUUID();
  let closed = false;
  let client: pg.Client | undefined;

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'tickets events' });
    let isLost = false;
    next.on('error', (error) => {
      if (isLost || closed) return;
      isLost = true;
      onError(error);
      void listenAgain();
    });
    next.on('notification', ({ payload }) => {
      const { from, event } = JSON.parse(payload ?? '{}') as { from: string; event: AppEvent };
      if (from !== self) local.publish(event);
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
  }
  async function listenAgain(): Promise<void> {
    for (let wait = 1000; ; wait = Math.min(wait * 2, 10_000)) {
      await sleep(wait, undefined, { ref: false });
      if (closed) return;
      try {
        return await listen();
      } catch (error) {
        onError(error);
      }
    }
  }
  await listen();

  return {
    publish(event) {
      local.publish(event);
      pool.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: self, event })]).catch(onError);
    },
    subscribe: local.subscribe,
    async close() {
      closed = true;
      await local.close();
      await client?.end();
    },
  };
}
