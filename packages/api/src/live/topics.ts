import type { AppEvent, Events } from '@tickets/core/platform/events/events';

type Listener = (event: AppEvent) => void;

/** Hands each event only to those whom it concerns: with thousands of sockets most have nothing to do with most events. */
export class Topics {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly end: () => void;

  constructor(events: Events) {
    this.end = events.subscribe((event) => {
      for (const topic of topicsOf(event))
        for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener(event);
    });
  }

  /** Returns the function that ends it. */
  on(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (!listeners.size && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }
}

export const topics = {
  ticket: (guild_id: string, ticket_id: number) => `ticket ${guild_id}/${ticket_id}`,
  /** Changed tickets of a server. */
  tickets: (guild_id: string) => `tickets ${guild_id}`,
  list: (guild_id: string) => `list ${guild_id}`,
  names: (guild_id: string) => `names ${guild_id}`,
  /** What someone has seen of a server's tickets. */
  reads: (guild_id: string, user_id: string) => `reads ${guild_id}/${user_id}`,
  access: (guild_id: string) => `access ${guild_id}`,
  session: (session_id: string) => `session ${session_id}`,
};

function topicsOf(event: AppEvent): string[] {
  switch (event.type) {
    case 'ticket.message':
      return [topics.ticket(event.guild_id, event.ticket_id)];
    case 'ticket.changed':
      return [topics.ticket(event.guild_id, event.ticket_id), topics.tickets(event.guild_id)];
    case 'list.changed':
      return [topics.list(event.guild_id)];
    case 'names.learned':
      return [topics.names(event.guild_id)];
    case 'ticket.read':
      return [topics.reads(event.guild_id, event.user_id)];
    case 'session.revoked':
      return [topics.session(event.session_id)];
    case 'access.changed':
      return [topics.access(event.guild_id)];
    case 'bots.changed':
    case 'address.banned':
      return [];
  }
}
