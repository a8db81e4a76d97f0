import { differencesIn } from '@tickets/testkit/faults/fault-verdict';
import {
  type FaultWorld,
  type Room,
  startFaultWorld,
  type Told,
  ticketOf,
} from '@tickets/testkit/faults/fault-world';
import { describe, expect, test, vi } from 'vitest';

const drops: [name: string, drop: (w: FaultWorld) => void][] = [
  ['breaks, and goes on where it was', ({ sim }) => sim.gateway.drop({ resume: true })],
  ['breaks, and the session is lost', ({ sim }) => sim.gateway.drop({ resume: false })],
  ['says that the session is void', ({ sim }) => sim.gateway.invalidate({ resumable: false })],
];

const actions: ((w: FaultWorld, room: Room) => Promise<Told>)[] = [
  (w, room) =>
    w.fromDashboard('tickets.reply', {
      params: room,
      body: { message: { content: 'On it' }, idempotency_key: room.key },
    }),
  (w, { welcome }) => w.inDiscord(w.staff, () => w.staff.click(welcome, 'v1:ticket.claim')),
  (w, { channel }) => w.inDiscord(w.second, () => w.second.slash('rename', { name: 'urgent' }, channel)),
  (w, room) => w.fromDashboard('tickets.close', { params: room, body: { reason: 'Solved' } }),
  (w, { channel }) => w.inDiscord(w.owner, () => w.owner.slash('close', {}, channel)),
];
const pressed = 3;

/** What the member said in a ticket, as the program keeps it. */
async function kept({ ctx, member }: FaultWorld, { guild_id, ticket_id }: Room): Promise<string[]> {
  const rows = ctx.db.selectFrom('ticket_messages').where('guild_id', '=', guild_id).select('content');
  const said = rows.where('ticket_id', '=', ticket_id).where('author_id', '=', member.id);
  return (await said.orderBy('message_id').execute()).map(({ content }) => content);
}

describe('while people reply, claim, rename and close, the gateway', () => {
  test.each(drops)(
    '%s: all is done once, and nothing that was said meanwhile is missing',
    async (_, drop) => {
      await using w = await startFaultWorld();
      const rooms: Room[] = [];
      for (const _action of actions) rooms.push(await w.room());
      // Slow enough for the gateway to go in the middle of it.
      w.sim.faults.next({ route: /./, kind: 'delay', delayMs: 150, times: Number.POSITIVE_INFINITY });
      const telling = actions.map((act, index) => act(w, rooms[index] as Room)); // one for each action
      await vi.waitFor(() => {
        const answered = w.sim.faults.hits.filter(({ path }) => path.startsWith('/interactions/'));
        expect(answered.length).toBeGreaterThanOrEqual(pressed);
      }, 10_000);
      drop(w);
      const written = await Promise.allSettled(
        rooms.map(({ channel }) => w.member.write(channel, 'meanwhile')),
      );
      const told = await Promise.all(telling);
      w.sim.faults.clear();

      await vi.waitFor(() => expect(w.bot.state()).toBe('ready'), 15_000);
      await w.bot.settled();
      expect(await w.runJobs()).toEqual([]);
      expect(told).toMatchObject([
        { status: 200 },
        { text: expect.stringContaining('handled by') },
        { text: expect.stringContaining('is called') },
        { status: 200 },
        { by: 'discord' },
      ]);
      const statuses = await Promise.all(rooms.map(async (room) => (await ticketOf(w, room)).status));
      expect(statuses).toEqual(['open', 'open', 'open', 'closed', 'closed']);
      expect((await Promise.all(rooms.map((room) => differencesIn(w, room)))).flat()).toEqual([]);
      for (const [index, room] of rooms.entries()) {
        const expected = written[index]?.status === 'fulfilled' ? ['meanwhile'] : [];
        await vi.waitFor(async () => expect(await kept(w, room)).toEqual(expected), 10_000);
      }
    },
  );
});
