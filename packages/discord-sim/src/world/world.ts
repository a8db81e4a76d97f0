import { randomBytes } from 'node:crypto';
import type { BlobStore } from './blobs.ts';
import { folderBlobs, memoryBlobs } from './blobs.ts';
import {
  addApplication,
  addChannel,
  addEmoji,
  addGuild,
  addMember,
  addMessage,
  addRole,
  addUser,
} from './build.ts';
import { type Clock, systemClock } from './clock.ts';
import type { SimPresence } from './entities.ts';
import type { Viewer, WorldEvent } from './events.ts';
import { reaches } from './events.ts';
import { createInteraction, failAbandoned } from './interactions.ts';
import { type Journal, noJournal, openJournal, readJournal } from './journal.ts';
import { SessionStarts } from './session-starts.ts';
import { type IdGenerator, snowflakes } from './snowflake.ts';
import type { Change } from './table.ts';
import { createTables, type Tables } from './tables.ts';

export interface WorldOptions {
  clock?: Clock;
  ids?: IdGenerator;
  /** File that keeps every change, so that a killed process loses nothing; attachments lie beside it. */
  journalPath?: string;
  /** Told when the journal cannot be written, which does not keep the world from going on. */
  onJournalError?: (error: unknown) => void;
}

type Input<F extends (world: World, input: never) => unknown> = Parameters<F>[1];

/** One Discord: all of its state, the clock it lives by, and the news it sends. */
export class World {
  readonly clock: Clock;
  readonly newId: IdGenerator;
  readonly blobs: BlobStore;
  /** Where this Discord is reached; set when it starts listening. */
  baseUrl = 'http://discord.invalid';
  readonly presences = new Map<string, SimPresence>();
  /** Servers with which Discord has trouble: bots are told no more of them than that. */
  readonly unavailableGuilds = new Set<string>();
  /** Changes names of channels beyond the known rules, as Discord does with words that it does not like. */
  alterChannelName: (name: string) => string = (name) => name;
  /** Bot tokens that are not accepted for now, as after "Reset Token" in the developer portal. */
  readonly refusedTokens = new Set<string>();
  readonly sessionStarts: SessionStarts;

  readonly meta: Tables['meta'];
  readonly users: Tables['users'];
  readonly guilds: Tables['guilds'];
  readonly roles: Tables['roles'];
  readonly members: Tables['members'];
  readonly channels: Tables['channels'];
  readonly threadMembers: Tables['threadMembers'];
  readonly messages: Tables['messages'];
  readonly emojis: Tables['emojis'];
  readonly webhooks: Tables['webhooks'];
  readonly applications: Tables['applications'];
  readonly commands: Tables['commands'];
  readonly skus: Tables['skus'];
  readonly entitlements: Tables['entitlements'];
  readonly bans: Tables['bans'];
  readonly auditLog: Tables['auditLog'];
  readonly oauthGrants: Tables['oauthGrants'];
  readonly oauthCodes: Tables['oauthCodes'];
  readonly interactions: Tables['interactions'];

  #tables: Tables;
  #journal: Journal = noJournal;
  #depth = 0;
  #isTelling = false;
  #changes: Change[] = [];
  #events: WorldEvent[] = [];
  #listeners = new Set<(event: WorldEvent) => void>();

  constructor(options: WorldOptions = {}) {
    this.clock = options.clock ?? systemClock;
    this.sessionStarts = new SessionStarts(this.clock);
    this.newId = options.ids ?? snowflakes(this.clock);
    this.blobs = options.journalPath ? folderBlobs(`${options.journalPath}.files`) : memoryBlobs();
    this.#tables = createTables((change) => this.#changed(change));
    ({
      meta: this.meta,
      users: this.users,
      guilds: this.guilds,
      roles: this.roles,
      members: this.members,
      channels: this.channels,
      threadMembers: this.threadMembers,
      messages: this.messages,
      emojis: this.emojis,
      webhooks: this.webhooks,
      applications: this.applications,
      commands: this.commands,
      skus: this.skus,
      entitlements: this.entitlements,
      bans: this.bans,
      auditLog: this.auditLog,
      oauthGrants: this.oauthGrants,
      oauthCodes: this.oauthCodes,
      interactions: this.interactions,
    } = this.#tables);
    if (options.journalPath) this.#restore(options.journalPath, options.onJournalError);
    if (!this.meta.has('signing')) this.meta.put({ key: 'signing', value: randomBytes(32).toString('hex') });
  }

  readonly addUser = (input: Input<typeof addUser> = {}) => addUser(this, input);
  readonly addGuild = (input: Input<typeof addGuild> = {}) => addGuild(this, input);
  readonly addRole = (input: Input<typeof addRole>) => addRole(this, input);
  readonly addChannel = (input: Input<typeof addChannel>) => addChannel(this, input);
  readonly addMember = (input: Input<typeof addMember>) => addMember(this, input);
  readonly addMessage = (input: Input<typeof addMessage>) => addMessage(this, input);
  readonly addEmoji = (input: Input<typeof addEmoji>) => addEmoji(this, input);
  readonly addApplication = (input: Input<typeof addApplication> = {}) => addApplication(this, input);
  readonly createInteraction = (input: Input<typeof createInteraction>) => createInteraction(this, input);

  /** Key that signs the expiring links of attachments. */
  get signingKey(): string {
    return this.meta.get('signing')?.value ?? '';
  }

  /** Whether this world has anything in it, for a seed that must run once. */
  get isEmpty(): boolean {
    return this.users.size === 0;
  }

  /** Groups changes: they reach the journal in one write, and the news goes out after that. */
  transact<T>(work: () => T): T {
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#flush();
    }
  }

  emit(event: WorldEvent): void {
    if (this.#listeners.size === 0) return;
    this.#events.push(event);
    if (this.#depth === 0) this.#flush();
  }

  /** Hears everything that happens; returns how to stop listening. */
  listen(listener: (event: WorldEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hears what one person or bot would be told, as they would be told it. */
  listenAs(viewer: Viewer, listener: (event: { t: string; d: unknown }) => void): () => void {
    return this.listen((event) => {
      if (reaches(this, event, viewer)) listener({ t: event.t, d: event.data(viewer) });
    });
  }

  close(): void {
    this.#journal.close();
    this.#journal = noJournal;
  }

  #changed(change: Change): void {
    if (this.#journal === noJournal) return;
    if (this.#depth === 0) this.#journal.append([change]);
    else this.#changes.push(change);
  }

  #flush(): void {
    const changes = this.#changes;
    this.#changes = [];
    if (changes.length > 0) this.#journal.append(changes);
    // A listener that changes something adds to the end: everybody hears everything in the same order.
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let event = this.#events.shift(); event; event = this.#events.shift()) {
        for (const listener of this.#listeners) listener(event);
      }
    } finally {
      this.#isTelling = false;
    }
  }

  #restore(path: string, onError: WorldOptions['onJournalError']): void {
    const tables = this.#tables as unknown as Record<
      string,
      { put(row: unknown): void; delete(key: string): void }
    >; // replay is by table name
    for (const change of readJournal(path)) {
      const table = tables[change.table];
      if (!table) throw new Error(`${path}: unknown table ${change.table}`);
      if ('put' in change) table.put(change.put);
      else table.delete(change.delete);
    }
    failAbandoned(this);
    this.#journal = openJournal(path, this.#rows(), { onError });
  }

  *#rows(): Generator<Change> {
    for (const [table, rows] of Object.entries(this.#tables)) {
      for (const row of rows.all()) yield { table, put: row };
    }
  }
}
