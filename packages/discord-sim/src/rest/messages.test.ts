import { API } from '@discordjs/core';
import { DiscordAPIError } from '@discordjs/rest';
import { MessageFlags, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type Stage, stage } from '../testing.ts';

const READER = P.ViewChannel | P.SendMessages | P.ReadMessageHistory;

/** The code of a refusal, and where in the body its problems are. */
async function refusalOf(work: Promise<unknown>): Promise<{ code: unknown; status: number; raw: unknown }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DiscordAPIError)
      return { code: error.code, status: error.status, raw: error.rawError };
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a message', () => {
  it('comes back with its text, embeds, buttons and files, and a reader finds all of them', async () => {
    await using on = await stage();
    const api = new API(on.rest);
    const sent = await api.channels.createMessage(on.channel.id, {
      content: '  hello  ',
      embeds: [{ title: 'T', image: { url: 'attachment://cat.png' } }],
      components: [
        {
          type: 1,
          components: [{ type: 2, style: 1, custom_id: 'open', label: 'Open', emoji: { name: '🎫' } }],
        },
      ],
      files: [
        { name: 'cat.png', data: Buffer.from('not really') },
        { name: 'notes.txt', data: Buffer.from('four') },
      ],
    });
    const read = await api.channels.getMessage(on.channel.id, sent.id);
    expect(read).toMatchObject({
      content: 'hello',
      author: { id: on.app.bot_user_id },
      embeds: [{ type: 'rich', title: 'T', image: { url: expect.stringContaining('/cdn/attachments/') } }],
      components: [{ components: [{ custom_id: 'open', emoji: { name: '🎫' } }] }],
      attachments: [{ filename: 'notes.txt', size: 4, content_type: 'text/plain; charset=utf-8' }],
    });
    expect(Buffer.from(on.sim.world.blobs.get(read.attachments[0]?.id ?? '') ?? []).toString()).toBe('four');
  });

  it('can be edited, keeps the files it is told to keep, and can be deleted', async () => {
    await using on = await stage();
    const api = new API(on.rest);
    const files = ['a.txt', 'b.txt'].map((name) => ({ name, data: Buffer.from(name) }));
    const sent = await api.channels.createMessage(on.channel.id, { content: 'one', files });
    const kept = sent.attachments.filter((file) => file.filename === 'b.txt');
    const edited = await api.channels.editMessage(on.channel.id, sent.id, {
      content: 'two',
      attachments: kept,
    });
    expect(edited).toMatchObject({ content: 'two', attachments: [{ filename: 'b.txt' }] });
    expect(edited.edited_timestamp).not.toBeNull();
    const dropped = sent.attachments.find((file) => file.filename === 'a.txt');
    expect(on.sim.world.blobs.get(dropped?.id ?? '')).toBeUndefined();
    await api.channels.deleteMessage(on.channel.id, sent.id);
    expect(await refusalOf(api.channels.getMessage(on.channel.id, sent.id))).toMatchObject({
      code: 10008,
      status: 404,
    });
  });

  it('with the same enforced nonce is said once', async () => {
    await using on = await stage();
    const api = new API(on.rest);
    const say = () =>
      api.channels.createMessage(on.channel.id, { content: 'once', nonce: 'n1', enforce_nonce: true });
    const [first, second] = [await say(), await say()];
    expect(second.id).toBe(first.id);
    expect(on.sim.world.messages.countIn('channel', on.channel.id)).toBe(1);
  });

  it('in pages: before, after and around', async () => {
    await using on = await stage();
    const api = new API(on.rest);
    const ids = Array.from({ length: 10 }, (_, n) => {
      return on.sim.world.addMessage({
        channel_id: on.channel.id,
        author_id: on.owner.id,
        content: String(n),
      }).id;
    });
    const texts = async (query: object) =>
      (await api.channels.getMessages(on.channel.id, query)).map((m) => m.content);
    expect(await texts({ limit: 3 })).toEqual(['9', '8', '7']);
    expect(await texts({ limit: 3, before: ids[3] })).toEqual(['2', '1', '0']);
    expect(await texts({ limit: 3, after: ids[3] })).toEqual(['6', '5', '4']);
    expect(await texts({ limit: 3, around: ids[5] })).toEqual(['6', '5', '4']);
    expect(await refusalOf(api.channels.getMessages(on.channel.id, { limit: 101 }))).toMatchObject({
      code: 50035,
    });
  });
});

describe('what a message may not be', () => {
  const row = (components: object[]) => ({ type: 1, components });
  const button = (more: object) => ({ type: 2, style: 1, custom_id: 'a', label: 'A', ...more });
  const embed = (more: object) => ({ embeds: [{ title: 't', ...more }] });
  const tooMuch: [says: string, body: object, where: string, code: string][] = [
    ['more than 2000 characters', { content: 'x'.repeat(2001) }, 'content', 'BASE_TYPE_MAX_LENGTH'],
    [
      'eleven embeds',
      { embeds: Array.from({ length: 11 }, () => ({ title: 't' })) },
      'embeds',
      'BASE_TYPE_MAX_LENGTH',
    ],
    [
      'an embed title of 257',
      { embeds: [{ title: 'x'.repeat(257) }] },
      'embeds.0.title',
      'BASE_TYPE_MAX_LENGTH',
    ],
    [
      'an embed description of 4097',
      embed({ description: 'x'.repeat(4097) }),
      'embeds.0.description',
      'BASE_TYPE_MAX_LENGTH',
    ],
    [
      '26 fields',
      embed({ fields: Array.from({ length: 26 }, () => ({ name: 'n', value: 'v' })) }),
      'embeds.0.fields',
      'BASE_TYPE_MAX_LENGTH',
    ],
    [
      'an empty field value',
      embed({ fields: [{ name: 'n', value: '' }] }),
      'embeds.0.fields.0.value',
      'BASE_TYPE_REQUIRED',
    ],
    [
      'a field name of spaces',
      embed({ fields: [{ name: '  ', value: 'v' }] }),
      'embeds.0.fields.0.name',
      'BASE_TYPE_REQUIRED',
    ],
    [
      'a footer of 2049',
      embed({ footer: { text: 'x'.repeat(2049) } }),
      'embeds.0.footer.text',
      'BASE_TYPE_MAX_LENGTH',
    ],
    [
      'embeds of 6001 together',
      { embeds: [1, 2].map(() => ({ description: 'x'.repeat(3001) })) },
      'embeds',
      'MAX_EMBED_SIZE_EXCEEDED',
    ],
    [
      'an embed link that is none',
      embed({ url: 'https://not a link' }),
      'embeds.0.url',
      'URL_TYPE_INVALID_URL',
    ],
    [
      'an embed link without a scheme',
      embed({ url: 'a.example' }),
      'embeds.0.url',
      'URL_TYPE_INVALID_SCHEME',
    ],
    ['an empty embed link', embed({ url: '' }), 'embeds.0.url', 'URL_TYPE_INVALID_SCHEME'],
    [
      'an embed link to a host without a dot',
      embed({ url: 'http://myserver:8080/x' }),
      'embeds.0.url',
      'URL_TYPE_INVALID_URL',
    ],
    [
      'an embed picture on a host without a dot',
      embed({ image: { url: 'http://localhost/a.png' } }),
      'embeds.0.image.url',
      'URL_TYPE_INVALID_URL',
    ],
    [
      'a button to a host without a dot',
      { components: [row([{ type: 2, style: 5, label: 'Open', url: 'http://localhost:8080' }])] },
      'components.0.components.0.url',
      'URL_TYPE_INVALID_URL',
    ],
    [
      'an embed picture by another scheme',
      embed({ image: { url: 'ftp://x.example/y' } }),
      'embeds.0.image.url',
      'URL_TYPE_INVALID_SCHEME',
    ],
    [
      'six rows',
      { components: Array.from({ length: 6 }, (_, n) => row([button({ custom_id: `${n}` })])) },
      'components',
      'BASE_TYPE_MAX_LENGTH',
    ],
    [
      'six buttons in a row',
      { components: [row(Array.from({ length: 6 }, (_, n) => button({ custom_id: `${n}` })))] },
      'components.0.components',
      'BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a custom id of 101',
      { components: [row([button({ custom_id: 'x'.repeat(101) })])] },
      'components.0.components.0.custom_id',
      'BASE_TYPE_BAD_LENGTH',
    ],
    [
      'one custom id twice',
      { components: [row([button({}), button({})])] },
      'components.0.components.1.custom_id',
      'COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'a label of 81',
      { components: [row([button({ label: 'x'.repeat(81) })])] },
      'components.0.components.0.label',
      'BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a button of nothing',
      { components: [row([button({ label: undefined })])] },
      'components.0.components.0',
      'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
    ],
    [
      'an emoji that does not exist',
      { components: [row([button({ emoji: { id: '123', name: 'x' } })])] },
      'components.0.components.0.emoji.name',
      'COMPONENT_INVALID_EMOJI',
    ],
    [
      '26 options',
      {
        components: [
          row([
            {
              type: 3,
              custom_id: 's',
              options: Array.from({ length: 26 }, (_, n) => ({ label: 'l', value: `${n}` })),
            },
          ]),
        ],
      },
      'components.0.components.0.options',
      'BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a placeholder of 151',
      { components: [row([{ type: 5, custom_id: 's', placeholder: 'x'.repeat(151) }])] },
      'components.0.components.0.placeholder',
      'BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a select beside a button',
      { components: [row([button({}), { type: 5, custom_id: 's' }])] },
      'components.0.components',
      'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    ],
    [
      'new components without their flag',
      { components: [{ type: 10, content: 'x' }] },
      'components.0.type',
      'BASE_TYPE_CHOICES',
    ],
    [
      'content beside new components',
      { flags: 32768, content: 'x', components: [{ type: 10, content: 'x' }] },
      'content',
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ],
    [
      'users both parsed and listed',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
      'allowed_mentions.users',
      'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
    ],
    [
      'one role allowed twice',
      { content: 'x', allowed_mentions: { parse: [], roles: ['1', '2', '1'] } },
      'allowed_mentions.roles.2',
      'SET_TYPE_ALREADY_CONTAINS_VALUE',
    ],
    [
      'an answer to a message that is not there',
      { content: 'x', message_reference: { message_id: '123' } },
      'message_reference',
      'REPLIES_UNKNOWN_MESSAGE',
    ],
  ];
  it.each(tooMuch)('%s', async (_says, body, where, code) => {
    await using on = await stage();
    const answer = await on.fetch('POST', `/channels/${on.channel.id}/messages`, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    const node = where
      .split('.')
      .reduce<unknown>((tree, key) => (tree as Record<string, unknown>)?.[key], answer.body.errors);
    expect(node).toMatchObject({ _errors: expect.arrayContaining([expect.objectContaining({ code })]) });
  });

  it('but may link to machines by number, and to the simulator itself', async () => {
    await using on = await stage();
    on.sim.world.baseUrl = 'http://discord:8081';
    for (const url of ['http://192.168.0.7:8080/x', 'https://a.example', 'http://discord:8081/cdn/a.png']) {
      const components = [row([{ type: 2, style: 5, label: 'Open', url }])];
      const body = { embeds: [{ title: 'T', url, author: { name: 'A', icon_url: url } }], components };
      const { status } = await on.fetch('POST', `/channels/${on.channel.id}/messages`, { body });
      expect([url, status]).toEqual([url, 200]);
    }
  });

  it('empty', async () => {
    await using on = await stage();
    const answer = await on.fetch('POST', `/channels/${on.channel.id}/messages`, {
      body: { content: '   ' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 50006 } });
  });

  it('larger than ten megabytes in one file', async () => {
    await using on = await stage();
    const files = [{ name: 'big.bin', data: Buffer.alloc(10 * 1024 * 1024 + 1) }];
    const refused = await refusalOf(new API(on.rest).channels.createMessage(on.channel.id, { files }));
    expect(refused).toMatchObject({ code: 40005, status: 413 });
  });

  it('text that is not JSON', async () => {
    await using on = await stage();
    const headers = { authorization: `Bot ${on.app.bot_token}`, 'content-type': 'application/json' };
    const url = `${on.sim.url}/api/v10/channels/${on.channel.id}/messages`;
    const answer = await fetch(url, { method: 'POST', headers, body: '{"content":' });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 50109 }]);
  });

  it('half of a surrogate pair, which no text in UTF-8 holds', async () => {
    await using on = await stage();
    const say = (body: unknown) => on.fetch('POST', `/channels/${on.channel.id}/messages`, { body });
    for (const body of [
      { content: 'a\ud83db' },
      { content: 'a', embeds: [{ title: '\ude00' }] },
      { '\ud83d': 1 },
    ])
      expect(await say(body)).toMatchObject({ status: 400, body: { code: 50109 } });
    expect(await say({ content: 'a\ud83d\ude00b' })).toMatchObject({ status: 200 });
  });
});

describe('who is pinged', () => {
  async function ping(on: Stage, body: object) {
    const sent = await on.fetch('POST', `/channels/${on.channel.id}/messages`, { body });
    const row = on.sim.world.messages.get(String(sent.body.id));
    return { users: row?.mentions, roles: row?.mention_roles, everyone: row?.mention_everyone };
  }

  it('everybody whom the text names, when nothing is said about it', async () => {
    await using on = await stage();
    const role = on.sim.world.addRole({ guild_id: on.guild.id, name: 'staff' });
    const content = `<@${on.owner.id}> <@&${role.id}> @everyone`;
    expect(await ping(on, { content })).toEqual({ users: [on.owner.id], roles: [role.id], everyone: true });
  });

  it('nobody, when allowed_mentions is empty', async () => {
    await using on = await stage();
    const content = `<@${on.owner.id}> @here`;
    expect(await ping(on, { content, allowed_mentions: { parse: [] } })).toEqual({
      users: [],
      roles: [],
      everyone: false,
    });
  });

  it('only those who are listed', async () => {
    await using on = await stage();
    const other = on.sim.world.addUser();
    const content = `<@${on.owner.id}> <@${other.id}> @everyone`;
    expect(await ping(on, { content, allowed_mentions: { users: [other.id] } })).toMatchObject({
      users: [other.id],
      everyone: false,
    });
  });

  it('not everyone, by a bot that may not; and a role only when it is mentionable', async () => {
    await using on = await stage({ permissions: READER });
    const shy = on.sim.world.addRole({ guild_id: on.guild.id });
    const open = on.sim.world.addRole({ guild_id: on.guild.id, mentionable: true });
    const content = `@everyone <@&${shy.id}> <@&${open.id}>`;
    expect(await ping(on, { content })).toEqual({ users: [], roles: [open.id], everyone: false });
  });

  it('nobody in a piece of code', async () => {
    await using on = await stage();
    expect(await ping(on, { content: `\`<@${on.owner.id}>\` \`\`\`@everyone\`\`\`` })).toMatchObject({
      users: [],
      everyone: false,
    });
  });
});

describe('what a bot may do', () => {
  it('nothing in a channel it cannot see, and nothing said of one that is not there', async () => {
    await using on = await stage({ permissions: P.SendMessages });
    const hidden = on.sim.world.addChannel({
      guild_id: on.guild.id,
      permission_overwrites: [{ id: on.guild.id, type: 0, allow: '0', deny: String(P.ViewChannel) }],
    });
    const body = { content: 'x' };
    expect((await on.fetch('POST', `/channels/${hidden.id}/messages`, { body })).body.code).toBe(50001);
    expect((await on.fetch('POST', '/channels/123456789012345678/messages', { body })).body.code).toBe(10003);
  });

  it.each([
    ['write', P.SendMessages, { content: 'x' }],
    ['embed', P.EmbedLinks, { embeds: [{ title: 'x' }] }],
  ])('not %s where it is denied', async (_says, denied, body) => {
    await using on = await stage({ permissions: READER | P.EmbedLinks });
    const channel = on.sim.world.addChannel({
      guild_id: on.guild.id,
      permission_overwrites: [{ id: on.app.bot_user_id, type: 1, allow: '0', deny: String(denied) }],
    });
    const answer = await on.fetch('POST', `/channels/${channel.id}/messages`, { body });
    expect(answer).toMatchObject({ status: 403, body: { code: 50013 } });
  });

  it('not edit what somebody else wrote, and not delete it without the right to manage', async () => {
    await using on = await stage({ permissions: READER });
    const message = on.sim.world.addMessage({
      channel_id: on.channel.id,
      author_id: on.owner.id,
      content: 'mine',
    });
    const path = `/channels/${on.channel.id}/messages/${message.id}`;
    expect((await on.fetch('PATCH', path, { body: { content: 'x' } })).body.code).toBe(50005);
    expect((await on.fetch('DELETE', path)).body.code).toBe(50013);
  });

  it('not write to somebody who shares no server with it or shut their door', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const stranger = world.addUser();
    const shut = world.addUser({ accepts_dms: false });
    world.addMember({ guild_id: on.guild.id, user_id: shut.id });
    const api = new API(on.rest);
    for (const person of [stranger, shut]) {
      const channel = await api.users.createDM(person.id);
      expect(await refusalOf(api.channels.createMessage(channel.id, { content: 'hi' }))).toMatchObject({
        code: 50007,
      });
    }
    const open = await api.users.createDM(on.owner.id);
    expect((await api.channels.createMessage(open.id, { content: 'hi' })).channel_id).toBe(open.id);
  });

  it('not read along without the privilege for message content', async () => {
    await using on = await stage();
    on.sim.world.applications.put({ ...on.app, flags: 0 as never });
    const said = on.sim.world.addMessage({
      channel_id: on.channel.id,
      author_id: on.owner.id,
      content: 'private',
    });
    expect((await new API(on.rest).channels.getMessage(on.channel.id, said.id)).content).toBe('');
  });

  it('without a token: nothing', async () => {
    await using on = await stage();
    const answer = await on.fetch('GET', '/users/@me', { token: 'Bot nonsense' });
    expect(answer).toMatchObject({ status: 401, body: { code: 0, message: '401: Unauthorized' } });
  });
});

describe('around a message', () => {
  it('reactions are counted per emoji and person, up to twenty emojis', async () => {
    await using on = await stage();
    const api = new API(on.rest);
    const { id } = await api.channels.createMessage(on.channel.id, { content: 'x' });
    await api.channels.addMessageReaction(on.channel.id, id, '👍');
    const headers = { token: on.owner.client_token };
    const thumb = encodeURIComponent('👍');
    await on.fetch('PUT', `/channels/${on.channel.id}/messages/${id}/reactions/${thumb}/@me`, headers);
    const read = await api.channels.getMessage(on.channel.id, id);
    expect(read.reactions).toMatchObject([{ count: 2, me: true, emoji: { name: '👍' } }]);
    expect(await api.channels.getMessageReactions(on.channel.id, id, '👍')).toHaveLength(2);
    expect(await refusalOf(api.channels.addMessageReaction(on.channel.id, id, 'nonsense'))).toMatchObject({
      code: 10014,
    });
  });

  it('a pin leaves a line in the channel, and both lists of pins show it', async () => {
    await using on = await stage();
    const api = new API(on.rest);
    const { id } = await api.channels.createMessage(on.channel.id, { content: 'pin me' });
    await on.fetch('PUT', `/channels/${on.channel.id}/pins/${id}`);
    const pins = await on.fetch('GET', `/channels/${on.channel.id}/messages/pins`);
    expect(pins.body).toMatchObject({ items: [{ message: { id, pinned: true } }], has_more: false });
    const [line] = await api.channels.getMessages(on.channel.id, { limit: 1 });
    expect(line).toMatchObject({
      type: 6,
      author: { id: on.app.bot_user_id },
      message_reference: { message_id: id },
    });
  });

  it('many messages go at once, unless they are too few or too old', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const old = world.addMessage({
      channel_id: on.channel.id,
      author_id: on.owner.id,
      sent_at: world.clock.now() - 15 * 86_400_000,
    });
    const [a, b] = ['a', 'b'].map(
      (content) => world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content }).id,
    );
    const purge = (messages: (string | undefined)[]) =>
      on.fetch('POST', `/channels/${on.channel.id}/messages/bulk-delete`, { body: { messages } });
    expect((await purge([a])).body.code).toBe(50016);
    expect((await purge([a, old.id])).body.code).toBe(50034);
    expect((await purge([a, b])).status).toBe(204);
    expect(world.messages.keysIn('channel', on.channel.id)).toEqual([old.id]);
  });

  it('a webhook speaks under the name it is given, and edits its own words', async () => {
    await using on = await stage();
    const api = new API(on.rest);
    const hook = await api.channels.createWebhook(on.channel.id, { name: 'Desk' });
    const token = hook.token ?? '';
    const body = { content: 'hi', username: 'Ada', wait: true as const };
    const said = await api.webhooks.execute(hook.id, token, body);
    expect(said).toMatchObject({
      author: { username: 'Ada', bot: true, discriminator: '0000' },
      webhook_id: hook.id,
    });
    await api.webhooks.editMessage(hook.id, token, said.id, { content: 'hello' });
    expect(on.sim.world.messages.get(said.id)?.content).toBe('hello');
    expect(await refusalOf(api.webhooks.execute(hook.id, 'wrong', { content: 'x' }))).toMatchObject({
      code: 50027,
    });
    const named = (username: string) =>
      refusalOf(api.webhooks.execute(hook.id, token, { content: 'x', username }));
    const problem = (code: string, message: string) => ({
      code: 50035,
      raw: { errors: { username: { _errors: [{ code, message }] } } },
    });
    for (const name of ['discord help', 'DISCORD', 'dis\u2060cord', 'd\u200b\u00adiscord'])
      expect(await named(name)).toMatchObject(
        problem('USERNAME_INVALID_CONTAINS', 'Username cannot contain "discord"'),
      );
    expect(await named('blahclydeblah')).toMatchObject(
      problem('USERNAME_INVALID_CONTAINS', 'Username cannot contain "clyde"'),
    );
    for (const name of ['here', ' Here', 'he\u2060re'])
      expect(await named(name)).toMatchObject(problem('USERNAME_INVALID', 'Username cannot be "here"'));
    const nameless = { content: 'x', username: ' \u200b ', wait: true as const };
    expect(await api.webhooks.execute(hook.id, token, nameless)).toMatchObject({
      author: { username: 'Desk' },
    });
    await api.webhooks.delete(hook.id);
    expect(await refusalOf(api.webhooks.execute(hook.id, token, { content: 'x' }))).toMatchObject({
      code: 10015,
    });
  });

  it('components of the second version are kept and numbered', async () => {
    await using on = await stage();
    const sent = await new API(on.rest).channels.createMessage(on.channel.id, {
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: 17, components: [{ type: 10, content: '# Title' }, { type: 14 }] }],
    });
    expect(sent.components).toMatchObject([
      {
        type: 17,
        id: 1,
        components: [
          { type: 10, id: 2, content: '# Title' },
          { type: 14, id: 3 },
        ],
      },
    ]);
  });
});
