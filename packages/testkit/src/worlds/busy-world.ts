import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskStorage } from '@tickets/core/platform/storage/storage';
import { type BusyPerson, buildBusyPerson, theirs } from '../data/busy-person.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { startTicketWorld, type TicketWorld } from './ticket-world.ts';

export interface BusyWorld extends TicketWorld {
  clock: TestClock;
  /** Where files lie. */
  folder: string;
  person: BusyPerson;
  /** What must not be found anywhere once the person is erased. */
  traces: string[];
}

/** A world in which somebody has done everything that leaves something behind. Its clock stands still. */
export async function startBusyWorld(): Promise<BusyWorld> {
  const clock = createTestClock();
  const world = await startTicketWorld({ clock });
  const folder = await mkdtemp(join(tmpdir(), 'tickets-own-data-'));
  Object.assign(world.ctx, { storage: diskStorage(folder) });
  const person = await buildBusyPerson(world.ctx);
  return {
    ...world,
    clock,
    folder,
    person,
    traces: [person.user_id, ...Object.values(theirs)],
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
