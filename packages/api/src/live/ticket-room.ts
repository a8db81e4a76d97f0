import type { LiveServerFrame } from '@tickets/contract/tickets/live';
import type { TicketFacts } from '@tickets/core/access/ticket-access';
import { batched } from '@tickets/core/platform/async/batched';
import { oneAtATime } from '@tickets/core/platform/async/one-at-a-time';
import { Turns } from '@tickets/core/platform/async/turns';
import type { Context } from '@tickets/core/platform/context';
import { nextLimit } from '@tickets/core/platform/db/within-bytes';
import type { AppEvent } from '@tickets/core/platform/events/events';
import { mentionsOfEach } from '@tickets/core/tickets/conversation/mentions';
import type { Reader } from '@tickets/core/tickets/conversation/message-views';
import { messagesSince } from '@tickets/core/tickets/conversation/view';
import { type Frame, frameOf } from './frame.ts';
import type { LiveAsks } from './live-asks.ts';
import { type Topics, topics } from './topics.ts';

/** Someone who looks at a ticket. */
export interface Watcher extends Reader {
  /** The last change that was sent. */
  seq: number;
  /** Takes what is new now; else they are still being checked, or read on their own what they missed. */
  isFollowing: boolean;
  send(frame: Frame): void;
  onTicket(ticket: TicketFacts | undefined): void;
  onNames(frame: Frame): void;
  onFailure(error: unknown): void;
}

/** A change, written down for the wire. */
interface Change {
  seq: number;
  /** As it is told to someone who has heard of everything up to this seq. */
  frameAfter(seq: number): Frame;
}

/** As many changes as a first look asks for, and as any look does at most. */
const changesFirst = 10;
const changesMax = 100;

/** The first of what someone missed; they are shown the next of it when they have taken these. */
interface Changes {
  list: readonly Change[];
  /** Whether nothing came after these. */
  areAll: boolean;
}

/** What came after `seq`, for someone. */
type Missed = Pick<Watcher, 'seq' | 'is_staff'>;

/**
 * Who looks up what changed in a ticket: each look holds some messages in memory, and a look at long ones takes long. Servers
 * take turns, in each of them staff and members, and among these the tickets.
 */
const looksInTurn = () => new Turns(4, { of_class: 2 });

type TicketRef = { guild_id: string; ticket_id: number };

/**
 * Everybody who looks at one ticket. What changes is read and written down once for all of them, and in order: each
 * event makes the changes after the last one that was sent be read, so none is sent twice and none is missing.
 */
export class TicketRoom {
  /** The newest change that was heard of. */
  newest = 0;
  /**
   * The first of what someone missed, as they are shown it. Many who missed the same share one look. Undefined: nobody who
   * missed it is there any more.
   */
  readonly changesSince: (missed: Missed) => Promise<Changes | undefined>;
  readonly #watchers = new Set<Watcher>();
  /** How many changes the next look asks for: few at first, because those that are too long together are measured in vain. */
  #lookedFor = changesFirst;
  readonly #ctx: Context;
  readonly #ticket: TicketRef;
  readonly #end: () => void;

  constructor(options: {
    ctx: Context;
    asks: LiveAsks;
    topics: Topics;
    looks: Turns;
    ticket: TicketRef;
    onEmpty: () => void;
  }) {
    const { ctx, asks, looks, ticket, onEmpty } = options;
    this.#ctx = ctx;
    this.#ticket = ticket;
    const { guild_id, ticket_id } = ticket;
    const inTurn = (is_staff: boolean) =>
      looks.of(guild_id, is_staff ? 'staff' : 'members', String(ticket_id));
    this.changesSince = batched<Missed, Changes | undefined>(
      async (all) => all.map((missed) => inTurn(missed.is_staff)(() => this.#read(missed))),
      ({ seq, is_staff }) => `${seq}/${is_staff}`,
    );
    const tellTicket = oneAtATime(async () => {
      const facts = await asks.ticket(ticket);
      for (const watcher of this.#watchers) watcher.onTicket(facts);
    });
    const tellMessages = oneAtATime(() => this.#tellMessages());
    const namesLearned = frameOf<LiveServerFrame>({ type: 'names_learned' });
    const tellNames = () => {
      for (const watcher of this.#watchers) watcher.onNames(namesLearned);
    };
    const hear = (event: AppEvent) => {
      if (event.type === 'ticket.changed') tellTicket().catch(this.#fail);
      if (event.type !== 'ticket.message') return;
      this.newest = Math.max(this.newest, event.seq);
      tellMessages().catch(this.#fail);
    };
    const endings = [
      options.topics.on(topics.ticket(ticket.guild_id, ticket.ticket_id), hear),
      options.topics.on(topics.names(ticket.guild_id), tellNames),
    ];
    this.#end = () => {
      for (const ending of endings) ending();
      onEmpty();
    };
  }

  join(watcher: Watcher): void {
    this.#watchers.add(watcher);
  }

  leave(watcher: Watcher): void {
    watcher.isFollowing = false;
    if (this.#watchers.delete(watcher) && !this.#watchers.size) this.#end();
  }

  async #read({ seq, is_staff }: Missed): Promise<Changes | undefined> {
    const isWanted = [...this.#watchers].some((one) => one.seq === seq && one.is_staff === is_staff);
    if (!isWanted) return undefined;
    const limit = this.#lookedFor;
    const { messages, has_more } = await messagesSince(this.#ctx, { ...this.#ticket, seq, is_staff, limit });
    this.#lookedFor = Math.max(changesFirst, nextLimit(messages.length, changesMax));
    const names = await mentionsOfEach(this.#ctx, this.#ticket.guild_id, messages, { is_staff });
    const list = messages.map(({ first_seq, ...data }, index) => {
      const mentions = names[index] ?? { users: {}, roles: {}, channels: {} };
      const frames = new Map<MessageFrameType, Frame>();
      return {
        seq: data.seq,
        frameAfter(seq: number) {
          const type = frameType(data, first_seq > seq);
          const frame = frames.get(type) ?? frameOf<LiveServerFrame>({ type, data, mentions });
          frames.set(type, frame);
          return frame;
        },
      };
    });
    return { list, areAll: !has_more };
  }

  async #tellMessages(): Promise<void> {
    const { newest } = this;
    const behind = [...this.#watchers].filter((watcher) => watcher.isFollowing && watcher.seq < newest);
    if (!behind.length) return;
    for (const [is_staff, group] of Map.groupBy(behind, (watcher) => watcher.is_staff)) {
      const seq = Math.min(...group.map((watcher) => watcher.seq));
      const changes = await this.changesSince({ seq, is_staff });
      if (!changes) continue;
      for (const watcher of group)
        if (watcher.isFollowing && watcher.is_staff === is_staff) sendChanges(watcher, changes, newest);
    }
    await this.#tellMessages();
  }

  readonly #fail = (error: unknown) => {
    for (const watcher of [...this.#watchers]) watcher.onFailure(error);
  };
}

/**
 * `newest`: what was known to be there when the changes were read; some of it may not be for anyone's eyes. Returns how many bytes
 * were sent.
 */
export function sendChanges(watcher: Watcher, { list, areAll }: Changes, newest: number): number {
  const { seq } = watcher;
  watcher.seq = Math.max(seq, areAll ? newest : 0, list.at(-1)?.seq ?? 0);
  const frames = list.filter((change) => change.seq > seq).map((change) => change.frameAfter(seq));
  for (const frame of frames) watcher.send(frame);
  return frames.reduce((bytes, { length }) => bytes + length, 0);
}

type MessageFrameType = 'message' | 'message_update' | 'message_delete';

/** Discord adds previews of links without calling that an edit: what a reader has heard of is never told as new. */
function frameType(message: { deleted_timestamp: string | null }, isNew: boolean): MessageFrameType {
  if (message.deleted_timestamp) return 'message_delete';
  return isNew ? 'message' : 'message_update';
}

/** The rooms of the tickets that someone looks at. */
export class TicketRooms {
  readonly #rooms = new Map<string, TicketRoom>();
  readonly #parts: { ctx: Context; asks: LiveAsks; topics: Topics };
  readonly #looks = looksInTurn();

  constructor(parts: { ctx: Context; asks: LiveAsks; topics: Topics }) {
    this.#parts = parts;
  }

  join(ticket: TicketRef, watcher: Watcher): TicketRoom {
    const key = topics.ticket(ticket.guild_id, ticket.ticket_id);
    const room =
      this.#rooms.get(key) ??
      new TicketRoom({ ...this.#parts, looks: this.#looks, ticket, onEmpty: () => this.#rooms.delete(key) });
    this.#rooms.set(key, room);
    room.join(watcher);
    return room;
  }
}
