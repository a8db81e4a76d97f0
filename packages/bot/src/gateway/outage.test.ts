import { gateTo } from '@tickets/testkit/database/database-gate';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { expect, test, vi } from 'vitest';
import { startBot } from '../bot.ts';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord does not follow everything yet|Discord does not follow yet|more happened in Discord than could be kept; servers and messages are fetched anew, but wh|the database does not answer; what happens in Discord is kept until it does)/,
);

/** A bot that reaches its database through a gate, and an open ticket. */
async function start(options: { keptEvents?: number } = {}) {
  const w = await startBotWorld();
  const { channel } = await w.openTicket();
  await w.bot.stop();
  const gate = await gateTo(w.database_url);
  const bot = await startBot({ ...w.ctx, db: gate.db }, options);
  await bot.settled();
  return {
    w,
    channel,
    gate,
    bot,
    async [Symbol.asyncDispose]() {
      await bot.stop();
      await gate[Symbol.asyncDispose]();
      await w[Symbol.asyncDispose]();
    },
  };
}

const stored = async ({ ctx }: BotWorld) => {
  const rows = await ctx.db
    .selectFrom('ticket_messages')
    .where('ticket_id', '=', 1)
    .select(['content', 'deleted_at', 'edited_at'])
    .orderBy('message_id')
    .execute();
  return rows.filter(({ content }) => content);
};

test('what is written, edited and deleted while the database is away is written down when it is back', async () => {
  await using on = await start();
  const { w, channel, gate, bot } = on;
  await gate.shut();
  const gone = await w.member.write(channel, 'written and deleted');
  await w.member.delete(gone);
  const kept = await w.member.write(channel, 'written');
  await w.member.edit(kept, 'edited');
  await vi.waitFor(() => expect(bot.events().waiting).toBeGreaterThanOrEqual(4));
  await gate.open();
  await vi.waitFor(
    async () =>
      expect(await stored(w)).toMatchObject([
        { content: 'written and deleted', deleted_at: expect.any(Date) },
        { content: 'edited', deleted_at: null },
      ]),
    10_000,
  );
  await vi.waitFor(() => expect(bot.events()).toEqual({ waiting: 0, dropped: 0 }));
});

test('what was edited and deleted before a start is found when the database goes away in the middle of looking for it', async () => {
  await using w = await startBotWorld();
  const { channel } = await w.openTicket();
  const doomed = await w.member.write(channel, 'doomed');
  const edited = await w.member.write(channel, 'said');
  await w.bot.settled();
  await w.bot.stop();
  await w.member.delete(doomed);
  await w.member.edit(edited, 'corrected');
  await using gate = await gateTo(w.database_url);
  let isShut: Promise<void> | undefined;
  const isReading = new RegExp(`/channels/${channel.id}/messages`);
  w.sim.app.server.prependListener('request', ({ url = '' }: { url?: string }) => {
    if (isReading.test(url)) isShut ??= gate.shut();
  });
  const bot = await startBot({ ...w.ctx, db: gate.db });
  await vi.waitFor(() => expect(isShut).toBeDefined());
  await isShut;
  await gate.open();
  await vi.waitFor(
    async () =>
      expect(await stored(w)).toMatchObject([
        { content: 'doomed', deleted_at: expect.any(Date) },
        { content: 'corrected', deleted_at: null },
      ]),
    10_000,
  );
  await bot.stop();
});

test('a channel that is made and one that is deleted while the database is away are known when it is back', async () => {
  await using on = await start();
  const { w, channel, gate } = on;
  await gate.shut();
  const made = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'fresh' });
  await w.owner.deleteChannel(channel);
  await gate.open();
  await vi.waitFor(async () => {
    const known = await w.ctx.db.selectFrom('guild_channels').select('channel_id').execute();
    expect(known.map(({ channel_id }) => channel_id)).toContain(made.id);
    expect(await w.ticket(1)).toMatchObject({ close_source: 'channel_deleted' });
  }, 10_000);
});

test('more than can be kept is dropped and counted, and then what is still in Discord is fetched', async () => {
  await using on = await start({ keptEvents: 3 });
  const { w, channel, gate, bot } = on;
  await gate.shut();
  const said = ['one', 'two', 'three', 'four', 'five'];
  for (const text of said) await w.member.write(channel, text);
  await vi.waitFor(() => expect(bot.events().dropped).toBeGreaterThan(0));
  await gate.open();
  await vi.waitFor(async () => expect((await stored(w)).map(({ content }) => content)).toEqual(said), 15_000);
  await vi.waitFor(() => expect(bot.state()).toBe('ready'), 10_000);
});
