import type { UploadedFile } from '@tickets/contract/platform/uploads';
import type { Fault } from '@tickets/discord-sim/faults/faults';
import { callAs } from '@tickets/testkit/data/access';
import { changesSince } from '@tickets/testkit/data/changes';
import { loseKeys } from '@tickets/testkit/data/lost-keys';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, test, vi } from 'vitest';
import { storeAttachmentsOf } from '../../files/attachments.ts';
import { findTicket } from '../model/find.ts';
import { replyToTicket } from './reply.ts';
import { getTicketView } from './view.ts';

async function reply(
  world: TicketWorld,
  ticket: TestTicket,
  content: string,
  by = world.staff.id,
  idempotency_key?: string,
  files: readonly UploadedFile[] = [],
) {
  const { guild_id, ticket_id } = ticket;
  return replyToTicket(await callAs(world, by), {
    guild_id,
    ticket_id,
    content,
    files,
    idempotency_key,
  });
}

const file = (name: string, text: string): UploadedFile => ({
  name,
  content_type: 'text/plain',
  bytes: Buffer.from(text),
});

const inChannel = ({ sim }: TicketWorld, { channel_id }: { channel_id: string }) =>
  sim.world.messages.in('channel', channel_id);

test('a reply stands in Discord under the name of the member of staff, and counts as their answer', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const { message_id } = await reply(world, ticket, 'We are on it');
  const [message] = inChannel(world, ticket);
  expect(message).toMatchObject({
    id: message_id,
    content: 'We are on it',
    webhook_author: { username: 'sam' },
  });
  await world.settled();
  const { messages, self } = await getTicketView(await callAs(world, world.staff.id), ticket);
  expect(messages.map(({ author, content }) => [author.id, content])).toEqual([
    [world.staff.id, 'We are on it'],
  ]);
  expect(self).toEqual(messages[0]?.author);
  expect(await findTicket(world.ctx.db, ticket)).toMatchObject({
    last_message_by: world.staff.id,
    last_message_is_staff: true,
    message_count: 1,
  });
});

test('a reply in a ticket whose webhook cannot be opened any more goes by the one that its channel has', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await reply(world, ticket, 'Before');
  await loseKeys(world.ctx.db);
  await reply(world, ticket, 'After');
  const authors = inChannel(world, ticket).map(({ content, webhook_id }) => [content, webhook_id]);
  const webhook_id = expect.any(String);
  expect(authors).toEqual([
    ['Before', webhook_id],
    ['After', webhook_id],
  ]);
  expect(new Set(authors.map(([, id]) => id)).size).toBe(1);
});

/** Discord's answer is lost, and it is silent when it is asked whether the reply arrived. */
function loseReply({ sim }: TicketWorld, fault: Pick<Fault, 'kind' | 'afterEffect'>): void {
  sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', ...fault });
  sim.faults.next({ method: 'GET', route: '/channels/:id/messages', kind: 500 });
}

test('a reply whose answer was lost once is found, and told as sent', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind: 'reset', afterEffect: true });
  const { message_id } = await reply(world, ticket, 'We are on it');
  expect(inChannel(world, ticket).map(({ id }) => id)).toEqual([message_id]);
});

test('a reply whose answer was lost stands once, also where our clock is ahead of that of Discord', async () => {
  await using world = await startTicketWorld();
  vi.spyOn(world.ctx.clock, 'now').mockImplementation(() => new Date(Date.now() + 60_000));
  const ticket = await world.openTicket();
  await reply(world, ticket, 'We are on it');
  world.sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind: 'reset', afterEffect: true });
  const { message_id } = await reply(world, ticket, 'We are on it');
  expect(inChannel(world, ticket).map(({ id }) => id)).toEqual([expect.any(String), message_id]);
  await world.settled();
  const { messages } = await getTicketView(await callAs(world, world.staff.id), ticket);
  expect(messages.map(({ author, content }) => [author.id, content])).toEqual([
    [world.staff.id, 'We are on it'],
    [world.staff.id, 'We are on it'],
  ]);
});

test('a reply is told once and under one name, also when Discord tells of it before it answers', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await reply(world, ticket, 'Hello');
  await world.settled();
  const told: number[] = [];
  world.ctx.events.subscribe((event) => event.type === 'ticket.message' && told.push(event.seq));
  const route = '/webhooks/:id/:token';
  world.sim.faults.next({ method: 'POST', route, kind: 'delay', delayMs: 400, afterEffect: true });
  const heard = async () => {
    await expect.poll(() => told.length).toBe(1);
    return changesSince(world.ctx, {
      ...ticket,
      seq: (told[0] ?? 0) - 1,
      is_staff: true,
    });
  };
  const [[first]] = await Promise.all([heard(), reply(world, ticket, 'We are on it')]);
  expect(first).toMatchObject({ content: 'We are on it', author: { id: world.staff.id } });
  await world.settled();
  expect(told).toHaveLength(1);
});

test('an anonymised reply names the server to the members and the person to staff', async () => {
  await using world = await startTicketWorld();
  await world.settings({ anonymise_dashboard_responses: true });
  const ticket = await world.openTicket();
  await reply(world, ticket, 'hello');
  expect(inChannel(world, ticket)[0]?.webhook_author?.username).toBe('Bakery');
  const viewFor = async (user_id: string) => getTicketView(await callAs(world, user_id), ticket);
  const authorFor = async (user_id: string) => (await viewFor(user_id)).messages[0]?.author.username;
  expect(await authorFor(world.staff.id)).toBe('sam');
  expect(await viewFor(world.staff.id)).toMatchObject({ self: { username: 'sam' }, anonymous: true });
  expect(await authorFor(world.member.id)).toBe('Bakery');
  expect((await changesSince(world.ctx, { ...ticket, seq: 0 }))[0]?.author.username).toBe('Bakery');
});

test('names and texts are cut between characters, and where the bot speaks none is cut that would fit', async () => {
  await using world = await startTicketWorld();
  await world.settings({ anonymise_dashboard_responses: true });
  const { guild_id } = world;
  const name = `A${'🥐'.repeat(60)}`;
  await world.ctx.db.updateTable('guilds').set({ name }).where('guild_id', '=', guild_id).execute();
  const ticket = await world.openTicket();
  await reply(world, ticket, 'hello');
  expect(inChannel(world, ticket)[0]?.webhook_author?.username).toBe(name);

  for (const webhook of world.sim.world.webhooks.all()) world.sim.world.webhooks.delete(webhook.id);
  const text = '🥐'.repeat(1_500);
  await reply(world, ticket, text);
  expect(inChannel(world, ticket)[1]).toMatchObject({ content: text, author_id: world.bot_id });
});

test('a reply to a thread ticket lands in the thread', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ is_thread: true });
  await reply(world, ticket, 'in here');
  expect(inChannel(world, ticket).map(({ content }) => content)).toEqual(['in here']);
});

test('the same key sends once, however often and however close together it comes', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => reply(world, ticket, 'once', world.staff.id, 'the-same-key')),
  );
  answers.push(await reply(world, ticket, 'once', world.staff.id, 'the-same-key'));
  expect(new Set(answers.map(({ message_id }) => message_id)).size).toBe(1);
  expect(inChannel(world, ticket)).toHaveLength(1);
  await reply(world, ticket, 'another person', world.owner.id, 'the-same-key');
  expect(inChannel(world, ticket)).toHaveLength(2);
});

test('a key under which something else was sent is refused, and what was meant to be sent is not lost in silence', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const send = (content: string, ...files: UploadedFile[]) =>
    reply(world, ticket, content, world.staff.id, 'the-same-key', files);
  const { message_id } = await send('Hello', file('a.txt', 'one'));
  const refused = { code: 'ticket.key_reused' };
  await expect(send('Goodbye', file('a.txt', 'one'))).rejects.toMatchObject(refused);
  await expect(send('Hello', file('a.txt', 'another'))).rejects.toMatchObject(refused);
  await expect(send('Hello', file('b.txt', 'one'))).rejects.toMatchObject(refused);
  expect(await send(' Hello ', file('a.txt', 'one'))).toEqual({ message_id });
  expect(await send('Hello')).toEqual({ message_id });

  loseReply(world, { kind: 500, afterEffect: false });
  const lost = (content: string) => reply(world, ticket, content, world.staff.id, 'another-key');
  await expect(lost('one')).rejects.toMatchObject({ code: 'discord.unavailable' });
  await expect(lost('two')).rejects.toMatchObject(refused);
  await lost('one');
  expect(inChannel(world, ticket).map(({ content }) => content)).toEqual(['Hello', 'one']);
});

for (const kind of [500, 'timeout'] as const)
  for (const afterEffect of [false, true])
    test(`a reply that met ${kind === 500 ? 'an error' : 'no answer'}${afterEffect ? ' after its effect' : ''} is there once when it is sent again`, async () => {
      await using world = await startTicketWorld();
      const ticket = await world.openTicket();
      await reply(world, ticket, 'the same words');
      loseReply(world, { kind, afterEffect });
      const send = () => reply(world, ticket, 'the same words', world.staff.id, 'a-key-of-mine');
      await expect(send()).rejects.toMatchObject({ code: 'discord.unavailable' });
      const { message_id } = await send();
      expect(inChannel(world, ticket).map(({ id }) => id)).toContain(message_id);
      expect(inChannel(world, ticket)).toHaveLength(2);
    });

test('a webhook that was deleted is replaced, and without the right to one the bot speaks', async () => {
  await using world = await startTicketWorld();
  const { world: discord } = world.sim;
  const ticket = await world.openTicket();
  await reply(world, ticket, 'first');
  for (const webhook of discord.webhooks.all()) discord.webhooks.delete(webhook.id);
  await reply(world, ticket, 'second');
  await reply(world, ticket, 'third');
  expect(
    inChannel(world, ticket).map(({ content, webhook_id }) => [content, webhook_id !== undefined]),
  ).toEqual([
    ['first', true],
    ['**sam**:\n>>> second', false],
    ['third', true],
  ]);

  const [role] = discord.roles.in('guild', world.guild_id).filter(({ name }) => name === 'Tickets');
  const { ViewChannel, SendMessages, ReadMessageHistory } = PermissionFlagsBits;
  if (role)
    discord.roles.put({ ...role, permissions: String(ViewChannel | SendMessages | ReadMessageHistory) });
  const poor = await world.openTicket();
  await reply(world, poor, 'without a webhook');
  expect(inChannel(world, poor).map(({ content }) => content)).toEqual(['**sam**:\n>>> without a webhook']);
});

test('a name that Discord refuses for a webhook costs no reply, and still reads as it is', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const names = [
    'Discord Helper',
    'mcClyde',
    'dis\u2060cord',
    'Here',
    ' everyone ',
    'e\u200bveryone',
    '`````',
    'Sphere',
  ];
  await world.settings({ anonymise_dashboard_responses: true });
  for (const [index, name] of names.entries()) {
    const guild = world.ctx.db.updateTable('guilds').where('guild_id', '=', world.guild_id);
    await guild.set({ name }).execute();
    await reply(world, ticket, `reply ${index}`);
  }
  const said = inChannel(world, ticket).map(({ webhook_author }) => webhook_author?.username);
  expect(said).toEqual([
    'D\u200aiscord Helper',
    'mcC\u200alyde',
    'd\u200aiscord',
    'H\u200aere',
    'e\u200averyone',
    'e\u200averyone',
    '`\u200a`\u200a`\u200a``',
    'Sphere',
  ]);
});

test('where Discord refuses what a webhook says, the bot says it', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind: 400 });
  await reply(world, ticket, 'hello');
  await reply(world, ticket, 'again');
  expect(inChannel(world, ticket).map(({ content }) => content)).toEqual(['**sam**:\n>>> hello', 'again']);
});

test('what the bot says in place of a webhook is quoted to its end, so that no line of it passes for words of another', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'POST', route: '/channels/:id/webhooks', kind: 403, code: 50013 });
  await reply(world, ticket, `hello\n**lea**: ${'x'.repeat(1_980)}`);
  const [message] = inChannel(world, ticket);
  expect(message?.webhook_id).toBeUndefined();
  expect(message?.content).toMatch(/^\*\*sam\*\*:\n>>> hello\n\*\*lea\*\*: x+…$/);
  expect(message?.content).toHaveLength(2_000);
});

test('a reply calls only those who are in the ticket', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await reply(world, ticket, `@everyone <@${world.member.id}> <@${world.owner.id}> <@&${world.guild_id}>`);
  expect(inChannel(world, ticket)[0]).toMatchObject({
    mentions: [world.member.id],
    mention_roles: [],
    mention_everyone: false,
  });
});

test('a reply is refused to whoever may not give it, and nothing is sent', async () => {
  await using world = await startTicketWorld({ config: { premium: 'entitlements' } });
  const ticket = await world.openTicket();
  await expect(reply(world, ticket, 'hi')).rejects.toMatchObject({ code: 'premium.required' });
  await world.ctx.db
    .insertInto('entitlements')
    .values({ guild_id: world.guild_id, source: 'operator', sku_label: 'Premium' })
    .execute();
  await expect(reply(world, ticket, '  \n')).rejects.toMatchObject({ code: 'ticket.message_empty' });
  await expect(reply(world, ticket, 'x'.repeat(2001))).rejects.toMatchObject({
    code: 'ticket.message_too_long',
  });
  await expect(reply(world, ticket, 'hi', world.member.id)).rejects.toMatchObject({
    code: 'permission.denied',
  });
  expect(inChannel(world, ticket)).toEqual([]);
  await reply(world, ticket, 'x'.repeat(2000));
});

test('a reply into a channel that is gone closes the ticket and says so', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.hear(false);
  await world.owner.deleteChannel(ticket.channel_id);
  await expect(reply(world, ticket, 'hi')).rejects.toMatchObject({ code: 'ticket.channel_missing' });
  expect((await findTicket(world.ctx.db, ticket))?.status).toBe('closing');
});

const filesIn = (world: TicketWorld, ticket: TestTicket) =>
  inChannel(world, ticket).map(({ content, attachments }) => [
    content,
    ...attachments.map(({ filename, blob_id }) => [filename, String(world.sim.world.blobs.get(blob_id))]),
  ]);

for (const is_thread of [false, true])
  test(`files stand under the reply that they were attached to, in ${is_thread ? 'a thread' : 'a channel'}, and are kept`, async () => {
    await using world = await startTicketWorld();
    const ticket = await world.openTicket({ is_thread });
    await reply(world, ticket, 'Your receipt', world.staff.id, undefined, [
      file('receipt.txt', 'two loaves'),
      file('terms.txt', 'eat soon'),
    ]);
    await reply(world, ticket, '', world.staff.id, undefined, [file('alone.txt', 'no words')]);
    expect(filesIn(world, ticket)).toEqual([
      ['Your receipt', ['receipt.txt', 'two loaves'], ['terms.txt', 'eat soon']],
      ['', ['alone.txt', 'no words']],
    ]);
    expect(inChannel(world, ticket).every(({ webhook_id }) => webhook_id)).toBe(true);

    await storeAttachmentsOf(world.ctx, ticket);
    const { messages } = await getTicketView(await callAs(world, world.staff.id), ticket);
    const ours = new RegExp(`^${world.ctx.config.api_url}/files/`);
    expect(
      messages.map(({ attachments }) => attachments.map(({ filename, size }) => [filename, size])),
    ).toEqual([
      [
        ['receipt.txt', 10],
        ['terms.txt', 8],
      ],
      [['alone.txt', 8]],
    ]);
    for (const { url } of messages.flatMap(({ attachments }) => attachments)) expect(url).toMatch(ours);
  });

test('where the bot may have no webhook, it sends the files itself, also without a text', async () => {
  await using world = await startTicketWorld();
  const { world: discord } = world.sim;
  const [role] = discord.roles.in('guild', world.guild_id).filter(({ name }) => name === 'Tickets');
  const { ViewChannel, SendMessages, ReadMessageHistory, AttachFiles } = PermissionFlagsBits;
  if (!role) throw new Error('the bot has no role');
  const permissions = String(ViewChannel | SendMessages | ReadMessageHistory | AttachFiles);
  discord.roles.put({ ...role, permissions });
  const ticket = await world.openTicket();
  await reply(world, ticket, 'Look', world.staff.id, undefined, [file('a.txt', 'a')]);
  await reply(world, ticket, '', world.staff.id, undefined, [file('b.txt', 'b')]);
  expect(filesIn(world, ticket)).toEqual([
    ['**sam**:\n>>> Look', ['a.txt', 'a']],
    ['**sam**:', ['b.txt', 'b']],
  ]);
});

test('a reply with files whose answer was lost is there once, and one with other files is another reply', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const lose = () => loseReply(world, { kind: 500, afterEffect: true });
  const send = (key: string, ...files: UploadedFile[]) =>
    reply(world, ticket, 'Here', world.staff.id, key, files);
  for (const [key, files] of [
    ['first-key', [file('one.txt', '1111')]],
    ['other-name', [file('two.txt', '2222')]],
    ['other-size', [file('one.txt', '1111 and more')]],
    ['no-files', []],
    ['two-files', [file('one.txt', '1111'), file('two.txt', '2222')]],
  ] as const) {
    lose();
    await expect(send(key, ...files)).rejects.toMatchObject({ code: 'discord.unavailable' });
  }
  const all = filesIn(world, ticket);
  expect(all).toHaveLength(5);
  await send('no-files');
  await send('two-files', file('one.txt', '1111'), file('two.txt', '2222'));
  await send('other-size', file('one.txt', '1111 and more'));
  await send('other-name', file('two.txt', '2222'));
  const { message_id } = await send('first-key', file('one.txt', '1111'));
  expect(filesIn(world, ticket)).toEqual(all);
  expect(inChannel(world, ticket)[0]?.id).toBe(message_id);
});

test('a reply says what its placeholders stand for, and calls nobody by a name', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const { world: discord } = world.sim;
  const member = discord.members.get(`${world.guild_id}:${world.member.id}`);
  if (!member) throw new Error('mia is a member');
  discord.members.put({ ...member, nick: `@everyone <@${world.owner.id}>` });
  const text = '%user% (%user_id%, %username%, %nickname%) #%ticket_id% in %channel% on %server%, %unknown%';
  await reply(world, ticket, text);
  await reply(world, ticket, '%time% %date% %datetime%');
  const [said, times] = inChannel(world, ticket);
  const id = world.member.id;
  expect(said?.content).toBe(
    `<@${id}> (${id}, mia, \\@everyone \\<\\@${world.owner.id}\\>) #${ticket.ticket_id} in <#${ticket.channel_id}> on Bakery, %unknown%`,
  );
  expect(said).toMatchObject({ mentions: [id], mention_everyone: false });
  expect(times?.content).toMatch(/^<t:\d+:t> <t:\d+:d> <t:\d+:f>$/);
});

test('a reply that its placeholders made too long ends with an ellipsis, and one of nothing still arrives', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await reply(world, ticket, `${'x'.repeat(1_990)}%user_id%`);
  await reply(world, ticket, 'ends with nothing %date_days:never%');
  await reply(world, ticket, '%date_days:never%');
  const [long, short, nothing] = inChannel(world, ticket).map(({ content }) => content);
  expect([long?.length, long?.at(-1)]).toEqual([2_000, '…']);
  expect([short, nothing]).toEqual(['ends with nothing', '\u200b']);
});

test('a reply with placeholders whose answer was lost is known again', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  loseReply(world, { kind: 500, afterEffect: true });
  const send = () => reply(world, ticket, 'Now: %datetime% %date_days:x%', world.staff.id, 'a-key-of-mine');
  await expect(send()).rejects.toMatchObject({ code: 'discord.unavailable' });
  await send();
  expect(inChannel(world, ticket)).toHaveLength(1);
});
