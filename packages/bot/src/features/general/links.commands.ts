import { texts } from '@tickets/core/platform/texts/texts';
import { successEmbed } from '@tickets/core/wording/look';
import { InteractionContextType as C } from 'discord-api-types/v10';
import { commandData } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';
import { linkAnswer } from './link-answer.ts';

export const aboutCommand: CommandHandler = {
  kind: 'command',
  action: 'everyone',
  answers: 'privately',
  data: commandData('about', { contexts: [C.Guild, C.BotDM] }),
  main_only: true,
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
  action: 'everyone',
  answers: 'privately',
  data: commandData('invite', { contexts: [C.Guild, C.BotDM] }),
  main_only: true,
  run: {
    where: 'anywhere',
    async execute({ ctx, look, language, answer }) {
      const { general: t } = texts(language);
      const embed = successEmbed(look, { title: t.invite_title, description: t.invite });
      await answer.send(linkAnswer(embed, [{ label: t.invite_button, url: ctx.config.links.invite }]));
    },
  },
};

/** What is kept of somebody is theirs to see, also where a server does not let them do anything. */
export const gdprCommand: CommandHandler = {
  kind: 'command',
  action: 'everyone',
  answers: 'privately',
  data: commandData('gdpr', { contexts: [C.Guild, C.BotDM] }),
  also_blacklisted: true,
  run: {
    where: 'anywhere',
    async execute({ ctx, look, language, answer }) {
      const { general: t } = texts(language);
      const embed = successEmbed(look, { title: t.own_data_title, description: t.own_data });
      const url = `${ctx.config.dashboard_url}/account/data`;
      await answer.send(linkAnswer(embed, [{ label: t.own_data_button, url }]));
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
