import { effects } from '@tickets/core/composition/effects';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { inServer } from '@tickets/core/platform/discord/bots';
import { settleDue } from '@tickets/core/platform/effects/following';
import { replyToTicket } from '@tickets/core/tickets/conversation/reply';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { type OwnBot, startOwnBot } from '@tickets/testkit/bots/own-bot';
import { callAs } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import type { APIWebhook } from 'discord-api-types/v10';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test } from 'vitest';

// Some of what the bot that went has written stays, and its going is told.
allowWarning(/"msg":"(the join notice|something is wrong with a user's bot)/);

let w: BotWorld;
let own: OwnBot;
/** An administrator who runs a bot of their own, and keeps the tokens of its webhooks. */
let mallory: BotWorld['member'];
beforeEach(async () => {
  w = await startBotWorld();
  mallory = w.addMember('mallory');
  own = await startOwnBot(w, mallory.id);
  await isAdministrator(true);
  await own.joins(w.guild_id, BigInt(requiredPermissions));
  await followed();
});
afterEach(async () => {
  await own.stop();
  await w[Symbol.asyncDispose]();
});

async function followed() {
  for (const kind of ['own_bots', 'serving_bot', 'own_bot.out']) {
    await settleAll(w.ctx, kind);
    await w.ctx.bots.refresh();
    await w.sim.gateway.received();
    await w.bot.settled();
  }
}
async function isAdministrator(admin: boolean) {
  const entry = { guild_id: w.guild_id, user_id: mallory.id };
  if (admin)
    await w.ctx.db
      .insertInto('permissions')
      .values({ ...entry, admin })
      .execute();
  else await w.ctx.db.deleteFrom('permissions').where('user_id', '=', mallory.id).execute();
  await followed();
}
async function ends() {
  await w.ctx.db.deleteFrom('whitelabel_bots').where('bot_id', '=', own.bot_id).execute();
  w.ctx.events.publish({ type: 'bots.changed' });
  await followed();
}
const isKicked = async () => {
  await own.leaves(w.guild_id);
  await followed();
};
const lostTrust = () => isAdministrator(false);

const fetchDiscord = (path: string, authorization: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${w.sim.world.baseUrl}/api/v10${path}`, {
    ...init,
    headers: { ...authorization, 'content-type': 'application/json' },
  });
const asOwn = (path: string, init?: RequestInit) =>
  fetchDiscord(path, { authorization: `Bot ${own.application.bot_token}` }, init);
const webhooksOf = (channel_id: string) => w.sim.world.webhooks.in('channel', channel_id);
const makeWebhook = async (channel_id: string) =>
  (await (
    await asOwn(`/channels/${channel_id}/webhooks`, { method: 'POST', body: '{"name":"Mine"}' })
  ).json()) as APIWebhook;
const reply = async (content: string) => {
  const call = { ...(await callAs(w, w.owner.id)), ...inServer(w.ctx, w.guild_id) };
  const { message_id } = await replyToTicket(call, { guild_id: w.guild_id, ticket_id: 1, content });
  await w.bot.settled();
  const message = w.sim.world.messages.get(message_id);
  return { message_id, application_id: message?.application_id, webhook_id: message?.webhook_id };
};
const editByToken = async (message_id: string, thread_id?: string) => {
  const { webhook_id } = w.sim.world.messages.get(message_id) ?? {};
  const token = w.sim.world.webhooks.get(webhook_id ?? '')?.token;
  const thread = thread_id ? `?thread_id=${thread_id}` : '';
  const path = `/webhooks/${webhook_id}/${token}/messages/${message_id}${thread}`;
  const { status } = await fetchDiscord(path, {}, { method: 'PATCH', body: '{"content":"forged"}' });
  await w.sim.gateway.received();
  await w.bot.settled();
  return status;
};
const kept = async (message_id: string) =>
  w.ctx.db
    .selectFrom('ticket_messages')
    .where('message_id', '=', message_id)
    .select(['content', 'sent_by', 'by_staff'])
    .executeTakeFirstOrThrow();
const botMay = async (permissions: bigint) => {
  updateRole(w.sim.world, w.sim.world.roles.get(w.bot_role.id)!, { permissions: String(permissions) }); // it is there
  await w.sim.gateway.received();
  await w.bot.settled();
};

test.each([
  ['lost trust', 'channel', lostTrust],
  ['lost trust', 'thread', lostTrust],
  ['was kicked', 'channel', () => isKicked()],
  ['was ended', 'channel', () => ends()],
])(
  'webhooks of a bot that %s, in the %s of a ticket, are deleted, and replies go out through another',
  async (_, place, goes) => {
    const isThread = place === 'thread';
    if (isThread) await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel } = await w.openTicket();
    const parent = isThread ? w.lobby.id : channel.id;
    const first = await reply('first');
    expect(first.application_id).toBe(own.application.id);
    const secret = await makeWebhook(parent);
    const [inPanels, elsewhere] = [
      await makeWebhook(w.lobby.id),
      await makeWebhook(w.sim.world.addChannel({ guild_id: w.guild_id, name: 'news' }).id),
    ];
    await goes();
    const left = [first.webhook_id, secret.id, inPanels.id, elsewhere.id].filter((id) =>
      w.sim.world.webhooks.has(id ?? ''),
    );
    // What it does for others of the server is theirs.
    expect(left).toEqual([elsewhere.id]);
    expect(await w.ticket(1)).toMatchObject({
      webhook_id: null,
      webhook_token: null,
      webhook_application_id: null,
    });
    expect((await reply('second')).application_id).toBe(w.ctx.bots.main.application_id);
    await settleAll(w.ctx, 'own_bot.look_again');
    expect(webhooksOf(parent).map(({ application_id }) => application_id)).toEqual([
      w.ctx.bots.main.application_id,
    ]);
    expect(await unsettled(w.ctx)).not.toContainEqual(expect.stringContaining('own_bot.'));
  },
);

test('an edit through the webhook of a bot that lost trust is not kept as the words of staff', async () => {
  await w.openTicket();
  const first = await reply('pay into account A');
  await w.ctx.db.deleteFrom('permissions').where('user_id', '=', mallory.id).execute();
  await settleAll(w.ctx, 'own_bots');
  await w.ctx.bots.refresh();
  expect(await editByToken(first.message_id)).toBe(200);
  const as_said = { content: 'pay into account A', sent_by: w.owner.id, by_staff: true };
  expect(await kept(first.message_id)).toEqual(as_said);
});

test('where the bot that serves may not manage webhooks, the one that replies went through goes by its token, others with the permission', async () => {
  allowWarning(/"msg":"a bot that is not trusted any more may still see a channel/);
  const { channel } = await w.openTicket();
  const first = await reply('first');
  const secret = await makeWebhook(channel.id);
  await botMay(BigInt(requiredPermissions) & ~P.ManageWebhooks);
  await lostTrust();
  const left = () => webhooksOf(channel.id).map(({ id }) => id);
  expect(left()).toEqual([secret.id]);
  expect((await reply('second')).webhook_id).not.toBe(first.webhook_id);
  await botMay(BigInt(requiredPermissions));
  await settleDue(w.ctx, effects);
  expect(left()).not.toContain(secret.id);
  expect(await unsettled(w.ctx)).not.toContainEqual(expect.stringContaining('own_bot.out'));
});

test('what stands in a row as the webhook of a bot that does not serve is not used, also before it is deleted', async () => {
  const { channel } = await w.openTicket();
  const first = await reply('first');
  const { webhook_id, webhook_token, webhook_application_id } = (await w.ticket(1))!; // it is open
  await lostTrust();
  await w.ctx.db.updateTable('tickets').set({ webhook_id, webhook_token, webhook_application_id }).execute();
  const second = await reply('second');
  expect([second.application_id, second.webhook_id === first.webhook_id]).toEqual([
    w.ctx.bots.main.application_id,
    false,
  ]);
  expect(webhooksOf(channel.id)).toHaveLength(1);
});

test('an edit through the webhook of the bot that serves is kept, and a bot that is trusted again replies by a webhook of its own', async () => {
  await w.openTicket();
  const first = await reply('first');
  expect(await editByToken(first.message_id)).toBe(200);
  expect(await kept(first.message_id)).toMatchObject({ content: 'forged', sent_by: w.owner.id });
  await lostTrust();
  await reply('second');
  await isAdministrator(true);
  const third = await reply('third');
  expect([third.application_id, third.webhook_id === first.webhook_id]).toEqual([own.application.id, false]);
  await settleDue(w.ctx, effects);
  expect(w.sim.world.webhooks.has(String(third.webhook_id))).toBe(true);
});
