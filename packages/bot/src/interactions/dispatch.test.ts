import { AppError } from '@tickets/contract/platform/errors';
import { servedServer } from '@tickets/core/platform/discord/served-server';
import type { SimMessage } from '@tickets/discord-sim/world/entities';
import { installForUser } from '@tickets/discord-sim/world/installations';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { ComponentType } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDispatcher } from './dispatch.ts';
import type { ComponentHandler } from './handlers.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"(an interaction failed|an interaction that nothing handles)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

/** A message of the bot with one button. */
function buttonMessage(custom_id: string) {
  return w.sim.world.addMessage({
    channel_id: w.lobby.id,
    author_id: w.bot_id,
    application_id: w.bot_id,
    content: 'Press',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.Button, style: 1, label: 'Go', custom_id }],
      },
    ] as never, // as Discord stores them
  });
}

/** Another bot in the place of ours, with handlers of the test. */
async function withHandler(
  handler: Omit<ComponentHandler, 'kind' | 'name'>,
  message: (id: string) => SimMessage | Promise<SimMessage> = buttonMessage,
) {
  await w.bot.stop();
  const dispatch = createDispatcher(w.ctx, [{ kind: 'component', name: 'test.go', ...handler }]);
  w.sim.world.listenAs({ userId: w.bot_id, applicationId: w.bot_id }, ({ t, d }) => {
    if (t === 'INTERACTION_CREATE') void dispatch(d as Parameters<typeof dispatch>[0]); // as Discord documents it
  });
  return w.member.click(await message('v1:test.go:7'), 'Go');
}

/** The same in a direct message to the member. */
async function directMessage(custom_id: string): Promise<SimMessage> {
  const { api } = w.ctx.discord;
  const { id } = await api.users.createDM(w.member.id);
  const { components } = buttonMessage(custom_id);
  const sent = await api.channels.createMessage(id, { components: components as never }); // as Discord stores them
  const message = w.sim.world.messages.get(sent.id);
  if (!message) throw new Error('the message is gone');
  return message;
}

test('what is done in a direct message counts, in calls to Discord, as of the server that it is about', async () => {
  const servers: (string | undefined)[] = [];
  const outcome = await withHandler(
    {
      action: 'everyone',
      answers: 'privately',
      run: {
        where: 'direct_message',
        async execute({ answer }) {
          servers.push(servedServer());
          await answer.send({ content: 'done' });
        },
      },
    },
    () => directMessage(`v1:test.go:${w.guild_id}`),
  );
  expect(await saidIn(outcome)).toContain('done');
  expect(servers).toEqual([w.guild_id]);
});

describe('every interaction is answered', () => {
  test('a button that no version of ours knows', async () => {
    for (const id of ['something else', 'v1:no.such', 'v2:ticket.claim', 'a'.repeat(30)]) {
      const said = await saidIn(await w.member.click(buttonMessage(id), 'Go'));
      expect(said).toMatch(/older version|does not exist any more/);
    }
  });

  test('a button that names a server or a ticket that cannot be', async () => {
    const tooLarge = '99999999999999999999';
    for (const id of [`rate:${tooLarge}:1:5`, 'rate', 'rate:x:y:z', `rate:${w.guild_id}:${tooLarge}:5`]) {
      const outcome = await w.member.click(buttonMessage(`v1:ticket.${id}`), 'Go');
      expect(await saidIn(outcome)).toContain('Error');
    }
  });

  test('a handler that fails is told with a reference, in private', async () => {
    const outcome = await withHandler({
      action: 'everyone',
      answers: 'publicly',
      run: { where: 'guild', execute: () => Promise.reject(new TypeError('secret detail')) },
    });
    const told = await outcome.followUp();
    expect(textOf(told)).toMatch(/Something went wrong \(ref [0-9a-f]{8}\)/);
    expect(textOf(told)).not.toContain('secret');
    expect(told.ephemeral_for).toBe(w.member.id);
  });

  test('a handler that takes long to answer by itself is acknowledged in time', async () => {
    const long = Promise.withResolvers<void>();
    const pressed = withHandler({
      action: 'everyone',
      answers: 'itself',
      run: {
        where: 'guild',
        async execute({ answer }) {
          await long.promise;
          await answer.send({ content: 'done' });
        },
      },
    });
    const outcome = await pressed;
    expect(outcome).toMatchObject({ kind: 'deferred', update: true });
    long.resolve();
    expect((await outcome.followUp()).content).toBe('done');
  });

  test('the arguments of a custom id reach the handler, and a private answer stays private', async () => {
    const outcome = await withHandler({
      action: 'everyone',
      answers: 'privately',
      run: { where: 'guild', execute: ({ answer, args }) => answer.send({ content: `args ${args}` }) },
    });
    expect(outcome).toMatchObject({ kind: 'deferred', update: false });
    expect(await saidIn(outcome)).toBe('args 7');
  });
});

describe('guards', () => {
  test('somebody below the level is refused in private before anything is said in public', async () => {
    const outcome = await withHandler({
      action: 'ticket.list',
      answers: 'publicly',
      run: { where: 'guild', execute: ({ answer }) => answer.send({ content: 'done' }) },
    });
    expect(outcome.kind).toBe('message');
    expect(await saidIn(outcome)).toContain('Only support staff of this server can do this.');
  });

  test('a command for tickets is refused elsewhere', async () => {
    const said = await saidIn(await w.staff.goes(w.lobby).slash('claim'));
    expect(said).toContain('This channel is not a ticket.');
  });

  test('somebody who is blacklisted is refused everything but by staff', async () => {
    const { guild_id } = w;
    await w.ctx.db.insertInto('blacklisted_users').values({ guild_id, user_id: w.member.id }).execute();
    expect(await saidIn(await w.member.goes(w.lobby).slash('help'))).toContain('blacklisted');
  });

  test('a refusal is in the language of the server and in its failure colour', async () => {
    await w.settings({ language: 'de', colour_failure: '#123456' });
    const outcome = await withHandler({
      action: 'everyone',
      answers: 'privately',
      run: { where: 'guild', execute: () => Promise.reject(new AppError('ticket.not_claimed')) },
    });
    if (outcome.kind !== 'deferred') throw new Error(`not acknowledged: ${outcome.kind}`);
    const [embed] = (await outcome.settled()).embeds;
    expect(embed).toMatchObject({ color: 0x123456, description: 'Dieses Ticket hat niemand übernommen.' });
  });
});

describe('/help', () => {
  test('lists the commands that one may use, to be clicked', async () => {
    const memberSees = await saidIn(await w.member.goes(w.lobby).slash('help'));
    expect(memberSees).toMatch(/<\/open:\d+> Opens a ticket/);
    expect(memberSees).not.toContain('/claim');
    expect(await saidIn(await w.staff.goes(w.lobby).slash('help'))).toContain('</claim:');
  });
});

test('commands are registered once and left alone while they are the same', async () => {
  const before = w.sim.world.commands.all().map(({ version }) => version);
  expect(before.length).toBeGreaterThan(5);
  await w.restart();
  expect(w.sim.world.commands.all().map(({ version }) => version)).toEqual(before);
});

/** The member in a server where the bot is not, with the bot's application installed for themselves. */
function withoutTheBot() {
  const { world } = w.sim;
  const guild = world.addGuild({ owner_id: w.member.id, name: 'Elsewhere' });
  installForUser(world, w.bot_id, w.member.id);
  return { guild, person: w.member.goes(world.addChannel({ guild_id: guild.id, name: 'general' })) };
}

describe('where the bot is not', () => {
  test('nobody is offered its commands, also who installed its application for themselves', () => {
    const { person } = withoutTheBot();
    expect(() => person.slash('help')).toThrow('Unknown application command');
  });

  test('whoever uses a command of an earlier version is told to add the bot, and nothing is kept of it', async () => {
    const { world } = w.sim;
    const { guild, person } = withoutTheBot();
    for (const command of world.commands.all())
      world.commands.put({ ...command, integration_types: undefined });
    for (const command of ['help', 'close', 'setup auto']) {
      const outcome = await person.slash(command);
      expect([command, await saidIn(outcome)]).toEqual([
        command,
        expect.stringContaining('This bot is not in this server'),
      ]);
    }
    const rows = await w.ctx.db
      .selectFrom('guild_members')
      .selectAll()
      .where('guild_id', '=', guild.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
