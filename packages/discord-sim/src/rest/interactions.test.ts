import { API } from '@discordjs/core';
import { ComponentType, MessageFlags, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Stage, stage } from '../testing.ts';
import { ManualClock } from '../world/clock.ts';
import type { SimInteraction, SimUser } from '../world/entities.ts';

let clock = new ManualClock();
beforeEach(() => {
  clock = new ManualClock();
});

interface Scene extends Stage {
  member: SimUser;
  api: API;
  press(): SimInteraction;
  state(interaction: SimInteraction): string | undefined;
}

/** A member in front of a message with a button and a select menu. */
async function scene(): Promise<Scene> {
  const on = await stage({ clock });
  const { world } = on.sim;
  const member = world.addUser({ username: 'member' });
  world.addMember({ guild_id: on.guild.id, user_id: member.id });
  const api = new API(on.rest);
  const message = await api.channels.createMessage(on.channel.id, {
    content: 'Need help?',
    components: [
      { type: 1, components: [{ type: 2, style: 1, custom_id: 'open', label: 'Open' }] },
      { type: 1, components: [{ type: 3, custom_id: 'topic', options: [{ label: 'A', value: 'a' }] }] },
    ],
  });
  return {
    ...on,
    member,
    api,
    press: () => {
      const at = { user_id: member.id, channel_id: on.channel.id, message_id: message.id };
      return world.createInteraction({ kind: 'component', ...at, custom_id: 'open' });
    },
    state: (interaction) => world.interactions.get(interaction.id)?.state,
  };
}

describe('a press', () => {
  it('carries who, where, what and with which rights', async () => {
    await using on = await scene();
    expect(on.press().payload).toMatchObject({
      type: 3,
      guild_id: on.guild.id,
      channel_id: on.channel.id,
      member: { user: { id: on.member.id }, permissions: expect.stringMatching(/^\d+$/) },
      data: { custom_id: 'open', component_type: ComponentType.Button },
      message: { content: 'Need help?' },
      locale: 'en-US',
      guild_locale: 'en-US',
      entitlements: [],
      context: 0,
    });
  });

  it('that is answered in secret is seen by nobody else', async () => {
    await using on = await scene();
    const press = on.press();
    await on.api.interactions.reply(press.id, press.token, {
      content: 'for you',
      flags: MessageFlags.Ephemeral,
    });
    const rows = on.sim.world.messages.in('ephemeral', `${on.channel.id}:${on.member.id}`);
    expect(rows).toMatchObject([{ content: 'for you', ephemeral_for: on.member.id }]);
    const listed = await on.api.channels.getMessages(on.channel.id, { limit: 10 });
    expect(listed.map((message) => message.content)).toEqual(['Need help?']);
    expect((await on.fetch('GET', `/channels/${on.channel.id}/messages/${rows[0]?.id}`)).body.code).toBe(
      10008,
    );
  });

  it('without an answer for three seconds has failed, and an answer comes too late', async () => {
    await using on = await scene();
    const heard: string[] = [];
    on.sim.world.listenAs({ userId: on.member.id }, ({ t }) => heard.push(t));
    const press = on.press();
    clock.advance(2_999);
    expect(on.state(press)).toBe('waiting');
    clock.advance(1);
    expect(on.state(press)).toBe('failed');
    expect(heard).toEqual(['INTERACTION_CREATE', 'INTERACTION_FAILURE']);
    const late = await on.fetch('POST', `/interactions/${press.id}/${press.token}/callback`, {
      token: '',
      body: { type: 6 },
    });
    expect(late).toMatchObject({ status: 404, body: { code: 10062 } });
  });

  it('is not failed by a machine that stands still, on which nobody can answer', async () => {
    const due: Array<() => void> = [];
    // Where a machine stands still, what became due meanwhile runs once, and late.
    const goOn = () => {
      for (const task of due.splice(0)) task();
    };
    clock.after = (_, task) => {
      due.push(task);
      return () => undefined;
    };
    await using on = await scene();
    const press = on.press();
    clock.advance(60_000);
    goOn();
    expect(on.state(press)).toBe('waiting');
    for (let step = 0; step < 10; step++) goOn();
    expect(on.state(press)).toBe('failed');
  });

  it('is answered once', async () => {
    await using on = await scene();
    const press = on.press();
    await on.api.interactions.deferMessageUpdate(press.id, press.token);
    const again = await on.fetch('POST', `/interactions/${press.id}/${press.token}/callback`, {
      body: { type: 6 },
    });
    expect(again).toMatchObject({ status: 400, body: { code: 40060 } });
  });

  it('that was deferred shows as thinking, and the first follow-up takes that place', async () => {
    await using on = await scene();
    const press = on.press();
    await on.api.interactions.defer(press.id, press.token, { flags: MessageFlags.Ephemeral });
    const waiting = on.sim.world.messages.in('ephemeral', `${on.channel.id}:${on.member.id}`);
    expect(waiting).toMatchObject([{ flags: MessageFlags.Ephemeral | MessageFlags.Loading }]);
    const first = await on.api.interactions.followUp(on.app.id, press.token, { content: 'done' });
    expect(first.id).toBe(waiting[0]?.id);
    const second = await on.api.interactions.followUp(on.app.id, press.token, { content: 'more' });
    expect(second.id).not.toBe(first.id);
    expect(await on.api.interactions.getOriginalReply(on.app.id, press.token)).toMatchObject({
      content: 'done',
      flags: MessageFlags.Ephemeral,
    });
  });

  it('can be answered for fifteen minutes', async () => {
    await using on = await scene();
    const press = on.press();
    await on.api.interactions.reply(press.id, press.token, { content: 'hello' });
    clock.advance(15 * 60_000 - 1);
    await on.api.interactions.editReply(on.app.id, press.token, { content: 'still here' });
    clock.advance(1);
    const late = await on.fetch('PATCH', `/webhooks/${on.app.id}/${press.token}/messages/@original`, {
      body: { content: 'x' },
    });
    expect(late).toMatchObject({ status: 401, body: { code: 50027 } });
  });

  it('can change the message it came from', async () => {
    await using on = await scene();
    const press = on.press();
    await on.api.interactions.updateMessage(press.id, press.token, { content: 'Taken', components: [] });
    expect(on.sim.world.messages.get(press.message_id ?? '')).toMatchObject({
      content: 'Taken',
      components: [],
    });
  });

  it('cannot land on what is not there, not enabled, or not an option', async () => {
    await using on = await scene();
    const { world } = on.sim;
    const at = { user_id: on.member.id, channel_id: on.channel.id, message_id: on.press().message_id ?? '' };
    expect(() => world.createInteraction({ kind: 'component', ...at, custom_id: 'nothing' })).toThrow();
    expect(() =>
      world.createInteraction({ kind: 'component', ...at, custom_id: 'topic', values: ['b'] }),
    ).toThrow();
    const picked = world.createInteraction({ kind: 'component', ...at, custom_id: 'topic', values: ['a'] });
    expect(picked.payload.data).toMatchObject({ values: ['a'] });
    const stranger = world.addUser();
    expect(() =>
      world.createInteraction({ kind: 'component', ...at, user_id: stranger.id, custom_id: 'open' }),
    ).toThrow();
  });
});

describe('a form', () => {
  it('opens before the person, refuses what does not fit it, and is handed in', async () => {
    await using on = await scene();
    const press = on.press();
    await on.api.interactions.createModal(press.id, press.token, {
      custom_id: 'form',
      title: 'Tell us',
      components: [
        {
          type: 1,
          components: [
            { type: 4, custom_id: 'what', label: 'What', style: 1, required: true, max_length: 5 },
          ],
        },
        { type: 18, label: 'Who', component: { type: 5, custom_id: 'who', required: false } },
      ],
    });
    expect(on.sim.world.interactions.get(press.id)?.modal).toMatchObject({ custom_id: 'form' });
    const submit = (values: Record<string, string | string[]>) => {
      const at = { user_id: on.member.id, channel_id: on.channel.id };
      return on.sim.world.createInteraction({ kind: 'modal', ...at, interaction_id: press.id, values });
    };
    expect(() => submit({ what: '' })).toThrow(/must be filled in/);
    expect(() => submit({ what: 'too long' })).toThrow(/too long/);
    const done = submit({ what: 'short', who: [on.owner.id] });
    expect(done.payload).toMatchObject({
      type: 5,
      data: {
        custom_id: 'form',
        components: [
          { type: 1, components: [{ type: 4, custom_id: 'what', value: 'short' }] },
          { type: 18, component: { type: 5, custom_id: 'who', values: [on.owner.id] } },
        ],
        resolved: { users: { [on.owner.id]: { username: 'owner' } } },
      },
      message: { content: 'Need help?' },
    });
  });

  it.each([
    ['a title of 46', { title: 'x'.repeat(46) }, ['data', 'title']],
    ['no rows', { components: [] }, ['data', 'components']],
    [
      'a label of 46',
      {
        components: [{ type: 1, components: [{ type: 4, custom_id: 'a', style: 1, label: 'x'.repeat(46) }] }],
      },
      ['data', 'components', '0', 'components', '0', 'label'],
    ],
    [
      'a placeholder of 101',
      {
        components: [
          {
            type: 1,
            components: [{ type: 4, custom_id: 'a', style: 1, label: 'l', placeholder: 'x'.repeat(101) }],
          },
        ],
      },
      ['data', 'components', '0', 'components', '0', 'placeholder'],
    ],
  ])('is refused with %s', async (_says, wrong, where) => {
    await using on = await scene();
    const press = on.press();
    const row = { type: 1, components: [{ type: 4, custom_id: 'a', style: 1, label: 'l' }] };
    const data = { custom_id: 'f', title: 't', components: [row], ...wrong };
    const answer = await on.fetch('POST', `/interactions/${press.id}/${press.token}/callback`, {
      body: { type: 9, data },
    });
    expect(answer.body.code).toBe(50035);
    const node = where.reduce<unknown>(
      (tree, key) => (tree as Record<string, unknown>)?.[key],
      answer.body.errors,
    );
    expect(node).toHaveProperty('_errors');
    expect(on.state(press)).toBe('waiting');
  });
});

describe('commands', () => {
  const close = {
    name: 'close',
    description: 'Close the ticket',
    options: [{ type: 3, name: 'reason', description: 'Why', autocomplete: true, required: true }],
  };

  it('are registered, run with checked options, and completed while typing', async () => {
    await using on = await scene();
    const [command] = await on.api.applicationCommands.bulkOverwriteGlobalCommands(on.app.id, [close]);
    const at = { user_id: on.member.id, channel_id: on.channel.id, command_id: command?.id ?? '' };
    expect(() => on.sim.world.createInteraction({ kind: 'command', ...at })).toThrow(/required/);
    const run = on.sim.world.createInteraction({ kind: 'command', ...at, options: { reason: 'done' } });
    expect(run.payload.data).toMatchObject({
      name: 'close',
      options: [{ name: 'reason', type: 3, value: 'done' }],
    });
    const typing = on.sim.world.createInteraction({
      kind: 'autocomplete',
      ...at,
      options: { reason: 'd' },
      focused: 'reason',
    });
    expect(typing.payload).toMatchObject({ type: 4, data: { options: [{ value: 'd', focused: true }] } });
    await on.api.interactions.createAutocompleteResponse(typing.id, typing.token, {
      choices: [{ name: 'done', value: 'done' }],
    });
    expect(on.sim.world.interactions.get(typing.id)?.choices).toEqual([{ name: 'done', value: 'done' }]);
  });

  it('keep their ids when they are registered again, and lose what is not named any more', async () => {
    await using on = await scene();
    const put = (names: string[]) =>
      on.api.applicationCommands.bulkOverwriteGlobalCommands(
        on.app.id,
        names.map((name) => ({ name, description: 'd' })),
      );
    const [first] = await put(['one', 'two']);
    const again = await put(['one']);
    expect(again.map(({ id }) => id)).toEqual([first?.id]);
    expect(await on.api.applicationCommands.getGlobalCommands(on.app.id)).toHaveLength(1);
  });

  it('are closed to those without the permission they ask for', async () => {
    await using on = await scene();
    const command = await on.api.applicationCommands.createGuildCommand(on.app.id, on.guild.id, {
      name: 'staff',
      description: 'd',
      default_member_permissions: String(P.ManageGuild),
    });
    const run = (user_id: string) =>
      on.sim.world.createInteraction({
        kind: 'command',
        user_id,
        channel_id: on.channel.id,
        command_id: command.id,
      });
    expect(() => run(on.member.id)).toThrow(/permission/);
    expect(run(on.owner.id).state).toBe('waiting');
  });

  it.each([
    ['a name in capitals', [{ name: 'Close', description: 'd' }], ['0', 'name']],
    ['no description', [{ name: 'close' }], ['0', 'description']],
    [
      'two of one name',
      [
        { name: 'a', description: 'd' },
        { name: 'a', description: 'd' },
      ],
      ['1'],
    ],
    [
      'a required option after an optional one',
      [
        {
          name: 'a',
          description: 'd',
          options: [
            { type: 3, name: 'b', description: 'd' },
            { type: 3, name: 'c', description: 'd', required: true },
          ],
        },
      ],
      ['0', 'options', '1'],
    ],
  ])('are refused with %s', async (_says, body, where) => {
    await using on = await scene();
    const answer = await on.fetch('PUT', `/applications/${on.app.id}/commands`, { body });
    expect(answer.body.code).toBe(50035);
    const node = where.reduce<unknown>(
      (tree, key) => (tree as Record<string, unknown>)?.[key],
      answer.body.errors,
    );
    expect(node).toHaveProperty('_errors');
  });

  it('are refused past one hundred', async () => {
    await using on = await scene();
    const many = Array.from({ length: 101 }, (_, n) => ({ name: `c${n}`, description: 'd' }));
    expect((await on.fetch('PUT', `/applications/${on.app.id}/commands`, { body: many })).body.code).toBe(
      30032,
    );
  });
});
