import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { liveClose, liveSockets } from '@tickets/contract/tickets/live';
import type { Person } from '@tickets/discord-sim/control';
import { leaveGuild, updateMember } from '@tickets/discord-sim/world/members';
import { deleteRole } from '@tickets/discord-sim/world/roles';
import { buildPanel, buildSession, buildTeam, buildTicket } from '@tickets/testkit/data/factories';
import { serveApi } from '@tickets/testkit/worlds/app';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';

/** The program as it runs: the bot hears of it in Discord, and the API's sockets end by it. */
let w: BotWorld;
let api: Awaited<ReturnType<typeof serveApi>>;
let owner: string;
let role_id: string;
let ticket_id: number;
let maple: Person;
let token: string;
const opened: WebSocket[] = [];

beforeAll(async () => {
  w = await startBotWorld();
  api = await serveApi(w.ctx);
  owner = await buildSession(w.ctx, w.owner.id);
});
afterAll(async () => {
  await api.api.close();
  await w[Symbol.asyncDispose]();
});

/** Each time a new member of the staff, by a role. */
beforeEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  const { ctx, guild_id, sim } = w;
  role_id = sim.world.addRole({ guild_id, name: 'Support' }).id;
  maple = w.addMember('maple');
  await setRoles([role_id]);
  await w.bot.settled();
  await ctx.db.insertInto('role_permissions').values({ guild_id, role_id, support: true }).execute();
  const channel_id = sim.world.addChannel({ guild_id, name: 'ticket' }).id;
  ({ ticket_id } = await buildTicket(ctx, { guild_id, opener_id: w.member.id, channel_id }));
  token = await buildSession(ctx, maple.id);
});

async function setRoles(roles: string[]): Promise<void> {
  const member = w.sim.world.members.get(`${w.guild_id}:${maple.id}`);
  if (!member) throw new Error('Maple is not there');
  updateMember(w.sim.world, member, { roles });
}

/** Opens a socket that is let in. `ended`: its code, or what it is while it is open, two seconds after something. */
async function listen(name: keyof typeof liveSockets, as = token) {
  const params: Record<string, string | number> = { guild_id: w.guild_id, ticket_id };
  const path = liveSockets[name].path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));
  const socket = new WebSocket(api.url.replace('http', 'ws') + path, { origin: 'http://dashboard.test' });
  opened.push(socket);
  const frames: { type?: string; data?: unknown }[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([code]): number => code);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', data: { token: as } }));
  await expect.poll(() => frames[0]?.type).toBe('authenticated');
  return { frames, ended: () => Promise.race([closed, wait(2000, 'still open')]) };
}

/** How the ticket's and the list's socket end by what somebody does. */
async function endsOf(lose: () => Promise<unknown> | unknown, as = token) {
  const [ticket, list] = await Promise.all([listen('ticket', as), listen('list', as)]);
  await lose();
  const [ticketEnd, listEnd] = await Promise.all([ticket.ended(), list.ended()]);
  return { ticket: ticketEnd, list: listEnd };
}

const both = { ticket: liveClose.refused, list: liveClose.refused };
const inServer = () => ({ guild_id: w.guild_id });

test('a role taken from someone in Discord ends their sockets within two seconds', async () => {
  expect(await endsOf(() => setRoles([]))).toEqual(both);
});

test('a role deleted in Discord does so, too', async () => {
  const role = w.sim.world.roles.get(role_id);
  expect(await endsOf(() => role && deleteRole(w.sim.world, role))).toEqual(both);
});

test('being kicked does so, too', async () => {
  const cause = { userId: w.owner.id };
  expect(await endsOf(() => leaveGuild(w.sim.world, w.guild_id, maple.id, cause))).toEqual(both);
});

test('a role that answers tickets no longer ends the sockets of those who have it', async () => {
  const params = { ...inServer(), team_id: 'default' as const, member_id: role_id };
  const takeAway = () => api.call('teams.remove_member', { params, query: { type: 1 }, token: owner });
  expect(await endsOf(takeAway)).toEqual(both);
});

test('a team that is deleted ends the sockets of those who were staff by it alone', async () => {
  const { ctx, guild_id } = w;
  await setRoles([]);
  await w.bot.settled();
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [maple.id] });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false, team_ids: [team_id] });
  await ctx.db.updateTable('tickets').set({ panel_id }).where('ticket_id', '=', ticket_id).execute();
  const params = { ...inServer(), team_id };
  expect(await endsOf(() => api.call('teams.remove', { params, token: owner }))).toEqual(both);
});

test('a claim that hides a ticket ends its socket, and takes it from the list, which goes on', async () => {
  await w.settings({ support_can_view: false });
  const params = { ...inServer(), ticket_id };
  const [ticket, list] = await Promise.all([listen('ticket'), listen('list')]);
  await api.call('tickets.claim', { params, token: owner });
  expect(await ticket.ended()).toBe(liveClose.refused);
  await expect
    .poll(() => list.frames.at(-1))
    .toMatchObject({
      type: 'tickets_changed',
      data: { ticket_id, ticket: null },
    });
  expect(await list.ended()).toBe('still open');
  await w.settings({ support_can_view: true });
});

test('an override that the server ends closes the sockets of bot staff', async () => {
  const { ctx } = w;
  const { id } = w.sim.world.addUser({ username: 'bea' });
  await ctx.db.insertInto('bot_staff').values({ user_id: id }).execute();
  await api.call('override.grant', { params: inServer(), body: { time_period: 1 }, token: owner });
  const staff = await buildSession(ctx, id);
  const revoke = () => api.call('override.revoke', { params: inServer(), token: owner });
  expect(await endsOf(revoke, staff)).toEqual(both);
});
