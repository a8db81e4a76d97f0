import type { ImportReport } from '@tickets/contract/transfer/transfer';
import { archiveOf, importArchive } from '@tickets/testkit/archives/archives';
import { Forgery } from '@tickets/testkit/archives/forge';
import { callAs } from '@tickets/testkit/data/access';
import { randomId } from '@tickets/testkit/data/factories';
import { addServer } from '@tickets/testkit/worlds/filled-server';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { setupMost } from './setup/most.ts';

let w: TicketWorld;
let guild_id: string;
let owner: UserCall;
/** Of a server where nothing is set up. */
let empty: Buffer;

beforeAll(async () => {
  w = await startTicketWorld();
  const source = await addServer(w);
  empty = await archiveOf(w.ctx, source.guild_id, 'setup');
});
afterAll(() => w[Symbol.asyncDispose]());

async function nextServer(): Promise<void> {
  ({ guild_id } = await addServer(w));
  owner = await callAs({ ctx: w.ctx, guild_id }, w.owner.id);
}

async function archiveWith(parts: Record<string, object[]>): Promise<Buffer> {
  const archive = await Forgery.of(empty);
  for (const [table, rows] of Object.entries(parts)) archive.rows(`setup/${table}.jsonl`, () => rows);
  return archive.zip();
}

const strangers = (count: number) =>
  Array.from({ length: count }, randomId).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));

describe('people whom an archive names', () => {
  test('are asked of Discord together, once, however many teams, ranks and lists name them', async () => {
    await nextServer();
    const unknown = strangers(300);
    const inside = w.sim.world.addUser({ username: 'ines' });
    w.sim.world.addMember({ guild_id, user_id: inside.id });
    const people = [...unknown, inside.id].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
    const bytes = await archiveWith({
      support_teams: people.map((_, index) => ({ team_id: index + 1, name: `team ${index + 1}` })),
      support_team_users: people.map((user_id, index) => ({ team_id: index + 1, user_id })),
      permissions: people.map((user_id) => ({ user_id, admin: true, support: false })),
      blacklisted_users: unknown.map((user_id) => ({ user_id })),
    });
    const asked = w.sim.faults.record();
    const { state, report } = await importArchive(owner, guild_id, bytes, { preview: true });
    expect(state).toBe('checked');
    const { entities } = report as unknown as ImportReport; // as checkUpload() wrote it
    const countOf = (entity: string) => entities.find(({ entity_type }) => entity_type === entity);
    expect(countOf('support_team_users')).toMatchObject({ create: 1, skip: 300 });
    expect(countOf('user_permissions')).toMatchObject({ create: 1, skip: 300 });
    expect(countOf('blacklisted_users')).toMatchObject({ create: 300 });
    expect(asked.length).toBeLessThan(5);
    const again = w.sim.faults.record();
    expect(await importArchive(owner, guild_id, bytes)).toMatchObject({ state: 'done', problem: null });
    await importArchive(owner, guild_id, bytes, { preview: true });
    expect(again).toEqual([]);
  }, 60_000);
});

describe('things of which an archive has more than any server', () => {
  test('are brought up to the most of their kind; of the others one line says so', async () => {
    await nextServer();
    const { blacklisted_users: most, support_teams } = setupMost;
    const bytesOf = (more: number) =>
      archiveWith({
        support_teams: Array.from({ length: support_teams + more }, (_, index) => ({
          team_id: index + 1,
          name: `team ${index + 1}`,
        })),
        support_team_users: Array.from({ length: more }, (_, index) => ({
          team_id: support_teams + index + 1,
          user_id: w.member.id,
        })),
        blacklisted_users: strangers(most + more).map((user_id) => ({ user_id })),
      });
    const reportOf = async (more: number) => {
      const row = await importArchive(owner, guild_id, await bytesOf(more), { preview: true });
      const { entities, items } = row.report as unknown as ImportReport; // as checkUpload() wrote it
      return {
        counts: entities.map(({ entity_type, create, skip }) => [entity_type, create, skip]),
        skipped: items.filter(({ outcome }) => outcome === 'skip').map(({ name, reason }) => [name, reason]),
      };
    };
    expect(await reportOf(0)).toEqual({
      counts: expect.arrayContaining([
        ['support_teams', support_teams, 0],
        ['blacklisted_users', most, 0],
      ]),
      skipped: [],
    });
    expect(await reportOf(2)).toEqual({
      counts: expect.arrayContaining([
        ['support_teams', support_teams, 2],
        ['blacklisted_users', most, 2],
      ]),
      skipped: [
        ['2 more staff teams', 'an archive brings at most 500 of them'],
        ['2 more people on the blacklist', 'an archive brings at most 10,000 of them'],
      ],
    });
  }, 120_000);
});
