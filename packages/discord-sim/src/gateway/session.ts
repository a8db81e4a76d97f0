import { randomBytes } from 'node:crypto';
import type { APIMessage } from 'discord-api-types/v10';
import { GatewayDispatchEvents as Event, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { isForViewer, withoutContent } from '../rest/content-intent.ts';
import { reaches, type Viewer, type WorldEvent } from '../world/events.ts';
import type { World } from '../world/world.ts';
import { wants } from './intents.ts';

export interface Frame {
  op: number;
  d: unknown;
  s: number | null;
  t: string | null;
}

export type Shard = readonly [id: number, count: number];

/** How many frames a session keeps for a resume. */
const KEPT = 2_000;

/** All that is heard of a server in an outage. */
const COMES_OR_GOES: readonly string[] = [Event.GuildCreate, Event.GuildDelete];

export interface SessionOptions {
  viewer: Viewer;
  /** Absent for people's own clients, which hear everything. */
  intents?: number;
  shard: Shard;
}

/** What outlives a connection: the sequence, and the frames that a resume may ask for. */
export class Session {
  readonly id = randomBytes(16).toString('hex');
  readonly viewer: Viewer;
  readonly intents: number | undefined;
  readonly shard: Shard;
  #world: World;
  #sequence = 0;
  #kept: Frame[] = [];
  #send: ((frame: Frame) => void) | undefined;
  #stop: () => void;

  constructor(world: World, options: SessionOptions) {
    this.#world = world;
    this.viewer = options.viewer;
    this.intents = options.intents;
    this.shard = options.shard;
    this.#stop = world.listen((event) => this.#hear(event));
  }

  get sequence(): number {
    return this.#sequence;
  }

  get isAttached(): boolean {
    return this.#send !== undefined;
  }

  attach(send: (frame: Frame) => void): void {
    this.#send = send;
  }

  detach(): void {
    this.#send = undefined;
  }

  end(): void {
    this.#stop();
    this.#send = undefined;
  }

  dispatch(t: string, d: unknown): void {
    this.#sequence += 1;
    const frame: Frame = { op: GatewayOpcodes.Dispatch, s: this.#sequence, t, d };
    this.#kept.push(frame);
    if (this.#kept.length > KEPT) this.#kept.splice(0, this.#kept.length - KEPT);
    this.#send?.(frame);
  }

  /** Frames after a sequence number; nothing when too much was missed. */
  since(sequence: number): Frame[] | undefined {
    if (sequence > this.#sequence) return undefined;
    const oldest = this.#kept[0]?.s ?? this.#sequence + 1;
    if (sequence + 1 < oldest) return undefined;
    return this.#kept.filter((frame) => (frame.s ?? 0) > sequence);
  }

  owns(guildId: string): boolean {
    return ownsGuild(this.shard, guildId);
  }

  #hear(event: WorldEvent): void {
    if (event.guildId && !this.owns(event.guildId)) return;
    if (event.guildId && this.#world.unavailableGuilds.has(event.guildId) && !COMES_OR_GOES.includes(event.t))
      return;
    // What belongs to no server goes to the first shard; interactions go with their server.
    if (!event.guildId && event.t !== Event.InteractionCreate && this.shard[0] !== 0) return;
    if (this.intents !== undefined && !this.#wantsAsBot(event, this.intents)) return;
    if (!reaches(this.#world, event, this.viewer)) return;
    const data = event.data(this.viewer);
    if (event.t === Event.InteractionCreate && !this.#takesInteraction(data)) return;
    this.dispatch(event.t, this.#readable(event.t, data));
  }

  #wantsAsBot(event: WorldEvent, intents: number): boolean {
    if (wants(intents, event)) return true;
    const { audience } = event;
    // A bot hears of changes to itself without the members intent.
    if (event.t !== Event.GuildMemberUpdate || audience.to !== 'guild') return false;
    const data = event.data(this.viewer);
    return isMemberPayload(data) && data.user.id === this.viewer.userId;
  }

  #takesInteraction(data: unknown): boolean {
    const app = this.#world.applications.get(this.viewer.applicationId ?? '');
    // An application with an address of its own is called there, and hears nothing here.
    if (app?.interactions_endpoint_url) return false;
    const guildId =
      typeof data === 'object' && data !== null && 'guild_id' in data ? String(data.guild_id) : undefined;
    return guildId ? this.owns(guildId) : this.shard[0] === 0;
  }

  #readable(t: string, data: unknown): unknown {
    if (t !== Event.MessageCreate && t !== Event.MessageUpdate) return data;
    if (this.intents === undefined || this.intents & GatewayIntentBits.MessageContent) return data;
    const message = data as APIMessage; // the payload of these two events
    return isForViewer(this.#world, this.viewer, message) ? message : withoutContent(message);
  }
}

function isMemberPayload(data: unknown): data is { user: { id: string } } {
  return typeof data === 'object' && data !== null && 'user' in data;
}

/** Discord's sharding formula. */
export function ownsGuild([id, count]: Shard, guildId: string): boolean {
  return Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
}
