import { serverStats } from '@tickets/core/stats/server';
import { userStats } from '@tickets/core/stats/user';
import { successEmbed } from '@tickets/core/wording/look';
import {
  type APIChatInputApplicationCommandInteraction,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';
import type { CommandHandler, GuildInput } from '../../interactions/handlers.ts';
import { givenOf } from '../../interactions/options.ts';
import { openerFields, serverFields, staffFields } from './fields.ts';

type Input = GuildInput<APIChatInputApplicationCommandInteraction>;

export const statsCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'stats.read',
  data: commandData('stats', {
    options: [
      { type: Type.Subcommand, name: 'server', ...described('stats_server') },
      {
        type: Type.Subcommand,
        name: 'user',
        ...described('stats_user'),
        options: [{ type: Type.User, name: 'user', ...described('stats_user_user'), required: true }],
      },
    ],
  }),
  run: {
    where: 'guild',
    async execute(input) {
      const { name, given } = givenOf(input.interaction);
      if (name === 'server') await ofServer(input);
      else await ofUser(input, String(given.user));
    },
  },
};

async function ofServer({ call, server, answer }: Input): Promise<void> {
  const { stats: t } = server.t;
  const stats = await serverStats(call, server.guild_id);
  const fields = serverFields(server, stats);
  await answer.send({ embeds: [successEmbed(server.look, { title: t.server_title, fields })] });
}

async function ofUser({ call, server, answer }: Input, user_id: string): Promise<void> {
  const { stats: t } = server.t;
  const stats = await userStats(call, { guild_id: server.guild_id, user_id });
  const fields = 'staff' in stats ? staffFields(server, stats.staff) : openerFields(server, stats.opener);
  const embed = { title: t.user_title, description: `<@${user_id}>`, fields };
  await answer.send({ embeds: [successEmbed(server.look, embed)] });
}
