import {
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  PermissionFlagsBits as P,
  InteractionResponseType as R,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startDiscord } from './start.ts';
import { ManualClock } from './world/clock.ts';
import type { SimInteraction } from './world/entities.ts';
import { installBot } from './world/guilds.ts';

async function scene() {
  const clock = new ManualClock();
  const sim = await startDiscord({ clock });
  const { world } = sim;
  const owner = world.addUser({ username: 'owner' });
  const guild = world.addGuild({ owner_id: owner.id });
  const channel = world.addChannel({ guild_id: guild.id, name: 'help' });
  const app = world.addApplication({ name: 'Helper' });
  installBot(world, { guildId: guild.id, applicationId: app.id });
  const alice = world.addUser({ username: 'alice' });
  world.addMember({ guild_id: guild.id, user_id: alice.id });
  const command = (name: string, extra: object = {}) =>
    world.commands.put({
      id: world.newId(),
      application_id: app.id,
      version: world.newId(),
      type: ApplicationCommandType.ChatInput,
      name,
      description: name,
      default_member_permissions: null,
      ...extra,
    });
  /** The application answers whatever it is sent with `body`. */
  const answers = (body: (row: SimInteraction) => object) =>
    world.listen((event) => {
      if (event.t !== 'INTERACTION_CREATE' || event.audience.to !== 'application') return;
      const { id, token } = event.data({ userId: app.bot_user_id, applicationId: app.id }) as {
        id: string;
        token: string;
      };
      const row = world.interactions.get(id);
      if (!row) throw new Error('an interaction is announced before it is there');
      void fetch(`${sim.url}/api/v10/interactions/${id}/${token}/callback`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body(row)),
      });
    });
  const buttons = world.addMessage({
    channel_id: channel.id,
    author_id: app.bot_user_id,
    application_id: app.id,
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Primary,
            custom_id: 'open',
            label: 'Open a ticket',
          },
          {
            type: ComponentType.Button,
            style: ButtonStyle.Danger,
            custom_id: 'off',
            label: 'Closed',
            disabled: true,
          },
          { type: ComponentType.Button, style: ButtonStyle.Link, url: 'https://example.com', label: 'Rules' },
        ],
      },
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.StringSelect,
            custom_id: 'topic',
            options: [{ label: 'Billing', value: 'b' }],
          },
        ],
      },
    ],
  });
  return {
    sim,
    world,
    clock,
    owner,
    guild,
    channel,
    app,
    alice: sim.as(alice.id),
    command,
    answers,
    buttons,
    [Symbol.asyncDispose]: () => sim.close(),
  };
}

describe('a person', () => {
  it('presses a button by its label and sees the answer that only they can see', async () => {
    await using s = await scene();
    s.answers(() => ({ type: R.ChannelMessageWithSource, data: { content: 'Opened', flags: 64 } }));
    const outcome = await s.alice.click(s.buttons, 'Open a ticket');
    expect(outcome).toMatchObject({ kind: 'message', message: { content: 'Opened' } });
    expect(s.alice.messages(s.channel).map((message) => message.content)).toContain('Opened');
    expect(
      s.sim
        .as(s.owner.id)
        .messages(s.channel)
        .map((message) => message.content),
    ).not.toContain('Opened');
  });

  it.each([
    ['a disabled button', 'Closed', /disabled/],
    ['a link', 'Rules', /link button/],
    ['a button that is not there', 'Nowhere', /There is no button "Nowhere"; there is "Open a ticket"/],
  ])('cannot press %s', async (_name, label, reason) => {
    await using s = await scene();
    await expect(async () => s.alice.click(s.buttons, label)).rejects.toThrow(reason);
  });

  it('cannot pick what a menu does not offer', async () => {
    await using s = await scene();
    await expect(async () => s.alice.select(s.buttons, 'topic', ['x'])).rejects.toThrow(
      '"x" is not an option',
    );
  });

  it('sees an interaction fail when the application is silent for three seconds', async () => {
    await using s = await scene();
    const outcome = s.alice.click(s.buttons, 'open');
    s.clock.advance(3_000);
    expect((await outcome).kind).toBe('failed');
  });

  it('sees that the application thinks, and then what it thought', async () => {
    await using s = await scene();
    s.command('think');
    s.answers(() => ({ type: R.DeferredChannelMessageWithSource }));
    const outcome = await s.alice.slash('think', {}, s.channel);
    if (outcome.kind !== 'deferred') throw new Error(`expected a deferral, saw ${outcome.kind}`);
    const { token } = s.world.interactions.get(outcome.interaction_id) ?? { token: '' };
    const settled = outcome.settled();
    await fetch(`${s.sim.url}/api/v10/webhooks/${s.app.id}/${token}/messages/@original`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Forty-two' }),
    });
    expect((await settled).content).toBe('Forty-two');
  });

  it('fills in the form that an application opens, by the labels of its fields', async () => {
    await using s = await scene();
    const components = [
      {
        type: 1,
        components: [{ type: 4, custom_id: 'why', label: 'Why?', style: 1, required: true, max_length: 5 }],
      },
    ];
    s.answers((row) =>
      row.type === 5
        ? { type: R.ChannelMessageWithSource, data: { content: JSON.stringify(row.payload.data) } }
        : { type: R.Modal, data: { custom_id: 'form', title: 'A form', components } },
    );
    const opened = await s.alice.click(s.buttons, 'open');
    expect(opened).toMatchObject({ kind: 'modal', modal: { title: 'A form' } });
    await expect(async () => s.alice.submitModal({ 'Why?': 'much too long' })).rejects.toThrow('too long');
    await expect(async () => s.alice.submitModal({ 'Why?': '' })).rejects.toThrow('must be filled in');
    const sent = await s.alice.submitModal({ 'Why?': 'so' });
    expect(sent).toMatchObject({
      kind: 'message',
      message: { content: expect.stringContaining('"value":"so"') },
    });
    await expect(async () => s.alice.submitModal({ why: 'so' })).rejects.toThrow('No form is open');
  });

  it('sends files with a form', async () => {
    await using s = await scene();
    const upload = { type: 19, custom_id: 'proof', min_values: 0, max_values: 2, required: false };
    s.answers((row) =>
      row.type === 5
        ? { type: R.ChannelMessageWithSource, data: { content: JSON.stringify(row.payload.data) } }
        : {
            type: R.Modal,
            data: {
              custom_id: 'form',
              title: 'A form',
              components: [{ type: 18, label: 'Proof', component: upload }],
            },
          },
    );
    await s.alice.click(s.buttons, 'open');
    const file = (name: string) => ({ name, bytes: `bytes of ${name}`, type: 'text/plain' });
    expect(() => s.alice.submitModal({}, { Proof: ['a', 'b', 'c'].map(file) })).toThrow('Pick 0 to 2');
    const large = { name: 'large.bin', bytes: new Uint8Array(10 * 1024 * 1024 + 1) };
    expect(() => s.alice.submitModal({}, { Proof: [large] })).toThrow('Request entity too large');
    const sent = await s.alice.submitModal({}, { Proof: [file('a.txt'), file('b.txt')] });
    if (sent.kind !== 'message') throw new Error(`it was answered by ${sent.kind}`);
    const { components, resolved } = JSON.parse(sent.message.content);
    const ids: string[] = components[0].component.values;
    expect(ids.map((id) => resolved.attachments[id])).toMatchObject([
      {
        id: ids[0],
        filename: 'a.txt',
        size: 14,
        content_type: expect.stringMatching(/^text.plain/),
        ephemeral: true,
      },
      { id: ids[1], filename: 'b.txt' },
    ]);
    expect(Buffer.from(s.sim.world.blobs.get(String(ids[0])) ?? []).toString()).toBe('bytes of a.txt');
  });

  it('is offered choices while typing a command', async () => {
    await using s = await scene();
    s.command('close', { options: [{ type: 3, name: 'reason', description: 'Why', autocomplete: true }] });
    s.answers(() => ({
      type: R.ApplicationCommandAutocompleteResult,
      data: { choices: [{ name: 'Done', value: 'done' }] },
    }));
    s.alice.goes(s.channel);
    expect(await s.alice.autocomplete('close', 'reason', { reason: 'd' })).toEqual([
      { name: 'Done', value: 'done' },
    ]);
  });

  it('does not find a command that needs permissions they lack', async () => {
    await using s = await scene();
    s.command('setup', { default_member_permissions: String(P.ManageGuild) });
    await expect(async () => s.alice.slash('setup', {}, s.channel)).rejects.toThrow(
      'Unknown application command',
    );
  });

  it('writes, answers, edits, reacts and deletes as their client would', async () => {
    await using s = await scene();
    const first = await s.alice.write(s.channel, 'Hello', { files: [{ name: 'a.txt', bytes: 'hi' }] });
    expect(first.attachments).toMatchObject([{ filename: 'a.txt', size: 2 }]);
    const reply = await s.sim.as(s.owner.id).write(s.channel, 'Hi', { replyTo: first });
    expect(reply.message_reference?.message_id).toBe(first.id);
    expect((await s.alice.edit(first, 'Hello!')).edited_timestamp).not.toBeNull();
    await s.alice.react(reply, '👍');
    expect(s.world.messages.get(reply.id)?.reactions).toMatchObject([{ user_ids: [s.alice.id] }]);
    await expect(s.alice.edit(reply, 'Mine now')).rejects.toThrow(
      'Cannot edit a message authored by another user',
    );
    await expect(s.alice.delete(reply)).rejects.toThrow('Missing Permissions');
    await s.alice.delete(first);
    expect(s.world.messages.has(first.id)).toBe(false);
  });

  it('cannot write where they may not, and neither sees nor reaches a hidden channel', async () => {
    await using s = await scene();
    const { id } = s.guild;
    const quiet = s.world.addChannel({
      guild_id: id,
      name: 'quiet',
      permission_overwrites: [{ id, type: 0, allow: '0', deny: String(P.SendMessages) }],
    });
    const hidden = s.world.addChannel({
      guild_id: id,
      name: 'hidden',
      permission_overwrites: [{ id, type: 0, allow: '0', deny: String(P.ViewChannel) }],
    });
    await expect(s.alice.write(quiet, 'psst')).rejects.toThrow('Missing Permissions');
    await expect(s.alice.write(hidden, 'psst')).rejects.toThrow('Missing Access');
    expect(s.alice.sees(hidden)).toBe(false);
    expect(s.alice.channels(s.guild).map((channel) => channel.name)).toEqual(['help', 'quiet']);
    expect(() => s.alice.messages(hidden)).toThrow('Unknown Channel');
  });

  it('leaves a server and joins it again, unless banned', async () => {
    await using s = await scene();
    await s.alice.leave(s.guild);
    expect(s.world.members.has(`${s.guild.id}:${s.alice.id}`)).toBe(false);
    s.alice.join(s.guild);
    expect(s.world.members.has(`${s.guild.id}:${s.alice.id}`)).toBe(true);
    await s.alice.leave(s.guild);
    s.world.bans.put({ guild_id: s.guild.id, user_id: s.alice.id, reason: null });
    expect(() => s.alice.join(s.guild)).toThrow('banned');
  });

  it('finds a command in the menu of a message, with the message in its hands', async () => {
    await using s = await scene();
    s.command('Start Ticket', { type: ApplicationCommandType.Message });
    s.answers((row) => ({
      type: R.ChannelMessageWithSource,
      data: { content: JSON.stringify(row.payload.data) },
    }));
    const message = await s.alice.write(s.channel, 'Please help');
    const outcome = await s.alice.contextMenu('Start Ticket', message);
    if (outcome.kind !== 'message') throw new Error(`expected a message, saw ${outcome.kind}`);
    expect(JSON.parse(outcome.message.content)).toMatchObject({
      target_id: message.id,
      resolved: { messages: { [message.id]: { content: 'Please help' } } },
    });
  });
});
