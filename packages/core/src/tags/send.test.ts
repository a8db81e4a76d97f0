import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { TagInput } from '@tickets/contract/tags/tags';
import { callAs, callOf } from '@tickets/testkit/data/access';
import { buildPanel } from '@tickets/testkit/data/factories';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test } from 'vitest';
import { findTicket } from '../tickets/model/find.ts';
import { sendTag } from './send.ts';
import { saveTag } from './tags.ts';

async function send(
  { ctx, guild_id, staff }: TicketWorld,
  { ticket_id }: TestTicket,
  { tag_id = 'docs', by = staff.id, key }: { tag_id?: string; by?: string; key?: string } = {},
) {
  return sendTag(await callAs({ ctx, guild_id }, by), {
    guild_id,
    ticket_id,
    tag_id,
    idempotency_key: key,
  });
}
const save = ({ ctx, guild_id }: TicketWorld, input: object) =>
  saveTag(callOf(ctx), guild_id, TagInput.parse({ id: 'docs', ...input }));
const inChannel = ({ sim }: TicketWorld, { channel_id }: TestTicket) =>
  sim.world.messages.in('channel', channel_id);
const embed = CustomEmbedInput.parse({
  title: '%username%',
  description: 'Ticket %ticket_id%',
  thumbnail_url: '%avatar_url%',
  fields: [{ name: 'Server', value: '%server%' }],
});

test('a tag stands in the ticket under the name of the member of staff, filled in, and counts as their answer', async () => {
  await using world = await startTicketWorld();
  await save(world, { content: 'Hi %user% (%username%), see %channel%', use_embed: true, embed });
  const ticket = await world.openTicket();
  const { message_id } = await send(world, ticket, { tag_id: ' DOCS ' });
  const [message] = inChannel(world, ticket);
  expect(message).toMatchObject({
    id: message_id,
    content: `Hi <@${world.member.id}> (mia), see <#${ticket.channel_id}>`,
    webhook_author: { username: 'sam' },
    mentions: [world.member.id],
  });
  expect(message?.embeds).toMatchObject([
    {
      title: '%username%',
      description: `Ticket ${ticket.ticket_id}`,
      fields: [{ name: 'Server', value: 'Bakery' }],
      thumbnail: { url: expect.stringMatching(/^http/) },
    },
  ]);
  expect(await findTicket(world.ctx.db, ticket)).toMatchObject({
    last_message_by: world.staff.id,
    last_message_is_staff: true,
    awaits_opener: true,
  });
});

test('a tag calls only those who are in the ticket', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await save(world, {
    content: `@everyone <@&${world.guild_id}> <@${world.member.id}> <@${world.owner.id}>`,
  });
  await send(world, ticket);
  expect(inChannel(world, ticket)[0]).toMatchObject({
    mentions: [world.member.id],
    mention_roles: [],
    mention_everyone: false,
  });
});

test('a tag of an embed alone, one that is filled with nothing, and one for a thread are posted', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ is_thread: true });
  await save(world, { content: null, use_embed: true, embed });
  await save(world, { id: 'long', content: `${'x'.repeat(1990)} %user_id%` });
  await save(world, { id: 'blank', content: '%date_days:x%' });
  for (const tag_id of ['docs', 'long', 'blank']) await send(world, ticket, { tag_id });
  const said = inChannel(world, ticket).map(({ content, embeds }) => [content.length, embeds.length]);
  expect(said).toEqual([
    [0, 1],
    [2000, 0],
    [1, 0],
  ]);
});

for (const kind of [500, 'timeout'] as const)
  for (const afterEffect of [false, true])
    test(`a tag that met ${kind}${afterEffect ? ' after its effect' : ''} is there once when it is sent again`, async () => {
      await using world = await startTicketWorld();
      await save(world, { content: 'At %datetime%', use_embed: true, embed });
      const ticket = await world.openTicket();
      await send(world, ticket);
      world.sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind, afterEffect });
      // And it is silent when it is asked whether the tag arrived.
      world.sim.faults.next({ method: 'GET', route: '/channels/:id/messages', kind: 500 });
      const again = () => send(world, ticket, { key: 'a-key-of-mine' });
      await expect(again()).rejects.toMatchObject({ code: 'discord.unavailable' });
      const { message_id } = await again();
      expect(inChannel(world, ticket).map(({ id }) => id)).toContain(message_id);
      expect(await again()).toEqual({ message_id });
      expect(inChannel(world, ticket)).toHaveLength(2);
    });

test('a tag is refused without premium, without a right to the ticket, and when there is none', async () => {
  await using world = await startTicketWorld({ config: { premium: 'entitlements' } });
  const { ctx, guild_id, staff, member } = world;
  await save(world, { content: 'Hi' });
  const ticket = await world.openTicket();
  await expect(send(world, ticket)).rejects.toMatchObject({ code: 'premium.required' });
  await ctx.db
    .insertInto('entitlements')
    .values({ guild_id, source: 'operator', sku_label: 'Premium' })
    .execute();
  await expect(send(world, ticket, { tag_id: 'none' })).rejects.toMatchObject({ code: 'tag.not_found' });
  await expect(send(world, ticket, { by: member.id })).rejects.toMatchObject({ code: 'permission.denied' });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false });
  const other = await world.openTicket({ panel_id });
  await expect(send(world, other, { by: staff.id })).rejects.toMatchObject({ code: 'permission.denied' });
  expect([...inChannel(world, ticket), ...inChannel(world, other)]).toEqual([]);
});

test('a key under which another tag was sent is refused', async () => {
  await using world = await startTicketWorld();
  await save(world, { content: 'Read the docs' });
  await save(world, { id: 'restart', content: 'Turn it off and on' });
  const ticket = await world.openTicket();
  const sent = await send(world, ticket, { key: 'the-same-key' });
  await expect(send(world, ticket, { tag_id: 'restart', key: 'the-same-key' })).rejects.toMatchObject({
    code: 'ticket.key_reused',
  });
  expect(await send(world, ticket, { key: 'the-same-key' })).toEqual(sent);
  expect(inChannel(world, ticket)).toHaveLength(1);
});
