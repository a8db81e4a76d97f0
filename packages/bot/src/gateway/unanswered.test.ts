import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { addThreadMember } from '@tickets/discord-sim/world/threads';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { expect, test } from 'vitest';

allowWarning(/"msg":"(an event was not handled|Discord does not answer)/);

test('what an event tells while Discord does not answer is found when it answers again', async () => {
  await using w = await startBotWorld();
  await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
  const { channel } = await w.openTicket();
  const user_id = w.other.id;
  await w.ctx.db.insertInto('permissions').values({ guild_id: w.guild_id, user_id, support: true }).execute();
  await w.ctx.db.deleteFrom('guild_members').where('user_id', '=', user_id).execute();
  const noted = () =>
    w.ctx.db.selectFrom('thread_staff').where('user_id', '=', user_id).select('user_id').execute();
  w.sim.faults.next({ method: 'GET', route: '/guilds/:id/members/:id', kind: 503, times: 100 });
  addThreadMember(w.sim.world, channel, user_id);
  await w.bot.settled();
  expect(await noted()).toEqual([]);
  w.sim.faults.clear();
  await settleDue(w.ctx, effects);
  expect(await noted()).toEqual([{ user_id }]);
});
