import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveServerFrame } from '@tickets/contract/tickets/live';
import { type BusyServers, setUpBusyServers } from '@tickets/testkit/data/busy-servers';
import { buildSession } from '@tickets/testkit/data/factories';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type ProgramProcess, startProgramProcess } from '@tickets/testkit/outside/program';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';

// What fails here on purpose is reported.
allowWarning(/./);

const token_secret = 'two processes share this, and nothing else does';

async function twoProcesses() {
  const database = await createTestDatabase();
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-two-'));
  const world = await setUpBusyServers({ database_url: database.url, servers: 1, members: 1 });
  const start = (roles: string) =>
    startProgramProcess({
      main: join(import.meta.dirname, '../main.ts'),
      args: ['--roles', roles],
      database_url: database.url,
      data_dir,
      sim: world.sim,
      application: world.application,
      env: { JWT_SECRET: token_secret },
    });
  const processes: ProgramProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(processes.map((process) => process.kill()));
    await world.close();
    await database[Symbol.asyncDispose]();
    await rm(data_dir, { recursive: true, force: true });
  });
  processes.push(start('bot,jobs'));
  await processes[0]?.ready;
  processes.push(start('api'));
  const address = await processes[1]?.ready;
  if (!address) throw new Error('the second process says no address');
  return { world, address };
}

/** A member's ticket, with its channel. */
async function openTicket(world: BusyServers) {
  const [server] = world.servers;
  const [member] = server?.members ?? [];
  if (!server || !member) throw new Error('there is one server with one member');
  const panel = await vi.waitUntil(() => world.panelOf(server), { timeout: 20_000 });
  await member.click(panel, 'Get help');
  const ticket = await vi.waitUntil(
    () => world.db.selectFrom('tickets').selectAll().where('status', '=', 'open').executeTakeFirst(),
    { timeout: 20_000 },
  );
  return { server, member, ticket, channel_id: String(ticket.channel_id) };
}

test('of what one process writes down another one tells its readers all, also after it heard nothing for ten seconds', {
  timeout: 120_000,
}, async () => {
  const { world, address } = await twoProcesses();
  const { server, member, ticket, channel_id } = await openTicket(world);
  const { ctx, close } = await createTestContext({ config: { token_secret } });
  onTestFinished(close);
  const token = await buildSession({ ...ctx, db: world.db }, server.owner.user.id);
  const socket = new WebSocket(
    `${address.replace('http', 'ws')}/api/${ticket.guild_id}/tickets/${ticket.ticket_id}/live-chat`,
    { origin: address },
  );
  const heard: string[] = [];
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as LiveServerFrame;
    if ('type' in frame && frame.type === 'message') heard.push(frame.data.content);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', data: { token } }));

  const written: string[] = [];
  const write = async (content: string) => {
    await member.write(channel_id, content);
    written.push(content);
  };
  await vi.waitFor(
    async () => {
      await write(`are you there ${written.length}`);
      await sleep(300);
      expect(heard.length).toBeGreaterThan(0);
    },
    { timeout: 20_000 },
  );
  const before = heard.length;
  const until = Date.now() + 10_000;
  for (let n = 1; Date.now() < until; n += 1) {
    // As soon as one is there again, it is broken off.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'tickets events' and datname = current_database()`.execute(world.db);
    if (n % 10 === 0) await write(`while nobody hears ${n}`);
    await sleep(50);
  }
  await write('and after it');
  expect(written.length).toBeGreaterThan(before + 5);
  await vi.waitFor(() => expect(heard.slice(-8)).toEqual(written.slice(-8)), { timeout: 30_000 });
  socket.terminate();
});
