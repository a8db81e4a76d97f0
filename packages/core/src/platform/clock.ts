/** Where the time comes from, so that a test can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Goes as fast as the system's clock and so much ahead of it. */
export function clockAhead(ms: number): Clock {
  return { now: () => new Date(Date.now() + ms) };
}
