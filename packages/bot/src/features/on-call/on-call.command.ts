import { toggleOnCall } from '@tickets/core/on-call/on-call';
import { successEmbed } from '@tickets/core/wording/look';
import { commandData } from '../../interactions/command-data.ts';
import type { CommandHandler } from '../../interactions/handlers.ts';

export const onCallCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'on_call.toggle',
  data: commandData('on_call', { name: 'on-call' }),
  run: {
    where: 'guild',
    async execute({ call, server, answer }) {
      const { on_call: t } = server.t;
      const description = (await toggleOnCall(call)) ? t.on : t.off;
      await answer.send({ embeds: [successEmbed(server.look, { title: t.title, description })] });
    },
  },
};
