import { createDb, createPool, poolFigures } from '@tickets/core/platform/db/db';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { ComponentType } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDispatcher } from './dispatch.ts';
import type { ComponentHandler } from './handlers.ts';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

/** A press that asks the database for a row that others hold. */
const waits: ComponentHandler = {
  kind: 'component',
  name: 'test.wait',
  action: 'everyone',
  answers: 'privately',
  run: {
    where: 'guild',
    async execute({ call, server: { guild_id }, answer }) {
      await call.db
        .selectFrom('guilds')
        .where('guild_id', '=', guild_id)
        .select('guild_id')
        .forNoKeyUpdate()
        .execute();
      await answer.send({ content: 'done' });
    },
  },
};

test('presses that wait for the database, of one person or in one server, leave most connections to others', async () => {
  await w.bot.stop();
  // As many connections as a process has.
  const db = createDb(createPool(w.database_url, { max: 20 }));
  const dispatch = createDispatcher({ ...w.ctx, db }, [waits]);
  w.sim.world.listenAs({ userId: w.bot_id, applicationId: w.bot_id }, ({ t, d }) => {
    if (t === 'INTERACTION_CREATE') void dispatch(d as Parameters<typeof dispatch>[0]); // as Discord documents it
  });
  const button = { type: ComponentType.Button, style: 1, label: 'Go', custom_id: 'v1:test.wait' };
  const message = w.sim.world.addMessage({
    channel_id: w.lobby.id,
    author_id: w.bot_id,
    application_id: w.bot_id,
    content: 'Press',
    components: [{ type: ComponentType.ActionRow, components: [button] }] as never, // as Discord stores them
  });
  const press = (person: typeof w.member, times: number) =>
    Array.from({ length: times }, () => person.click(message, 'Go'));

  const busy = await w.ctx.db.startTransaction().execute();
  await busy.selectFrom('guilds').where('guild_id', '=', w.guild_id).select('guild_id').forUpdate().execute();
  const pressed = press(w.member, 12);
  try {
    await expect.poll(() => poolFigures(db)).toMatchObject({ in_use: 4, waiting: 0 });
    await Promise.all(pressed);
    expect(poolFigures(db)).toMatchObject({ in_use: 4, waiting: 0 });
    pressed.push(...press(w.other, 12), ...press(w.owner, 12));
    await Promise.all(pressed);
    await expect.poll(() => poolFigures(db)).toMatchObject({ in_use: 6, waiting: 0 });
  } finally {
    await busy.rollback().execute();
  }
  for (const one of pressed) expect(await saidIn(await one)).toContain('done');
  await db.destroy();
});
