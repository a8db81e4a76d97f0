/** One reader of a ticket's live socket. */
export interface Reader {
  path: string;
  token: string;
  /** As a proxy names it: each reader sits at a machine of their own. */
  address: string;
}

/** What the benchmark asks of a process of readers. */
export type Order =
  | { kind: 'connect'; url: string; readers: Reader[] }
  /** How many are let in now. */
  | { kind: 'count' }
  /** What was measured since the last time. */
  | { kind: 'collect' }
  /** So many of the readers of a path stop reading. */
  | { kind: 'stall'; path: string; count: number }
  /** They read again. */
  | { kind: 'resume' };

export interface Collected {
  /** Milliseconds from the writing of a message until a reader had it. */
  delays: number[];
  /** Readers that were told to go away, by what they were told. */
  refusals: string[];
  /** Messages that came out of their order, twice or not at all. */
  gaps: number;
  closed: number;
}

export type Report = { kind: 'counted'; live: number } | ({ kind: 'collected' } & Collected);

/** When a message was written stands in it. Processes of one machine share this clock. */
export const now = () => performance.timeOrigin + performance.now();
