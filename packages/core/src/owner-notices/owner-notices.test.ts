import { allowWarning } from '@tickets/testkit/guard/watch';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterEach, expect, test } from 'vitest';
import { tellOwner } from './owner-notices.ts';

allowWarning(/"msg":"Discord refused what it should follow/);

let w: TicketWorld;
afterEach(() => w[Symbol.asyncDispose]());

async function tell(dashboard_url: string) {
  w = await startTicketWorld();
  Object.assign(w.ctx, { config: { ...w.ctx.config, dashboard_url } });
  const { ctx, guild_id } = w;
  await ctx.db
    .transaction()
    .execute((tx) => tellOwner(tx, guild_id, { key: 'override:1', about: 'override', changes: 2 }));
}
const page = (host: string) => `${host}/manage/${w.guild_id}/staffoverride`;

test('the owner hears of it with the address as text where Discord takes no links to the dashboard', async () => {
  await tell('http://localhost:3000');
  await settleAll(w.ctx);
  const [told, ...more] = w.owner.directMessages(w.bot_id);
  expect(more).toEqual([]);
  expect(told?.components).toEqual([]);
  expect(told?.embeds[0]?.description).toContain(page('http://localhost:3000'));
});

test('the owner hears of it with a button where Discord takes links to the dashboard', async () => {
  await tell('https://tickets.example');
  await settleAll(w.ctx);
  const [told] = w.owner.directMessages(w.bot_id);
  expect(JSON.stringify(told?.components)).toContain(page('https://tickets.example'));
  expect(told?.embeds[0]?.description).not.toContain('https://tickets.example');
});

function logged() {
  const lines: [level: string, words: unknown][] = [];
  const note = (level: string) => (_details: unknown, words: unknown) => lines.push([level, words]);
  Object.assign(w.ctx.log, { info: note('info'), warn: note('warn') });
  return lines;
}

test('an owner who takes no messages is no error, and is not asked again', async () => {
  await tell('https://tickets.example');
  w.sim.world.users.put({ ...w.owner.user, accepts_dms: false });
  const lines = logged();
  await settleAll(w.ctx);
  expect(lines).toEqual([['info', 'the owner takes no messages']]);
  expect(await unsettled(w.ctx)).toEqual([]);
});

test('an owner to whom Discord opens no direct messages for now hears of it later', async () => {
  await tell('https://tickets.example');
  w.sim.faults.next({ method: 'POST', route: '/users/@me/channels', kind: 403, code: 40003 });
  await settleAll(w.ctx);
  expect(w.owner.directMessages(w.bot_id)).toEqual([]);
  await settleAll(w.ctx);
  expect(w.owner.directMessages(w.bot_id)).toHaveLength(1);
});
