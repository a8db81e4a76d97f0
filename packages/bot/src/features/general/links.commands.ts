import { texts } from '@tickets/core/platform/texts/texts';
import { successEmbed } from '@tickets/core/wording/look';
import { InteractionContextType as C } from 'discord-api-types/v10';
import { commandData } from '../../command-data.ts';
import type { CommandHandler } from '../../handlers.ts';
import { linkAnswer } from './link-answer.ts';

export const aboutCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  data: commandData('about', { contexts: [C.Guild, C.BotDM] }),
  run: {
    where: 'anywhere',
    async execute({ ctx, look, language, answer }) {
      const { general: t } = texts(language);
      const { dashboard_url, links } = ctx.config;
      const embed = successEmbed(look, { title: t.about_title, description: t.about });
      await answer.send(
        linkAnswer(embed, [
          { label: t.dashboard, url: dashboard_url },
          { label: t.guide, url: links.docs },
          { label: t.invite_button, url: links.invite },
        ]),
      );
    },
  },
};

export const inviteCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  data: commandData('invite', { contexts: [C.Guild, C.BotDM] }),
  run: {
    where: 'anywhere',
    async execute({ ctx, look, language, answer }) {
      const { general: t } = texts(language);
      const embed = successEmbed(look, { title: t.invite_title, description: t.invite });
      await answer.send(linkAnswer(embed, [{ label: t.invite_button, url: ctx.config.links.invite }]));
    },
  },
};

export const panelCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'panel.create',
  data: commandData('panel'),
  run: {
    where: 'guild',
    async execute({ call, server, answer }) {
      const { general: t } = server.t;
      const embed = successEmbed(server.look, { title: t.panels_title, description: t.panels });
      const url = `${call.config.dashboard_url}/manage/${server.guild_id}/panels`;
      await answer.send(linkAnswer(embed, [{ label: t.panels_button, url }]));
    },
  },
};
