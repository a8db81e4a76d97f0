import { PermissionLevel } from '@tickets/contract/levels';
import { successEmbed } from '@tickets/core/discord/look';
import { en } from '@tickets/core/locales/en';
import { localizations } from '@tickets/core/locales/texts';
import { toggleOnCall } from '@tickets/core/on-call/on-call';
import { InteractionContextType } from 'discord-api-types/v10';
import type { CommandHandler } from '../../handlers.ts';

export const onCallCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  level: PermissionLevel.support,
  data: {
    name: 'on-call',
    description: en.commands.on_call,
    description_localizations: localizations((t) => t.commands.on_call),
    contexts: [InteractionContextType.Guild],
  },
  run: {
    where: 'guild',
    async execute({ ctx, access, server, answer }) {
      const { on_call: t } = server.t;
      const description = (await toggleOnCall(ctx, access)) ? t.on : t.off;
      await answer.send({ embeds: [successEmbed(server.look, { title: t.title, description })] });
    },
  },
};
