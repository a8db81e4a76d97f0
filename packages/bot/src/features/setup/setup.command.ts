import { fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { setArchiveChannel, setTicketLimit, setUseThreads } from '@tickets/core/settings/change';
import { successEmbed } from '@tickets/core/wording/look';
import type { APIChatInputApplicationCommandInteraction } from 'discord-api-types/v10';
import type { CommandHandler, GuildCall } from '../../handlers.ts';
import { givenOf } from '../../options.ts';
import { setUpStepByStep } from './auto.ts';
import { setupData } from './setup.data.ts';

type Call = GuildCall<APIChatInputApplicationCommandInteraction>;

export const setupCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  level: PermissionLevel.admin,
  data: setupData,
  run: {
    where: 'guild',
    async execute(call) {
      const { name, given } = givenOf(call.interaction);
      if (name === 'auto') await setUpStepByStep(call);
      else await saySaved(call, await save(call, name, given));
    },
  },
};

/** Returns what the person is told. */
async function save(
  { ctx, user, server }: Call,
  name: string,
  given: Record<string, string | number | boolean>,
): Promise<string> {
  const { guild_id } = server;
  const { setup: t } = server.t;
  const actor = { kind: 'user', user_id: user.id } as const;
  if (name === 'limit') {
    await setTicketLimit(ctx, actor, guild_id, Number(given.limit));
    return fillText(t.limit_saved, { limit: `**${String(given.limit)}**` });
  }
  if (name === 'transcripts') {
    const channel_id = String(given.channel);
    await setArchiveChannel(ctx, actor, guild_id, channel_id);
    return fillText(t.archive_saved, { channel: `<#${channel_id}>` });
  }
  const use_threads = given.use_threads === true;
  const channel = given.ticket_notification_channel;
  const channel_id = typeof channel === 'string' ? channel : undefined;
  await setUseThreads(ctx, actor, guild_id, { use_threads, channel_id });
  return use_threads ? fillText(t.threads_on, { channel: `<#${channel_id ?? ''}>` }) : t.threads_off;
}

async function saySaved({ server, answer }: Call, description: string): Promise<void> {
  const embed = { title: server.t.setup.saved_title, description };
  await answer.send({ embeds: [successEmbed(server.look, embed)] });
}
