import { chromium, type Page } from 'playwright-core';
import {
  type BusyServer,
  type BusyServers,
  setUpBusyServers,
} from '../../packages/testkit/src/data/busy-servers.ts';
import { buildWebWhenStale } from '../../scripts/build-web.ts';
import { chromiumFlags, ensureChromium } from '../../scripts/chromium.ts';
import { startBenchDatabase } from '../database.ts';
import { givePremium, signStaffIn } from './busy-tickets.ts';
import { startBusyProgram } from './program.ts';

export const slowdown = 4;

/** A server at work, and a member of staff with a slow browser. */
export interface Desk extends AsyncDisposable {
  database_url: string;
  world: BusyServers;
  server: BusyServer;
  address: string;
  token: string;
  /** A page of the dashboard; once it stands, the processor is slowed. */
  open(path: string): Promise<Page>;
  slowDown(page: Page): Promise<void>;
}

export async function startDesk(
  { members }: { members: number },
  prepare: (world: BusyServers) => Promise<unknown>,
): Promise<Desk> {
  buildWebWhenStale();
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await startBenchDatabase());
  const world = await setUpBusyServers({ database_url: database.url, servers: 1, members, staff: 2 });
  stack.defer(() => world.close());
  const [server] = world.servers;
  const [person] = server?.staff ?? [];
  if (!server || !person) throw new Error('the server has staff');
  await givePremium(world);
  await prepare(world);
  const [token = ''] = await signStaffIn(world, server);
  const program = startBusyProgram(database, world);
  stack.defer(() => program.kill());
  const address = await program.ready;
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  stack.defer(() => browser.close());
  const { id, username } = person.user;
  const kept = {
    token,
    user_data: JSON.stringify({ id, username, avatar: '', admin: false }),
    guilds: JSON.stringify([{ id: server.guild_id, name: server.name, icon: '', permission_level: 1 }]),
  };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  const rest = stack.move();
  return {
    database_url: database.url,
    world,
    server,
    address,
    token,
    async open(path) {
      const context = await browser.newContext({
        storageState: { cookies: [], origins: [{ origin: new URL(address).origin, localStorage }] },
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      await page.goto(new URL(path, address).href);
      return page;
    },
    async slowDown(page) {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}
