import { fillText } from '@tickets/contract/platform/errors';
import { updateSettings } from '@tickets/core/settings/save';
import { successEmbed } from '@tickets/core/wording/look';
import type { APIChatInputApplicationCommandInteraction } from 'discord-api-types/v10';
import type { CommandHandler, GuildInput } from '../../interactions/handlers.ts';
import { givenOf } from '../../interactions/options.ts';
import { setUpStepByStep } from './auto.ts';
import { setupData } from './setup.data.ts';

type Input = GuildInput<APIChatInputApplicationCommandInteraction>;

export const setupCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'server.set_up',
  data: setupData,
  run: {
    where: 'guild',
    async execute(input) {
      const { name, given } = givenOf(input.interaction);
      if (name === 'auto') await setUpStepByStep(input);
      else await saySaved(input, await save(input, name, given));
    },
  },
};

/** Returns what the person is told. */
async function save(
  { call, server }: Input,
  name: string,
  given: Record<string, string | number | boolean>,
): Promise<string> {
  const { guild_id } = server;
  const { setup: t } = server.t;
  if (name === 'limit') {
    await updateSettings(call, guild_id, { ticket_limit: given.limit });
    return fillText(t.limit_saved, { limit: `**${String(given.limit)}**` });
  }
  if (name === 'transcripts') {
    const archive_channel = String(given.channel);
    await updateSettings(call, guild_id, { archive_channel });
    return fillText(t.archive_saved, { channel: `<#${archive_channel}>` });
  }
  const use_threads = given.use_threads === true;
  const channel = given.ticket_notification_channel;
  const ticket_notification_channel = typeof channel === 'string' ? channel : null;
  await updateSettings(call, guild_id, { use_threads, ticket_notification_channel });
  return use_threads
    ? fillText(t.threads_on, { channel: `<#${ticket_notification_channel}>` })
    : t.threads_off;
}

async function saySaved({ server, answer }: Input, description: string): Promise<void> {
  const embed = { title: server.t.setup.saved_title, description };
  await answer.send({ embeds: [successEmbed(server.look, embed)] });
}
