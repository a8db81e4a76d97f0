import { readMessages } from '@tickets/core/tickets/conversation/message-views';
import { continueTicket } from '@tickets/core/tickets/recovery/continue';
import type { Fault } from '@tickets/discord-sim/faults/faults';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { updateMember } from '@tickets/discord-sim/world/members';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(a step of opening a ticket failed|an event was not handled|the people whom a panel names could not be mentioned)/,
);

let w: BotWorld;
let bakers: { id: string };
beforeEach(async () => {
  w = await startBotWorld();
  bakers = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Bakers' });
  await heardOf([bakers]);
});
afterEach(() => w[Symbol.asyncDispose]());

/** Waits until the bot knows these roles. */
const heardOf = (roles: { id: string }[]) =>
  vi.waitFor(async () => {
    const ids = roles.map(({ id }) => id);
    const heard = w.ctx.db.selectFrom('guild_roles').where('role_id', 'in', ids).select('name');
    expect(await heard.execute()).toHaveLength(roles.length);
  });

async function open(panel: { mentions: string[]; delete_mentions?: boolean }) {
  const { message } = await w.panel(panel);
  return w.opened(await w.member.click(message, 'Get help'));
}

const isMention = ({ content }: SimMessage) => content.startsWith('-# ||');
const mentionsIn = (channel: { id: string }) =>
  w.sim.world.messages.in('channel', channel.id).filter(isMention);

describe('whom a panel mentions', () => {
  test('is pinged in one small message, and nobody else is', async () => {
    const { channel } = await open({ mentions: [bakers.id, 'user', 'here'] });
    expect(mentionsIn(channel)).toMatchObject([
      {
        content: `-# ||<@&${bakers.id}><@${w.member.id}>@here||`,
        mentions: [w.member.id],
        mention_roles: [bakers.id],
        mention_everyone: true,
        embeds: [],
        components: [],
      },
    ]);
    for (const message of w.member.messages(channel).filter((one) => !isMention(one)))
      expect(message).toMatchObject({ mentions: [], mention_roles: [], mention_everyone: false });
  });

  test('is only whom it chose: a role alone pings neither the opener nor everybody', async () => {
    const { channel } = await open({ mentions: [bakers.id] });
    expect(mentionsIn(channel)).toMatchObject([
      { mentions: [], mention_roles: [bakers.id], mention_everyone: false },
    ]);
  });

  test('may be everybody, by the role that everybody has', async () => {
    const { channel } = await open({ mentions: [w.guild_id] });
    expect(mentionsIn(channel)).toMatchObject([{ content: '-# ||@everyone||', mention_everyone: true }]);
  });

  test('is nobody without a panel, and nobody where every role is gone', async () => {
    const { channel } = await w.opened(await w.member.goes(w.lobby).slash('open'));
    expect(mentionsIn(channel)).toEqual([]);
    const other = await open({ mentions: ['1234567890123456789'] });
    expect(mentionsIn(other.channel)).toEqual([]);
    expect(other.ticket.welcome_message_id).not.toBeNull();
  });

  test('is as many as one message holds, none of them cut in half', async () => {
    const roles = Array.from({ length: 99 }, (_, i) =>
      w.sim.world.addRole({ guild_id: w.guild_id, name: `Role ${i}` }),
    );
    await heardOf(roles);
    const { channel } = await open({ mentions: roles.map(({ id }) => id) });
    const [message] = mentionsIn(channel);
    expect(message?.content).toMatch(/^-# \|\|(<@&\d+>)+\|\|$/);
    expect(message?.content.length).toBeGreaterThan(1970);
    expect(message?.content.length).toBeLessThanOrEqual(2000);
    const named = [...(message?.content.matchAll(/\d+/g) ?? [])].map(([id]) => id);
    expect(message?.mention_roles).toEqual(named);
  });

  test('joins the thread of a ticket, where tickets are threads', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const baker = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
    if (!baker) throw new Error('the member is gone');
    updateMember(w.sim.world, baker, { roles: [bakers.id] });
    const { channel } = await open({ mentions: [bakers.id], delete_mentions: true });
    expect([w.other, w.addMember('guest')].map((person) => person.sees(channel))).toEqual([true, false]);
    expect(mentionsIn(channel)).toEqual([]);
  });

  test('is forgotten by the ticket where Discord refuses the message', async () => {
    const { message } = await w.panel({ mentions: [bakers.id] });
    w.sim.faults.next({ ...posts, kind: 'delay', delayMs: 0 });
    w.sim.faults.next({ ...posts, kind: 403 });
    const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));
    expect(mentionsIn(channel)).toEqual([]);
    expect(ticket.welcome_message_id).not.toBeNull();
  });
});

describe('an opener who did not hear of their ticket', () => {
  test('is pinged by the welcome message, unless the panel mentions them', async () => {
    for (const [mentions, content] of [
      [['user'], ''],
      [[bakers.id], `<@${w.member.id}>`],
    ] as const) {
      const { message } = await w.panel({ mentions: [...mentions] });
      w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, times: 3 });
      await saidIn(await w.member.click(message, 'Get help'));
      const ticket = (await w.tickets()).at(-1);
      if (!ticket) throw new Error('there is no ticket');
      await continueTicket(w.ctx, ticket);
      const made = await w.ticket(ticket.ticket_id);
      expect(w.sim.world.messages.get(made?.welcome_message_id ?? '')?.content).toBe(content);
    }
  });
});

const posts = { method: 'POST', route: '/channels/:channel/messages' };
const deletes = { method: 'DELETE', route: '/channels/:channel/messages/:message' };

describe('mentions that are deleted', () => {
  test('ping and are gone', async () => {
    const { channel, ticket } = await open({ mentions: [bakers.id], delete_mentions: true });
    expect(mentionsIn(channel)).toEqual([]);
    expect(ticket.mention_message_id).not.toBeNull();
    await vi.waitFor(async () => expect((await kept(ticket))?.deleted_at).toEqual(expect.any(Date)));
    expect((await kept(ticket))?.content).toBe(`-# ||<@&${bakers.id}>||`);
    // A reader of the ticket is not bothered with it.
    const { messages: read } = await readMessages(w.ctx, ticket, { limit: 1_000 });
    expect(read.map(({ message_id }) => message_id)).not.toContain(ticket.mention_message_id);
  });

  test('are left out alone: what others deleted is shown as deleted', async () => {
    const { channel, ticket } = await open({ mentions: [bakers.id] });
    const before = await vi.waitFor(async () => {
      const { messages: read } = await readMessages(w.ctx, ticket, { limit: 1_000 });
      expect(read.some(({ content }) => content.startsWith('-# ||'))).toBe(true);
      return read;
    });
    const said = await w.member.write(channel, 'never mind');
    await w.member.delete(said);
    await vi.waitFor(async () =>
      expect((await readMessages(w.ctx, ticket, { limit: 1_000 })).messages).toHaveLength(before.length + 1),
    );
  });
});

const kept = (ticket: { mention_message_id: string | null }) =>
  w.ctx.db
    .selectFrom('ticket_messages')
    .where('message_id', '=', ticket.mention_message_id)
    .select(['content', 'deleted_at'])
    .executeTakeFirst();

const failures: [string, Fault[]][] = [
  ['before it was sent', [{ ...posts, kind: 500, times: 3 }]],
  ['when the answer was lost', [{ ...posts, kind: 500, afterEffect: true }, ...lookups()]],
  ['before it was deleted', [{ ...deletes, kind: 500, times: 3 }]],
  ['after it was deleted', [{ ...deletes, kind: 500, afterEffect: true }, ...lookups()]],
];

/** The further tries in this process do not get to the mention. */
function lookups(): Fault[] {
  return [{ method: 'GET', route: '/channels/:channel/messages', kind: 500, times: 2 }];
}

describe.each([true, false])('a program that dies at the mention (deleting it: %s)', (delete_mentions) => {
  const fitting = failures.filter(([, [fault]]) => delete_mentions || fault?.method !== 'DELETE');
  test.each(fitting)('%s pings once', async (_, faults) => {
    const pinged: string[] = [];
    const stop = w.sim.world.listenAs({ userId: w.owner.id }, ({ t, d }) => {
      if (t === 'MESSAGE_CREATE' && isMention(d as unknown as SimMessage))
        pinged.push((d as { id: string }).id); // as sent
    });
    const { message } = await w.panel({ mentions: [bakers.id], delete_mentions });
    if (faults[0]?.method === 'POST') w.sim.faults.next({ ...posts, kind: 'delay', delayMs: 0 });
    for (const fault of faults) w.sim.faults.next(fault);
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    w.sim.faults.clear();
    forgetNonces(channel);
    await continueTicket(w.ctx, { guild_id: w.guild_id, ticket_id: 1 });
    expect(pinged).toHaveLength(1);
    expect(mentionsIn(channel)).toHaveLength(delete_mentions ? 0 : 1);
    expect(await w.ticket(1)).toMatchObject({ status: 'open', mention_message_id: pinged[0] });
    stop();
  });
});

/** As after the minutes in which Discord knows that it was told something twice. */
function forgetNonces(channel: SimChannel): void {
  for (const { nonce, ...message } of w.sim.world.messages.in('channel', channel.id))
    if (nonce !== undefined) w.sim.world.messages.put(message);
}
