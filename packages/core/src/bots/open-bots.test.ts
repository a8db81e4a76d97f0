import { buildGuild, randomId } from '@tickets/testkit/data/factories';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSealer } from '../platform/crypto/seal.ts';
import { withCaller } from '../platform/db/patience.ts';
import { openBots, tokenContext } from './open-bots.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"(the token of a bot that a user made cannot be unsealed)/);

let on: TestContext;
let guild_id: string;
beforeEach(async () => {
  on = await createTestContext();
  ({ guild_id } = await buildGuild(on.ctx));
});
afterEach(() => on.close());

/** A user's bot that is in the server, and connected. */
async function addBot({ sealer = on.ctx.sealer } = {}): Promise<string> {
  const bot_id = randomId();
  await on.ctx.db
    .insertInto('whitelabel_bots')
    .values({
      bot_id,
      application_id: randomId(),
      user_id: randomId(),
      name: 'Crumbs',
      username: 'Crumbs',
      state: 'ready',
      token: sealer.seal('a.b.c', tokenContext(bot_id)),
    })
    .execute();
  await on.ctx.db.insertInto('bot_guilds').values({ guild_id, bot_id, is_trusted: true }).execute();
  return bot_id;
}
const serving = async () => {
  await on.ctx.bots.refresh();
  return on.ctx.bots.of(guild_id).user_id;
};

test("a server is served by the user's own bot that came first, and by the program's where there is none", async () => {
  const { main } = on.ctx.bots;
  expect(await serving()).toBe(main.user_id);
  const first = await addBot();
  const second = await addBot();
  expect(await serving()).toBe(first);
  await on.ctx.db.deleteFrom('whitelabel_bots').where('bot_id', '=', first).execute();
  expect(await serving()).toBe(second);
  await on.ctx.db.deleteFrom('whitelabel_bots').where('bot_id', '=', second).execute();
  expect(await serving()).toBe(main.user_id);
});

test('another token makes another way to Discord, and an unchanged one none', async () => {
  const bot_id = await addBot();
  await on.ctx.bots.refresh();
  const before = on.ctx.bots.byId(bot_id);
  await on.ctx.bots.refresh();
  expect(on.ctx.bots.byId(bot_id)).toBe(before);
  await on.ctx.db
    .updateTable('whitelabel_bots')
    .set({ token: on.ctx.sealer.seal('d.e.f', tokenContext(bot_id)), token_version: 2 })
    .execute();
  await on.ctx.bots.refresh();
  expect(on.ctx.bots.byId(bot_id)?.token).toBe('d.e.f');
});

test("a token that was sealed with a key that is gone leaves its servers to the program's bot", async () => {
  await addBot({ sealer: createSealer(['a key that nobody has configured any more']) });
  expect(await serving()).toBe(on.ctx.bots.main.user_id);
});

test('a token that was sealed anew before anyone opened it is opened with the new key', async () => {
  let keys = ['the key of before, which is forgotten later on'];
  const sealer = createSealer(() => keys);
  const bot_id = await addBot({ sealer });
  const { db, events, log, bots } = on.ctx;
  const discord = { url: 'http://127.0.0.1:1' };
  const open = await openBots({ db, events, log, sealer, discord }, bots.main);
  onTestFinished(() => open.close());
  keys = ['another key, with which everything was sealed anew'];
  const token = sealer.seal('a.b.c', tokenContext(bot_id));
  await db.updateTable('whitelabel_bots').set({ token }).execute();
  await open.refresh();
  expect(open.byId(bot_id)?.token).toBe('a.b.c');
});

test('a change that comes while another one is read is read too', async () => {
  const [one, two] = [on.ctx.bots.refresh(), addBot().then(() => on.ctx.bots.refresh())];
  await Promise.all([one, two]);
  expect(on.ctx.bots.of(guild_id).user_id).not.toBe(on.ctx.bots.main.user_id);
});

test('what all wait for is read on when the one who asked first has gone', async () => {
  const bot_id = await addBot();
  const gone = new AbortController();
  const first = withCaller({ ms: 4_000, gone: gone.signal }, () => on.ctx.bots.refresh());
  const other = on.ctx.bots.refresh();
  gone.abort();
  await Promise.all([first, other]);
  expect(on.ctx.bots.of(guild_id).user_id).toBe(bot_id);
});

test('a change that could not be read is read as soon as the database allows it, though nothing else changes', async () => {
  allowWarning(/which bot serves a server could not be read/);
  allowDatabaseError(/relation "bot_guilds" does not exist/);
  const bot_id = await addBot();
  const { db, events, bots } = on.ctx;
  await sql`alter table bot_guilds rename to away`.execute(db);
  events.publish({ type: 'bots.changed' });
  await expect(bots.refresh()).rejects.toThrow('bot_guilds');
  expect(bots.of(guild_id)).toBe(bots.main);
  await sql`alter table away rename to bot_guilds`.execute(db);
  await vi.waitFor(() => expect(bots.of(guild_id).user_id).toBe(bot_id));
});
