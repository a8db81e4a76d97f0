import { Agent } from 'node:https';
import { connect } from 'node:net';
import {
  ApplicationCommandTypes,
  ButtonStyles,
  createBot,
  createDesiredPropertiesObject,
  InteractionTypes,
  MessageComponentTypes,
  TextStyles,
} from '@discordeno/bot';
import {
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  GatewayIntentBits as I,
  TextInputStyle,
} from 'discord-api-types/v10';
import { Client, CommandInteraction, ComponentInteraction, ModalSubmitInteraction } from 'eris';
import { describe, expect, test, vi } from 'vitest';
import { personOf } from './control.ts';
import { type Stage, stage } from './testing.ts';

const INTENTS = I.Guilds | I.GuildMessages;
const PING = { name: 'ping', description: 'Answers' };

interface LibraryBot {
  /** Whether it began or went on with a session, in order. */
  sessions: string[];
  stop(): Promise<void> | void;
}

/** A bot that posts a button, asks a question in a form when it is pressed, and answers it and the command /ping. */
type StartBot = (on: Stage) => Promise<LibraryBot>;

function note(sessions: string[], event: string | null | undefined): void {
  if (event === 'READY') sessions.push('began');
  if (event === 'RESUMED') sessions.push('resumed');
}

const withEris: StartBot = async (on) => {
  const { port } = new URL(on.sim.url);
  // It only calls Discord, over TLS; an agent that connects elsewhere leads it to the simulator.
  const agent = Object.assign(new Agent(), { createConnection: () => connect(Number(port), '127.0.0.1') });
  const bot = new Client(`Bot ${on.app.bot_token}`, { intents: INTENTS, rest: { agent } });
  const sessions: string[] = [];
  bot.on('rawWS', ({ t }) => note(sessions, t));
  // It reports a broken connection as an error.
  bot.on('error', (error) => expect(error.message).toBe('Connection reset by peer'));
  bot.on('interactionCreate', async (asked) => {
    const question = { type: ComponentType.TextInput, custom_id: 'question', label: 'Question' } as const;
    if (asked instanceof ComponentInteraction)
      await asked.createModal({
        custom_id: 'form',
        title: 'Ask',
        components: [
          { type: ComponentType.ActionRow, components: [{ ...question, style: TextInputStyle.Short }] },
        ],
      });
    if (asked instanceof ModalSubmitInteraction)
      await asked.createMessage(`You asked: ${asked.data.components[0]?.components[0]?.value}`);
    if (asked instanceof CommandInteraction) await asked.createMessage('pong');
  });
  await bot.connect();
  await vi.waitFor(() => expect(sessions).toEqual(['began']));
  await bot.createCommand({ ...PING, type: ApplicationCommandType.ChatInput });
  const button = { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Ask' } as const;
  await bot.createMessage(on.channel.id, {
    content: 'Questions?',
    components: [{ type: ComponentType.ActionRow, components: [{ ...button, custom_id: 'ask' }] }],
  });
  return { sessions, stop: () => bot.disconnect({ reconnect: false }) };
};

const withDiscordeno: StartBot = async (on) => {
  const sessions: string[] = [];
  const bot = createBot({
    token: on.app.bot_token,
    applicationId: on.app.id,
    intents: INTENTS,
    desiredProperties: createDesiredPropertiesObject({}, true),
    rest: { proxy: { baseUrl: `${on.sim.url}/api`, authorization: `Bot ${on.app.bot_token}` } },
    gateway: { spawnShardDelay: 0 },
    loggerFactory: () => ({ debug() {}, info() {}, warn() {}, error() {}, fatal() {} }),
    events: {
      raw: ({ t }) => note(sessions, t),
      async interactionCreate(asked) {
        const question = {
          type: MessageComponentTypes.InputText,
          customId: 'question',
          label: 'Question',
        } as const;
        if (asked.type === InteractionTypes.MessageComponent)
          await asked.respond({
            customId: 'form',
            title: 'Ask',
            components: [
              {
                type: MessageComponentTypes.ActionRow,
                components: [{ ...question, style: TextStyles.Short }],
              },
            ],
          });
        if (asked.type === InteractionTypes.ModalSubmit)
          await asked.respond(`You asked: ${asked.data?.components?.[0]?.components?.[0]?.value}`);
        if (asked.type === InteractionTypes.ApplicationCommand) await asked.respond('pong');
      },
    },
  });
  await bot.start();
  await vi.waitFor(() => expect(sessions).toEqual(['began']));
  await bot.helpers.upsertGlobalApplicationCommands([{ ...PING, type: ApplicationCommandTypes.ChatInput }]);
  const button = { type: MessageComponentTypes.Button, style: ButtonStyles.Primary, label: 'Ask' } as const;
  await bot.helpers.sendMessage(on.channel.id, {
    content: 'Questions?',
    components: [{ type: MessageComponentTypes.ActionRow, components: [{ ...button, customId: 'ask' }] }],
  });
  return { sessions, stop: () => bot.shutdown() };
};

// Each has a gateway and a REST client of its own, and our bot uses neither.
describe.each([
  ['Eris', withEris],
  ['Discordeno', withDiscordeno],
])('a bot made with %s', (_, start) => {
  test('answers a press with a form, what is sent with it, and a command', async () => {
    await using on = await stage();
    await using _bot = stopped(await start(on));
    await converse(on);
  });

  test('goes on with its session after its connection broke, and begins one where that is void', async () => {
    await using on = await stage();
    await using bot = stopped(await start(on));
    const { gateway } = on.sim;
    gateway.drop({ resume: true });
    await vi.waitFor(() => expect(bot.sessions).toEqual(['began', 'resumed']), 10_000);
    await converse(on);
    gateway.invalidate({ resumable: false });
    await vi.waitFor(() => expect(bot.sessions).toEqual(['began', 'resumed', 'began']), 10_000);
    await converse(on);
  });
});

/** What the owner of the server gets from the bot. */
async function converse({ sim, owner, channel }: Stage): Promise<void> {
  const [offer] = sim.world.messages.in('channel', channel.id);
  const person = personOf(sim.world, owner.id).goes(channel);
  expect(await person.click(String(offer?.id), 'Ask')).toMatchObject({ kind: 'modal' });
  const answer = await person.submitModal({ Question: 'When?' });
  expect(answer).toMatchObject({ kind: 'message', message: { content: 'You asked: When?' } });
  expect(await person.slash('ping')).toMatchObject({ kind: 'message', message: { content: 'pong' } });
}

/** Before its Discord, or it would connect again to whatever has that port next. */
const stopped = (bot: LibraryBot) => ({ ...bot, [Symbol.asyncDispose]: async () => bot.stop() });
