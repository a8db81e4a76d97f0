import type { APIInteraction } from 'discord-api-types/v10';
import { ApplicationCommandType, ComponentType, InteractionType, MessageType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type Person, personOf } from '../control.ts';
import { type Stage, stage } from '../testing.ts';
import { openDirectChannel } from '../world/channels.ts';
import * as payloads from './payloads.ts';
import { differences, type Shape } from './shape.ts';

const BUTTON = { type: ComponentType.Button, style: 1, custom_id: 'press', label: 'Press' };
const INPUT = { type: ComponentType.TextInput, style: 1, custom_id: 'why', label: 'Why?' };

interface Scene extends Stage {
  person: Person;
  /** What the bot was sent, by event. */
  heard(t: string): Record<string, unknown>[];
  /** The last interaction that it was sent. */
  asked(): APIInteraction;
  answer(body: object): Promise<Record<string, unknown>>;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** A server with the bot in it, which answers by hand. */
async function scene(): Promise<Scene> {
  const on = await stage();
  const { world } = on.sim;
  const events: { t: string; d: Record<string, unknown> }[] = [];
  world.listenAs({ userId: on.app.bot_user_id, applicationId: on.app.id }, ({ t, d }) =>
    // As it goes over the wire.
    events.push({ t, d: JSON.parse(JSON.stringify(d)) }),
  );
  const heard = (t: string) => events.filter((event) => event.t === t).map((event) => event.d);
  const call = async (method: string, path: string, body?: unknown) =>
    (await on.fetch(method, path, { body })).body;
  const asked = () => heard('INTERACTION_CREATE').at(-1) as unknown as APIInteraction;
  return Object.assign(on, {
    person: personOf(world, on.owner.id),
    heard,
    call,
    asked,
    async answer(body: object) {
      const { id, token } = asked();
      await call('POST', `/interactions/${id}/${token}/callback`, body);
      return heard('MESSAGE_CREATE').at(-1) ?? {};
    },
  });
}

/** A message of the bot's with a button, which the owner presses. */
async function press(on: Scene): Promise<string> {
  const components = [{ type: 1, components: [BUTTON] }];
  const { id } = await on.call('POST', `/channels/${on.channel.id}/messages`, {
    content: 'Here',
    components,
  });
  void on.person.click(String(id), 'Press');
  return String(id);
}

async function define(on: Scene, command: object): Promise<Record<string, unknown>> {
  return on.call('POST', `/applications/${on.app.id}/commands`, command);
}

function fits(shape: Shape, value: unknown): void {
  expect(differences(shape, value, 'it')).toEqual([]);
}

describe('objects have the fields that Discord documents', () => {
  it('users, members, roles and emojis', async () => {
    await using on = await scene();
    on.sim.world.addEmoji({ guild_id: on.guild.id });
    fits(payloads.user, await on.call('GET', `/users/${on.owner.id}`));
    fits(payloads.user, await on.call('GET', '/users/@me'));
    fits(payloads.member, await on.call('GET', `/guilds/${on.guild.id}/members/${on.owner.id}`));
    fits(payloads.role, await on.call('GET', `/guilds/${on.guild.id}/roles`));
    fits(payloads.emoji, await on.call('GET', `/guilds/${on.guild.id}/emojis`));
  });

  it('the application', async () => {
    await using on = await scene();
    fits(payloads.application, await on.call('GET', '/applications/@me'));
  });

  it('servers, as an answer and as the gateway tells of them', async () => {
    await using on = await scene();
    const { world } = on.sim;
    fits(payloads.guild, await on.call('GET', `/guilds/${on.guild.id}`));
    const other = world.addGuild({ owner_id: on.owner.id });
    world.addChannel({ guild_id: other.id });
    world.addChannel({ guild_id: other.id, type: 4 });
    world.addMember({ guild_id: other.id, user_id: on.app.bot_user_id });
    fits(payloads.guildCreate, on.heard('GUILD_CREATE')[0]);
  });

  it('channels, with the other end alone among the recipients of a direct message', async () => {
    await using on = await scene();
    const { world } = on.sim;
    world.addChannel({ guild_id: on.guild.id, type: 4 });
    for (const channel of [await on.call('GET', `/guilds/${on.guild.id}/channels`)].flat())
      fits(payloads.channel(channel), channel);
    const direct = openDirectChannel(world, on.app.bot_user_id, on.owner.id);
    const shown = await on.call('GET', `/channels/${direct.id}`);
    fits(payloads.directChannel, shown);
    expect(shown.recipients).toMatchObject([{ id: on.owner.id }]);
  });

  it('messages of people, replies, webhooks and people who are gone', async () => {
    await using on = await scene();
    const { world } = on.sim;
    const asked = world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content: 'Well?' });
    const path = `/channels/${on.channel.id}/messages`;
    const reply = await on.call('POST', path, {
      content: 'Yes',
      message_reference: { message_id: asked.id },
    });
    fits(payloads.message, reply);
    expect(reply).toMatchObject({ message_reference: { type: 0 }, referenced_message: { id: asked.id } });
    const hook = await on.call('POST', `/channels/${on.channel.id}/webhooks`, { name: 'Desk' });
    fits(
      payloads.message,
      await on.call('POST', `/webhooks/${hook.id}/${hook.token}?wait=true`, { content: 'As another' }),
    );
    world.addMessage({ channel_id: on.channel.id, author_id: world.newId(), content: 'I was here' });
    await on.call('PUT', `/channels/${on.channel.id}/pins/${asked.id}`);
    fits(payloads.message, await on.call('GET', path));
    for (const event of on.heard('MESSAGE_CREATE')) fits(payloads.messageEvent, event);
  });
});

describe('emojis without an id', () => {
  it('have none in components, and null in reactions', async () => {
    await using on = await scene();
    const components = [{ type: 1, components: [{ ...BUTTON, emoji: { id: null, name: '📩' } }] }];
    const path = `/channels/${on.channel.id}/messages`;
    const sent = await on.call('POST', path, { components, content: 'Here' });
    expect(sent.components).toMatchObject([{ components: [{ emoji: { name: '📩' } }] }]);
    expect(JSON.stringify(sent.components)).not.toContain('"id":null');
    await on.call('PUT', `${path}/${sent.id}/reactions/${encodeURIComponent('📩')}/@me`);
    const shown = await on.call('GET', `${path}/${sent.id}`);
    fits(payloads.message, shown);
    expect(shown.reactions).toMatchObject([{ emoji: { id: null, name: '📩' } }]);
  });
});

describe('what a message says of the interaction that it answers', () => {
  it('a press: which message was pressed', async () => {
    await using on = await scene();
    const pressed = await press(on);
    fits(payloads.interaction, on.asked());
    const answer = await on.answer({ type: 4, data: { content: 'Pressed' } });
    fits(payloads.messageEvent, answer);
    expect(answer).toMatchObject({
      interaction_metadata: { type: InteractionType.MessageComponent, interacted_message_id: pressed },
      message_reference: { type: 0, message_id: pressed, channel_id: on.channel.id },
    });
    expect(answer).not.toHaveProperty('interaction');
  });

  it('a form: what opened it; a further message: which was the first', async () => {
    await using on = await scene();
    const pressed = await press(on);
    const modal = { custom_id: 'form', title: 'Form', components: [{ type: 1, components: [INPUT] }] };
    const opened = on.asked();
    await on.answer({ type: 9, data: modal });
    void on.person.submitModal({ why: 'Because' });
    fits(payloads.interaction, on.asked());
    const answer = await on.answer({ type: 4, data: { content: 'Thanks' } });
    fits(payloads.messageEvent, answer);
    expect(answer.interaction_metadata).toMatchObject({
      type: InteractionType.ModalSubmit,
      triggering_interaction_metadata: {
        id: opened.id,
        type: InteractionType.MessageComponent,
        interacted_message_id: pressed,
      },
    });
    const { application_id, token } = on.asked();
    const more = await on.call('POST', `/webhooks/${application_id}/${token}`, { content: 'And' });
    fits(payloads.message, more);
    expect(more.interaction_metadata).toMatchObject({ original_response_message_id: answer.id });
  });

  it('a command: its whole name in the old field; a message command: its message', async () => {
    await using on = await scene();
    const sub = { type: 1, name: 'limit', description: 'Sets it' };
    await define(on, { name: 'setup', description: 'Sets up', options: [sub] });
    void on.person.goes(on.channel.id).slash('setup limit');
    fits(payloads.interaction, on.asked());
    const answer = await on.answer({ type: 4, data: { content: 'Set' } });
    fits(payloads.messageEvent, answer);
    expect(answer).toMatchObject({
      type: MessageType.ChatInputCommand,
      interaction: { name: 'setup limit' },
    });
    expect(answer.interaction_metadata).not.toHaveProperty('name');

    await define(on, { name: 'Start', type: ApplicationCommandType.Message });
    const { id } = on.sim.world.addMessage({
      channel_id: on.channel.id,
      author_id: on.owner.id,
      content: 'Help',
    });
    void on.person.contextMenu('Start', id);
    const started = await on.answer({ type: 4, data: { content: 'Started' } });
    fits(payloads.messageEvent, started);
    expect(started).toMatchObject({
      interaction_metadata: { target_message_id: id },
      message_reference: { message_id: id },
      referenced_message: { id },
    });
  });
});

describe('what was chosen', () => {
  it('`options` is absent where there are none, in commands and in what is done with them', async () => {
    await using on = await scene();
    const sub = { type: 1, name: 'list', description: 'Lists', options: [] };
    const plain = await define(on, { name: 'help', description: 'Helps', options: [] });
    const nested = await define(on, { name: 'tags', description: 'Tags', options: [sub] });
    expect(plain).not.toHaveProperty('options');
    expect(nested.options).toEqual([{ type: 1, name: 'list', description: 'Lists' }]);
    void on.person.goes(on.channel.id).slash('help');
    expect(on.asked().data).not.toHaveProperty('options');
    void on.person.slash('tags list');
    expect(on.asked().data).toMatchObject({ options: [{ type: 1, name: 'list' }] });
    expect(JSON.stringify(on.asked().data)).not.toContain('"options":[]');
  });

  it('a channel comes with what the person who picked it may do there', async () => {
    await using on = await scene();
    const option = { type: 7, name: 'where', description: 'Where' };
    await define(on, { name: 'place', description: 'Places', options: [option] });
    void on.person.goes(on.channel.id).slash('place', { where: on.channel.id });
    const { member, data } = on.asked();
    const permissions = member?.permissions;
    expect(permissions).not.toBe('0');
    expect(data).toMatchObject({ resolved: { channels: { [on.channel.id]: { permissions } } } });
  });

  it('a press in a direct message names the person alone as its recipient', async () => {
    await using on = await scene();
    const { world } = on.sim;
    const direct = openDirectChannel(world, on.app.bot_user_id, on.owner.id);
    const components = [{ type: 1, components: [BUTTON] }];
    const { id } = await on.call('POST', `/channels/${direct.id}/messages`, { content: 'Rate', components });
    void on.person.click(String(id), 'Press');
    fits(payloads.interaction, on.asked());
    expect(on.asked().channel).toMatchObject({ recipients: [{ id: on.owner.id }] });
  });
});
