import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import { rowsWith } from '@tickets/testkit/data/busy-person';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

/** A ticket whose greeting names a staff member by id and by name; they have written in it. */
async function ticketAbout(name: string) {
  const finn = w.addMember(name);
  await w.bot.settled();
  await w.ctx.db
    .insertInto('permissions')
    .values({ guild_id: w.guild_id, user_id: finn.id, support: true })
    .execute();
  await saidIn(await w.member.goes(w.lobby).slash('open', { subject: `About ${finn.id} (${name})` }));
  const { channel_id, welcome_message_id } = (await w.ticket(1)) ?? {};
  const channel = w.sim.world.channels.get(String(channel_id));
  const welcome = w.sim.world.messages.get(String(welcome_message_id));
  if (!channel || !welcome) throw new Error('the ticket has no greeting');
  await finn.write(channel, 'That was not me');
  await w.bot.settled();
  return { finn, welcome };
}

async function erase({ id }: { id: string }) {
  // Discord counts its ids by its own clock.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { request_id } = await askForErasure(w.ctx, id, { now: true });
  await workOnRequest(w.ctx, { request_id });
  expect((await findRequest(w.ctx, request_id))?.state).toBe('done');
}

/** Messages with these words, once everything that goes on has ended. */
async function keptOf(words: string[]) {
  await settleAll(w.ctx);
  await w.bot.settled();
  return (await rowsWith(w.ctx, words)).filter((row) => row.startsWith('public.ticket_messages'));
}

test('an erased person does not come back when the buttons of a greeting that names them change', async () => {
  const name = 'finn-the-fisher';
  const { finn, welcome } = await ticketAbout(name);
  expect(await keptOf([name])).not.toEqual([]);
  await erase(finn);
  expect(await keptOf([finn.id, name])).toEqual([]);
  await saidIn(await w.staff.click(welcome, 'Claim'));
  expect(await keptOf([finn.id, name])).toEqual([]);
  const { components } = await w.ctx.db
    .selectFrom('ticket_messages')
    .where('message_id', '=', welcome.id)
    .select('components')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(components)).toContain('Unclaim');
});
