import { grantPremium } from '@tickets/core/premium/grants';
import type { Fault } from '@tickets/discord-sim/faults/faults';
import { deleteEmoji, updateEmoji } from '@tickets/discord-sim/world/emojis';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord does not follow yet|Discord refused what it should follow|a message is not settled yet)/,
);

let w: PanelWorld;
let desk: PanelDesk;
let lobby: string;

beforeAll(async () => {
  w = await startPanelWorld();
  desk = await w.addDesk({ premium: true });
});
afterAll(() => w[Symbol.asyncDispose]());
beforeEach(async () => {
  expect(w.app.sim.faults.pending).toBe(0);
  lobby = await desk.addChannel();
});

async function made(body: object = {}) {
  const { panel_id } = await desk.create({ channel_id: lobby, ...body });
  return one(panel_id);
}
async function one(panel_id: number) {
  const { body } = await w.app.call('panels.list', {
    params: { guild_id: desk.guild_id },
    token: desk.token,
  });
  const panel = body.find((each) => each.panel_id === panel_id);
  if (!panel) throw new Error(`there is no panel ${panel_id}`);
  return panel;
}
const of = (panel_id: number) => ({ params: { guild_id: desk.guild_id, panel_id }, token: desk.token });
const resend = (panel_id: number) => w.app.call('panels.resend', of(panel_id));
const remove = (panel_id: number) => w.app.call('panels.remove', of(panel_id));
const idsIn = (channel_id: string) => desk.messagesIn(channel_id).map(({ id }) => id);
const titlesIn = (channel_id: string) => desk.messagesIn(channel_id).map(({ embeds }) => embeds[0]?.title);
const follow = () => settleAll(w.app.ctx);

/** The bot hears of it in a moment, on a busy machine a little later. */
const soon = { timeout: 10_000 };

const posts = { method: 'POST', route: '/channels/:channel/messages' };
const edits = { method: 'PATCH', route: '/channels/:channel/messages/:message' };
const deletions = { method: 'DELETE', route: '/channels/:channel/messages/:message' };
const fail = (fault: Fault) => w.app.sim.faults.next(fault);

/** Takes permissions from everybody in a channel, as Discord's settings do, and waits until the bot knows. */
async function forbid(channel_id: string, permissions: bigint): Promise<void> {
  const { world } = w.app.sim;
  const channel = world.channels.get(channel_id);
  if (!channel) throw new Error('there is no such channel');
  const overwrites = [{ id: desk.guild_id, type: 0, allow: '0', deny: String(permissions) }];
  world.channels.put({ ...channel, permission_overwrites: overwrites });
  await w.app.ctx.db
    .updateTable('guild_channels')
    .set({ permission_overwrites: JSON.stringify(overwrites) })
    .where('channel_id', '=', channel_id)
    .execute();
}

test('lists of tickets are read anew when a panel was changed or removed', async () => {
  const lists: string[] = [];
  const end = w.app.ctx.events.subscribe((event) => {
    if (event.type === 'list.changed') lists.push(event.guild_id);
  });
  const { panel_id } = await made();
  expect(lists).toEqual([]);
  await w.app.call('panels.update', { ...of(panel_id), body: { title: 'Another title' } });
  expect(lists).toEqual([desk.guild_id]);
  await remove(panel_id);
  expect(lists).toEqual([desk.guild_id, desk.guild_id]);
  end();
});

describe('the message of a panel', () => {
  test('has an embed with all parts and one button, and pings nobody', async () => {
    const panel = await made({
      title: 'Orders @everyone',
      content: 'Ask <@&1>',
      colour: 0xff8800,
      image_url: 'https://bakery.example/large.png',
      thumbnail_url: 'https://bakery.example/small.png',
      emote: desk.emoji,
      button_style: 3,
      button_label: 'Ask',
    });
    const [message] = desk.messagesIn(lobby);
    expect(message?.id).toBe(panel.message_id);
    expect(message?.embeds).toMatchObject([
      {
        title: 'Orders @everyone',
        description: 'Ask <@&1>',
        color: 0xff8800,
        image: { url: 'https://bakery.example/large.png' },
        thumbnail: { url: 'https://bakery.example/small.png' },
      },
    ]);
    expect(message?.embeds[0]?.footer).toBeUndefined();
    expect(message?.components).toMatchObject([
      {
        type: 1,
        components: [{ type: 2, style: 3, label: 'Ask', emoji: desk.emoji, custom_id: panel.custom_id }],
      },
    ]);
    expect(message).toMatchObject({ mention_everyone: false, mentions: [], mention_roles: [] });
  });

  test('names the product under it only without premium', async () => {
    const free = await w.addDesk();
    await free.create({ channel_id: free.lobby });
    expect(free.messagesIn(free.lobby)[0]?.embeds[0]?.footer?.text).toMatch(/\w/);
    await grantPremium(w.app.ctx, { guild_id: free.guild_id }, { tier: 0 });
    await free.create({ channel_id: free.news });
    expect(free.messagesIn(free.news)[0]?.embeds[0]?.footer).toBeUndefined();
  });

  test('has a button that cannot be pressed while the panel is disabled', async () => {
    const { panel_id } = await made({ disabled: true });
    const isDisabled = () =>
      JSON.stringify(desk.messagesIn(lobby)[0]?.components).includes('"disabled":true');
    expect(isDisabled()).toBe(true);
    await desk.update(panel_id, { disabled: false });
    expect(isDisabled()).toBe(false);
  });
});

describe('an emoji of the server', () => {
  async function decorated() {
    const { world } = w.app.sim;
    const emoji = world.addEmoji({ guild_id: desk.guild_id, name: 'cake' });
    const known = w.app.ctx.db.selectFrom('guild_emojis').where('emoji_id', '=', emoji.id).select('name');
    const heard = (names: string[]) =>
      expect.poll(async () => (await known.execute()).map(({ name }) => name), soon).toEqual(names);
    await heard(['cake']);
    const panel = await made({ emote: { id: emoji.id, name: 'cake' }, button_label: '', title: 'Orders' });
    const others = [panel.panel_id, (await made()).panel_id];
    const params = { guild_id: desk.guild_id };
    const menu = await w.app.call('multi_panels.create', {
      params,
      token: desk.token,
      body: { channel_id: lobby, panels: others },
    });
    const { id, message_id } = menu.body.data;
    const looks = () =>
      [panel.message_id, message_id].map((message) => {
        const [row] = world.messages.get(message ?? '')?.components ?? [];
        return row && 'components' in row ? row.components[0] : undefined;
      });
    const changeMenu = (title: string) =>
      w.app.call('multi_panels.update', {
        params: { ...params, multi_panel_id: id },
        token: desk.token,
        body: { embed: { title } } as never,
      });
    return { emoji, heard, panel, looks, changeMenu };
  }

  test('is told and shown by its new name once it was renamed, and stands in the way of no change', async () => {
    const { emoji, heard, panel, looks, changeMenu } = await decorated();
    updateEmoji(w.app.sim.world, emoji, { name: 'pie' });
    await heard(['pie']);
    const listed = await one(panel.panel_id);
    expect(listed.emote).toEqual({ id: emoji.id, name: 'pie' });
    expect(await desk.update(panel.panel_id, { ...listed, content: 'Other' })).toMatchObject({ status: 200 });
    expect((await changeMenu('Other')).status).toBe(200);
    for (const button of looks()) expect(button).toMatchObject({ emoji: { id: emoji.id, name: 'pie' } });
  });

  test('that was deleted leaves the messages, stands in the way of no change, and cannot be chosen anew', async () => {
    const { emoji, heard, panel, looks, changeMenu } = await decorated();
    deleteEmoji(w.app.sim.world, emoji);
    await heard([]);
    expect(await desk.update(panel.panel_id, { content: 'Other' })).toMatchObject({ status: 200 });
    expect((await changeMenu('Other')).status).toBe(200);
    for (const button of looks()) {
      expect(button).toMatchObject({ label: 'Orders' });
      expect(button).not.toHaveProperty('emoji');
    }
    const listed = await one(panel.panel_id);
    expect(await desk.update(panel.panel_id, { ...listed, content: 'More' })).toMatchObject({ status: 200 });
    const other = await made();
    expect(await desk.update(other.panel_id, { emote: listed.emote })).toMatchObject({
      status: 400,
      fields: { emote: 'Emoji not found' },
    });
  });
});

describe('a change', () => {
  test('edits the message where it stands', async () => {
    const { panel_id, message_id } = await made({ title: 'Before' });
    await desk.update(panel_id, { title: 'After' });
    expect(idsIn(lobby)).toEqual([message_id]);
    expect(titlesIn(lobby)).toEqual(['After']);
    expect(await one(panel_id)).toMatchObject({ message_id, message_state: 'posted' });
  });

  test('of the channel posts the message there and deletes it here', async () => {
    const { panel_id, custom_id } = await made();
    const there = await desk.addChannel();
    expect((await desk.update(panel_id, { channel_id: there })).status).toBe(200);
    expect(idsIn(lobby)).toEqual([]);
    const panel = await one(panel_id);
    expect(panel).toMatchObject({ channel_id: there, custom_id, message_state: 'posted' });
    expect(idsIn(there)).toEqual([panel.message_id]);
  });

  test('posts a message that somebody deleted anew', async () => {
    const { panel_id, message_id } = await made();
    w.app.sim.world.messages.delete(message_id ?? ''); // without telling anybody
    await desk.update(panel_id, { title: 'After' });
    const panel = await one(panel_id);
    expect(panel.message_id).not.toBe(message_id);
    expect(idsIn(lobby)).toEqual([panel.message_id]);
  });

  test('that Discord forbids in the new channel leaves everything as it was, and names what is missing', async () => {
    const before = await made({ title: 'Before', teams: [], mentions: ['user'] });
    const there = await desk.addChannel();
    await forbid(there, P.SendMessages | P.EmbedLinks);
    const access_control_list = [{ role_id: desk.guild_id, action: 'deny' }];
    const refused = await desk.update(before.panel_id, {
      channel_id: there,
      title: 'After',
      mentions: [],
      access_control_list,
    });
    expect(refused).toMatchObject({
      status: 400,
      code: 'discord.channel_permissions',
      error: expect.stringContaining('Send Messages, Embed Links'),
    });
    expect(await one(before.panel_id)).toEqual(before);
    expect([idsIn(lobby), idsIn(there)]).toEqual([[before.message_id], []]);
    await follow();
    expect(idsIn(lobby)).toEqual([before.message_id]);
    expect(await one(before.panel_id)).toEqual(before);
  });

  test('that Discord forbids in place leaves everything as it was', async () => {
    const before = await made({ title: 'Before' });
    await forbid(lobby, P.ViewChannel);
    const refused = await desk.update(before.panel_id, { title: 'After' });
    expect(refused).toMatchObject({ status: 400, error: expect.stringContaining('View Channels') });
    expect(await one(before.panel_id)).toEqual(before);
  });

  test.each([{ kind: 500 }, { kind: 'timeout' }, { kind: 500, afterEffect: true }] as const)(
    'that Discord does not answer about stays, and is made true later ($kind, done: $afterEffect)',
    async (how) => {
      const { panel_id, message_id } = await made({ title: 'Before' });
      fail({ ...edits, ...how });
      expect((await desk.update(panel_id, { title: 'After' })).status).toBe(200);
      expect(await one(panel_id)).toMatchObject({ title: 'After', message_state: 'outdated' });
      await follow();
      expect(titlesIn(lobby)).toEqual(['After']);
      expect(await one(panel_id)).toMatchObject({ message_id, message_state: 'posted' });
    },
  );

  test.each([false, true])(
    'of the channel that Discord does not answer about is finished later, once (it was posted: %s)',
    async (afterEffect) => {
      const { panel_id, message_id } = await made();
      const there = await desk.addChannel();
      fail({ ...posts, kind: 500, afterEffect });
      expect((await desk.update(panel_id, { channel_id: there })).status).toBe(200);
      expect(await one(panel_id)).toMatchObject({ message_id: null, message_state: 'pending' });
      expect(idsIn(lobby)).toEqual([message_id]);
      await follow();
      expect(idsIn(lobby)).toEqual([]);
      expect(idsIn(there)).toEqual([(await one(panel_id)).message_id]);
    },
  );

  test('while the first message is still to come reaches that message, and no second one', async () => {
    fail({ ...posts, kind: 500, afterEffect: true });
    const { panel_id } = await made({ title: 'Before' });
    await desk.update(panel_id, { title: 'After' });
    expect(idsIn(lobby)).toEqual([(await one(panel_id)).message_id]);
    expect(titlesIn(lobby)).toEqual(['After']);
  });

  test('of the channel takes along a first message whose answer was lost', async () => {
    fail({ ...posts, kind: 500, afterEffect: true });
    const { panel_id } = await made();
    const there = await desk.addChannel();
    await desk.update(panel_id, { channel_id: there });
    expect(idsIn(lobby)).toEqual([]);
    expect(idsIn(there)).toEqual([(await one(panel_id)).message_id]);
  });
});

describe('posting anew', () => {
  test('replaces the message, also twice in a row', async () => {
    const { panel_id, message_id } = await made();
    const seen = new Set([message_id]);
    for (let round = 0; round < 2; round++) {
      expect((await resend(panel_id)).body).toEqual({ success: true });
      const panel = await one(panel_id);
      expect(idsIn(lobby)).toEqual([panel.message_id]);
      seen.add(panel.message_id);
    }
    expect(seen.size).toBe(3);
  });

  test('brings back what was deleted by hand', async () => {
    const { panel_id, message_id } = await made();
    await w.app.ctx.discord.api.channels.deleteMessage(lobby, message_id ?? '');
    await expect.poll(async () => (await one(panel_id)).message_state, soon).toBe('deleted');
    await resend(panel_id);
    expect(await one(panel_id)).toMatchObject({ message_state: 'posted' });
    expect(idsIn(lobby)).toHaveLength(1);
  });

  test('that Discord forbids keeps the message that stands', async () => {
    const before = await made();
    await forbid(lobby, P.SendMessages);
    const { status, error } = await resend(before.panel_id);
    expect([status, error.code]).toEqual([400, 'discord.channel_permissions']);
    expect(idsIn(lobby)).toEqual([before.message_id]);
    expect(await one(before.panel_id)).toEqual(before);
  });

  test.each([false, true])(
    'that Discord does not answer about is finished later, once (it was posted: %s)',
    async (afterEffect) => {
      const { panel_id, message_id } = await made();
      fail({ ...posts, kind: 500, afterEffect });
      expect((await resend(panel_id)).status).toBe(200);
      await follow();
      const panel = await one(panel_id);
      expect(panel.message_id).not.toBe(message_id);
      expect(idsIn(lobby)).toEqual([panel.message_id]);
    },
  );

  test('deletes the old message later where Discord did not answer about that', async () => {
    const { panel_id, message_id } = await made();
    fail({ ...deletions, kind: 500 });
    await resend(panel_id);
    expect(idsIn(lobby)).toContain(message_id);
    await follow();
    expect(idsIn(lobby)).toEqual([(await one(panel_id)).message_id]);
  });
});

describe('removing', () => {
  test('takes the message along', async () => {
    const { panel_id } = await made();
    expect((await remove(panel_id)).body).toEqual({ success: true });
    expect(idsIn(lobby)).toEqual([]);
    expect((await remove(panel_id)).error).toMatchObject({ code: 'panel.not_found' });
  });

  test('is done though the message is gone, or Discord does not answer; the message then goes later', async () => {
    const gone = await made();
    w.app.sim.world.messages.delete(gone.message_id ?? '');
    expect((await remove(gone.panel_id)).status).toBe(200);
    const { panel_id } = await made();
    fail({ ...deletions, kind: 500 });
    expect((await remove(panel_id)).status).toBe(200);
    expect(idsIn(lobby)).toHaveLength(1);
    await follow();
    expect(idsIn(lobby)).toEqual([]);
  });

  test('finds a message whose answer was lost', async () => {
    fail({ ...posts, kind: 500, afterEffect: true });
    const { panel_id } = await made();
    expect(idsIn(lobby)).toHaveLength(1);
    await remove(panel_id);
    expect(idsIn(lobby)).toEqual([]);
  });
});

describe('what happens in Discord', () => {
  test('a message that is deleted there is marked, and not posted again by itself', async () => {
    const { panel_id, message_id } = await made();
    await w.app.ctx.discord.api.channels.deleteMessage(lobby, message_id ?? '');
    await expect
      .poll(() => one(panel_id), soon)
      .toMatchObject({ message_id: null, message_state: 'deleted' });
    await follow();
    expect(idsIn(lobby)).toEqual([]);
    expect((await one(panel_id)).message_state).toBe('deleted');
    await desk.update(panel_id, { title: 'After' });
    expect(titlesIn(lobby)).toEqual(['After']);
  });

  test('so are the messages of a channel that is deleted, and those that are deleted together', async () => {
    const [one_panel, other] = [await made(), await made()];
    await w.app.ctx.discord.api.channels.bulkDeleteMessages(lobby, idsIn(lobby));
    for (const { panel_id } of [one_panel, other])
      await expect.poll(async () => (await one(panel_id)).message_state, soon).toBe('deleted');
    await resend(other.panel_id);
    await w.app.ctx.discord.api.channels.delete(lobby);
    await expect.poll(async () => (await one(other.panel_id)).message_state, soon).toBe('deleted');
    const { status, fields } = await desk.update(other.panel_id, { channel_id: lobby });
    expect([status, fields]).toEqual([400, { channel_id: 'Panel channel not found' }]);
    const there = await desk.addChannel();
    expect((await desk.update(other.panel_id, { channel_id: there })).status).toBe(200);
    expect(idsIn(there)).toHaveLength(1);
  });

  test('a message that Discord refuses while nobody waits is marked, and not asked for again', async () => {
    fail({ ...posts, kind: 500 });
    const { panel_id } = await made();
    await forbid(lobby, P.SendMessages);
    await follow();
    expect(await one(panel_id)).toMatchObject({ message_id: null, message_state: 'refused' });
    await forbid(lobby, 0n);
    await follow();
    expect(idsIn(lobby)).toEqual([]);
    await resend(panel_id);
    expect(idsIn(lobby)).toEqual([(await one(panel_id)).message_id]);
  });
});

test('a panel that Discord refuses is not made, and one that it does not answer about is', async () => {
  const count = async () => (await w.app.call('panels.list', of(0))).body.length;
  const before = await count();
  await forbid(lobby, P.SendMessages);
  expect(await desk.create({ channel_id: lobby })).toMatchObject({
    status: 400,
    error: expect.stringContaining('Send Messages'),
  });
  expect(await count()).toBe(before);
  await forbid(lobby, 0n);
  fail({ ...posts, kind: 'timeout' });
  const { panel_id, status } = await desk.create({ channel_id: lobby });
  expect([status, await count()]).toEqual([200, before + 1]);
  await follow();
  expect(idsIn(lobby)).toEqual([(await one(panel_id)).message_id]);
});
