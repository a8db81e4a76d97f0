import { AppError } from '@tickets/contract/platform/errors';
import { loadAccess } from '@tickets/core/access/load';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { makeLink, openLink } from '@tickets/core/transcripts/links';
import { submitToken } from '@tickets/core/whitelabel/submit';
import { AUTHENTICATION_FAILED } from '@tickets/discord-sim/gateway/identify';
import { newBotToken } from '@tickets/discord-sim/world/build';
import { installBot } from '@tickets/discord-sim/world/guilds';
import { banMember, leaveGuild, updateMember } from '@tickets/discord-sim/world/members';
import { type OwnBot, startOwnBot } from '@tickets/testkit/bots/own-bot';
import { callAs } from '@tickets/testkit/data/access';
import { buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Tokens are refused here on purpose.
allowWarning(
  /"msg":"(something is wrong with a user's bot|Discord does not accept the token of a bot that a user made|Discord did not authorise a call|the gateway reports an error|the bot has connected to Discord too often today)/,
);

let w: BotWorld;
/** Administers the server by a role, and runs a bot of their own. */
let olive: BotWorld['member'];
let own: OwnBot;
beforeEach(async () => {
  w = await startBotWorld({ config: { premium: 'everyone' } });
  olive = w.addMember('olive');
  const heads = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Heads', permissions: P.Administrator });
  updateMember(w.sim.world, memberOf(olive.id), { roles: [heads.id] });
  await heard();
  own = await startOwnBot(w, olive.id);
});
afterEach(() => w[Symbol.asyncDispose]());

function memberOf(user_id: string) {
  const member = w.sim.world.members.get(`${w.guild_id}:${user_id}`);
  if (!member) throw new Error('they are no member');
  return member;
}
const heard = async () => {
  await w.sim.gateway.received();
  await w.bot.settled();
};
const followed = async () => {
  for (const kind of ['own_bots', 'serving_bot', 'own_bot.out']) {
    await settleAll(w.ctx, kind);
    await w.ctx.bots.refresh();
    await heard();
  }
};
const levelOf = async (user_id: string) => (await loadAccess(w.ctx, w.guild_id, user_id))?.level;
const server = async () => {
  const row = await w.ctx.db.selectFrom('guilds').selectAll().executeTakeFirstOrThrow();
  return { served_by: row.served_by, is_left: row.left_at !== null };
};
const soon = { timeout: 15_000, interval: 50 };
const isIn = (state: string) =>
  vi.waitFor(
    async () =>
      expect(
        await w.ctx.db
          .selectFrom('whitelabel_bots')
          .where('bot_id', '=', own.bot_id)
          .select('state')
          .executeTakeFirst(),
      ).toEqual({ state }),
    soon,
  );
const sharedBotLeaves = async () => {
  leaveGuild(w.sim.world, w.guild_id, w.bot_id);
  await heard();
  await followed();
};
const sharedBotReturns = async () => {
  const { application_id } = w.ctx.bots.main;
  installBot(w.sim.world, {
    ...{ guildId: w.guild_id, applicationId: application_id },
    permissions: BigInt(requiredPermissions),
  });
  await heard();
  await followed();
};
/** Returns the new token. Nothing is heard by the old one any more. */
function resetToken(): string {
  const bot_token = newBotToken(own.bot_id);
  w.sim.world.applications.put({ ...own.application, bot_token });
  w.sim.gateway.disconnect(own.application.id, ...AUTHENTICATION_FAILED);
  return bot_token;
}
const addHelper = async () => {
  const helper = w.addMember('hal');
  const helpers = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Helpers', permissions: 0n });
  updateMember(w.sim.world, memberOf(helper.id), { roles: [helpers.id] });
  await w.ctx.db
    .insertInto('role_permissions')
    .values({ guild_id: w.guild_id, role_id: helpers.id, support: true, admin: false })
    .execute();
  await heard();
  return helper;
};

test('an administrator on whose own bot a server runs has no level there once its token is refused, and none when they were banned and a bot hears it again', async () => {
  await own.joins(w.guild_id);
  await sharedBotLeaves();
  expect(await levelOf(olive.id)).toBe(2);
  resetToken();
  await isIn('token_refused');
  expect(await server()).toEqual({ served_by: null, is_left: true });
  expect(await levelOf(olive.id)).toBeUndefined();
  banMember(w.sim.world, { guildId: w.guild_id, userId: olive.id });
  await sharedBotReturns();
  expect(await server()).toEqual({ served_by: null, is_left: false });
  expect(await levelOf(olive.id)).toBe(0);
});

test('a server that runs on a bot of its own alone goes on once its user submits another token', async () => {
  const { message } = await w.panel();
  expect(message.author_id).toBe(w.bot_id);
  await own.joins(w.guild_id);
  await sharedBotLeaves();
  const token = resetToken();
  await isIn('token_refused');
  await submitToken(w.ctx, olive.id, token);
  await isIn('ready');
  await followed();
  expect(await server()).toEqual({ served_by: own.bot_id, is_left: false });
  expect(await levelOf(olive.id)).toBe(2);
  const [panel] = w.sim.world.messages.in('channel', w.lobby.id);
  const { channel } = await w.opened(await w.member.click(panel!, 'Get help'));
  expect(w.sim.world.messages.in('channel', channel.id)[0]?.author_id).toBe(own.bot_id);
});

test('support that leaves a server in which only a bot stays that is not trusted has no level there, now and when the shared bot is back', async () => {
  const helper = await addHelper();
  updateMember(w.sim.world, memberOf(olive.id), { roles: [] });
  await own.joins(w.guild_id, P.ViewChannel);
  expect(await levelOf(helper.id)).toBe(1);
  await sharedBotLeaves();
  leaveGuild(w.sim.world, w.guild_id, helper.id);
  await heard();
  expect(await levelOf(helper.id)).toBeUndefined();
  await w.restart();
  await followed();
  expect(await levelOf(helper.id)).toBeUndefined();
  await sharedBotReturns();
  expect(await levelOf(helper.id)).toBe(0);
});

test('who left with the own bot while the program was stopped has no level when the shared bot takes over', async () => {
  const helper = await addHelper();
  await own.joins(w.guild_id);
  await followed();
  expect(await levelOf(helper.id)).toBe(1);
  await w.bot.stop();
  leaveGuild(w.sim.world, w.guild_id, own.bot_id);
  leaveGuild(w.sim.world, w.guild_id, helper.id);
  await w.restart();
  await vi.waitFor(async () => expect(await server()).toEqual({ served_by: null, is_left: false }), soon);
  expect(await levelOf(helper.id)).toBe(0);
});

test('a link to a transcript ends for good where its maker lost the role while the program was stopped', async () => {
  const helper = await addHelper();
  const { guild_id } = w;
  const values = { guild_id, opener_id: w.member.id, status: 'closed', has_transcript: true } as const;
  const { ticket_id } = await buildTicket(w.ctx, { ...values, closed_at: w.ctx.clock.now() });
  await buildMessage(w.ctx, { guild_id, ticket_id, author_id: w.member.id, content: 'Hello' });
  const { url } = await makeLink(await callAs(w, helper.id), { guild_id, ticket_id }, { days: 7 });
  const token = new URL(url).hash.slice(1);
  const roles = [...memberOf(helper.id).roles];
  await settleAll(w.ctx);
  await w.bot.stop();
  updateMember(w.sim.world, memberOf(helper.id), { roles: [] });
  await w.restart();
  await heard();
  await settleAll(w.ctx);
  updateMember(w.sim.world, memberOf(helper.id), { roles });
  await heard();
  await settleAll(w.ctx);
  expect(await levelOf(helper.id)).toBe(1);
  await expect(openLink(w.ctx, token)).rejects.toThrow(new AppError('transcript.link_gone'));
});

test('a role that is taken while an own bot waits to be connected with another token is heard by the shared bot', async () => {
  const helper = await addHelper();
  await own.joins(w.guild_id);
  await followed();
  expect([await levelOf(helper.id), await levelOf(olive.id)]).toEqual([1, 2]);
  w.sim.world.sessionStarts.leave(own.application.id, 0);
  const token = resetToken();
  // Neither bot hears this.
  updateMember(w.sim.world, memberOf(helper.id), { roles: [] });
  await isIn('token_refused');
  await followed();
  expect(await levelOf(helper.id)).toBe(0);
  await submitToken(w.ctx, olive.id, token);
  await followed();
  expect(await server()).toEqual({ served_by: null, is_left: false });
  updateMember(w.sim.world, memberOf(olive.id), { roles: [] });
  await heard();
  expect(await levelOf(olive.id)).toBe(0);
});

test.each([
  [
    'whose token is refused',
    () => {
      resetToken();
      return isIn('token_refused');
    },
  ],
  [
    'of whom Discord tells nothing',
    async () => w.sim.faults.next({ route: new RegExp(`members/${olive.id}`), kind: 500, times: 1000 }),
  ],
])("the bot of a stranger %s keeps no owner's bot from being trusted", async (_, happens) => {
  updateMember(w.sim.world, memberOf(olive.id), { roles: [] });
  await own.joins(w.guild_id, P.ViewChannel);
  await happens();
  await sharedBotLeaves();
  const owners = await startOwnBot(w, w.owner.id);
  await owners.joins(w.guild_id);
  await followed();
  expect(await server()).toEqual({ served_by: owners.bot_id, is_left: false });
});

test('the tickets of an own bot whose token is refused have buttons of the shared bot, and staff claim them', async () => {
  await own.joins(w.guild_id);
  await followed();
  expect(await server()).toEqual({ served_by: own.bot_id, is_left: false });
  const { ticket } = await w.openTicket();
  resetToken();
  await isIn('token_refused');
  await followed();
  expect(await server()).toEqual({ served_by: null, is_left: false });
  expect(await settleAll(w.ctx, 'serving_bot')).toBe(true);
  const { welcome_message_id } = (await w.ticket(ticket.ticket_id)) ?? {};
  const welcome = w.sim.world.messages.get(String(welcome_message_id));
  if (!welcome) throw new Error('the ticket has no welcome message');
  expect(welcome.author_id).toBe(w.bot_id);
  await saidIn(await w.staff.click(welcome, 'Claim'));
  expect(await w.ticket(ticket.ticket_id)).toMatchObject({ claimed_by: w.staff.id });
  expect(await settleAll(w.ctx)).toBe(true);
});
