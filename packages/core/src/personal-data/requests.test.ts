import { readdir } from 'node:fs/promises';
import { deletedUser } from '@tickets/contract/platform/names';
import { type BusyPerson, rowsWith, theirs } from '@tickets/testkit/data/busy-person';
import { buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { isKept } from '@tickets/testkit/data/kept-file';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { type BusyWorld, startBusyWorld } from '@tickets/testkit/worlds/busy-world';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { effects } from '../composition/effects.ts';
import { tasks } from '../composition/tasks.ts';
import { settleDue } from '../platform/effects/following.ts';
import { hurry } from '../platform/effects/settle.ts';
import { erasureSteps } from './erasure/steps.ts';
import { askForErasure, askForExport, cancelErasure, findExport, stepsOf } from './requests.ts';
import { beginDueRequests, findRequest, workOnRequest, workOnStep } from './work.ts';

// What fails here on purpose is reported.
allowDatabaseError(/P0001: disk of/);
allowWarning(/"msg":"(Discord did not take back the keys of ended sessions)/);

let world: BusyWorld;
let person: BusyPerson;

beforeEach(async () => {
  world = await startBusyWorld();
  ({ person } = world);
});
afterEach(() => world[Symbol.asyncDispose]());

/** Everything in the database that says something, but times and numbers of changes. */
async function everything(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of [
    'tickets',
    'ticket_messages',
    'ticket_attachments',
    'ticket_answers',
    'users',
    'permissions',
  ])
    found[table] = (
      await sql`select to_jsonb(t) - 'erased_at' as row from ${sql.table(table)} t order by 1`.execute(
        world.ctx.db,
      )
    ).rows;
  return found;
}

describe('an erasure', () => {
  test.each(Array.from({ length: erasureSteps.length - 1 }, (_, steps) => steps))(
    'that a crash interrupts after step %i ends as one that was not, also when its last step is done twice',
    async (steps) => {
      const { ctx } = world;
      const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
      for (let done = 0; done < steps; done += 1) await workOnStep(ctx, request_id);
      // The step was done, and the process ended before it could say so.
      await sql`update data_requests set steps_done = greatest(0, steps_done - 1) where request_id = ${request_id}`.execute(
        ctx.db,
      );
      await beginDueRequests(ctx);
      await tasks['data_request.work'](ctx, { request_id });
      await hurry(ctx);
      await settleDue(ctx, effects);
      const left = await rowsWith(ctx, world.traces);
      expect(left.filter((row) => !/^public\.(blacklisted_users|ticket_removals):/.test(row))).toEqual([]);
      expect(await findRequest(ctx, request_id)).toMatchObject({
        state: 'done',
        user_id: deletedUser.id,
        steps_done: stepsOf('erasure'),
      });
    },
  );

  test('that an earlier version began, which did not note whom it erases, has that noted', async () => {
    const { ctx } = world;
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    for (let done = 0; done < 3; done += 1) await workOnStep(ctx, request_id);
    await ctx.db.deleteFrom('erased_people').execute();
    await workOnRequest(ctx, { request_id });
    const notes = await ctx.db.selectFrom('erased_people').selectAll().execute();
    expect(notes).toHaveLength(1);
  });

  test('that fails in the middle of a ticket changes nothing of that ticket, says so, and goes on later', async () => {
    const { ctx } = world;
    const before = await everything();
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'disk of ${sql.raw(person.user_id)}'; end $$`.execute(ctx.db);
    await sql`create trigger refused after delete on ticket_attachments execute function refuse()`.execute(
      ctx.db,
    );
    await expect(workOnRequest(ctx, { request_id })).rejects.toThrow('disk');
    const { problem, state } = (await findRequest(ctx, request_id)) ?? {};
    expect({ problem, state }).toEqual({ problem: 'disk of ', state: 'running' });
    expect((await everything()).ticket_attachments).toEqual(before.ticket_attachments);
    await sql`drop function refuse cascade`.execute(ctx.db);
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('done');
    expect(await isKept(ctx.storage, person.own_file)).toBe(false);
  });

  test('of many words in one ticket takes them some at a time, and what was quoted of them with the first', async () => {
    const { ctx } = world;
    const { guild_id, user_id } = person;
    const closed_at = new Date('2026-02-05T03:04:05.678Z');
    const { ticket_id } = await buildTicket(ctx, {
      guild_id,
      status: 'closed',
      has_transcript: true,
      closed_at,
    });
    const later = await buildTicket(ctx, { guild_id, status: 'closed', continues: ticket_id });
    const quote = { description: 'My bread is cold' };
    await buildMessage(ctx, {
      guild_id,
      ticket_id: later.ticket_id,
      author_bot: true,
      embeds: JSON.stringify([{ title: 'Reopened', timestamp: closed_at.toISOString() }, quote]),
    });
    for (let place = 0; place < 450; place += 1)
      await buildMessage(ctx, { guild_id, ticket_id, author_id: user_id, content: `Word ${place}.` });
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'disk of somebody'; end $$`.execute(ctx.db);
    await sql`create trigger refused before update on ticket_messages for each row when (old.content = 'Word 300.')
      execute function refuse()`.execute(ctx.db);
    const { request_id } = await askForErasure(ctx, user_id, { now: true });
    await expect(workOnRequest(ctx, { request_id })).rejects.toThrow('disk');
    expect(await rowsWith(ctx, ['Word 0.', 'My bread is cold'])).toEqual([]);
    expect(await rowsWith(ctx, ['Word 299.'])).not.toEqual([]);
    await sql`drop function refuse cascade`.execute(ctx.db);
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('done');
    expect((await rowsWith(ctx, ['Word '])).filter((row) => /ticket_messages/.test(row))).toEqual([]);
  });

  test('is not done before storage has removed the files', async () => {
    const { ctx } = world;
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    const { storage } = ctx;
    Object.assign(ctx, { storage: { ...storage, remove: () => Promise.reject(new Error('no answer')) } });
    await expect(workOnRequest(ctx, { request_id })).rejects.toThrow('no answer');
    expect((await findRequest(ctx, request_id))?.state).toBe('running');
    expect(await isKept(storage, person.own_file)).toBe(true);
    Object.assign(ctx, { storage });
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('done');
    expect(await isKept(storage, person.own_file)).toBe(false);
  });

  test('asked for twice at once is one, and waits an hour in which it can be taken back', async () => {
    const { ctx } = world;
    const [one, two] = await Promise.all([
      askForErasure(ctx, person.user_id),
      askForErasure(ctx, person.user_id),
    ]);
    expect(one.request_id).toBe(two.request_id);
    await workOnRequest(ctx, one);
    await beginDueRequests(ctx);
    expect((await findRequest(ctx, one.request_id))?.state).toBe('waiting');
    await cancelErasure(ctx, person.user_id);
    world.clock.advance(2 * 3_600_000);
    await beginDueRequests(ctx);
    await workOnRequest(ctx, one);
    expect((await findRequest(ctx, one.request_id))?.state).toBe('cancelled');
    await expect(cancelErasure(ctx, person.user_id)).rejects.toThrow('nothing to cancel');
    expect((await rowsWith(ctx, [theirs.secret])).length).toBeGreaterThan(5);
  });

  test('begins by itself when its hour is over', async () => {
    const { ctx } = world;
    const { request_id } = await askForErasure(ctx, person.user_id);
    await beginDueRequests(ctx);
    const jobs = async () =>
      (
        await sql`select 1 from graphile_worker.jobs where task_identifier = 'data_request.work'`.execute(
          ctx.db,
        )
      ).rows;
    expect(await jobs()).toEqual([]);
    world.clock.advance(3_600_001);
    await beginDueRequests(ctx);
    await beginDueRequests(ctx);
    expect(await jobs()).toHaveLength(1);
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('done');
  });

  test.each([
    ['opened', { status: 'open' }],
    ['opened and that is just closing', { status: 'closing' }],
    ['claimed', { status: 'open', claimed: true }],
  ] as const)(
    'is refused while a ticket is open that they %s, with its number',
    async (_, { status, ...how }) => {
      const { ctx } = world;
      const { guild_id, user_id } = person;
      const ticket = await buildTicket(ctx, {
        guild_id,
        status,
        ...('claimed' in how ? { claimed_by: user_id } : { opener_id: user_id }),
      });
      await expect(askForErasure(ctx, user_id)).rejects.toThrow(`#${ticket.ticket_id} in A server`);
    },
  );

  test('ends without a trace of having begun where a ticket was opened while it waited', async () => {
    const { ctx } = world;
    const { guild_id, user_id } = person;
    const { request_id } = await askForErasure(ctx, user_id);
    await buildTicket(ctx, { guild_id, opener_id: user_id });
    const before = await everything();
    world.clock.advance(3_600_001);
    await workOnRequest(ctx, { request_id });
    expect((await findRequest(ctx, request_id))?.state).toBe('refused');
    expect(await everything()).toEqual(before);
  });

  test('removes copies that were made before, and no copy is asked for while it runs', async () => {
    const { ctx } = world;
    const copy = await askForExport(ctx, person.user_id);
    await workOnRequest(ctx, copy);
    const { file_key } = await findExport(ctx, person.user_id);
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    await workOnStep(ctx, request_id);
    await expect(askForExport(ctx, person.user_id)).rejects.toThrow('is being erased');
    expect(await isKept(ctx.storage, file_key ?? '')).toBe(false);
  });

  test('is outlived by no copy that waits while it is interrupted, nor by one that was being made', async () => {
    const { ctx } = world;
    const copy = await askForExport(ctx, person.user_id);
    const { request_id } = await askForErasure(ctx, person.user_id, { now: true });
    await workOnStep(ctx, request_id);
    const before = await readdir(world.folder, { recursive: true });
    await workOnRequest(ctx, copy);
    expect((await findRequest(ctx, copy.request_id))?.state).toBe('cancelled');
    expect(await readdir(world.folder, { recursive: true })).toEqual(before);
    // As a process leaves it that is killed before the copy is done.
    const file_key = 'ab'.repeat(16);
    await ctx.storage.put(file_key, Buffer.from('all of it'));
    await ctx.db
      .updateTable('data_requests')
      .set({ file_key })
      .where('request_id', '=', copy.request_id)
      .execute();
    await workOnRequest(ctx, { request_id });
    expect(await isKept(ctx.storage, file_key)).toBe(false);
  });
});
