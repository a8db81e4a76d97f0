import { surveyButton } from '@tickets/core/tickets/closing/closed-messages';
import { rateTicket } from '@tickets/core/tickets/closing/rating';
import { successEmbed } from '@tickets/core/wording/look';
import { ComponentType } from 'discord-api-types/v10';
import type { ComponentHandler } from '../../interactions/handlers.ts';
import { ticketNamedIn } from '../../interactions/named-ticket.ts';

const ratings = [1, 2, 3, 4, 5] as const;

/** The five buttons in the direct message about a closed ticket. */
export const rateButton: ComponentHandler = {
  kind: 'component',
  name: 'ticket.rate',
  action: 'ticket.rate',
  answers: 'privately',
  run: {
    where: 'direct_message',
    async execute(input) {
      const { call, server, answer } = input;
      const { t, look } = server;
      const [, ticket, stars] = input.args;
      const key = await ticketNamedIn(input, ticket);
      const rating = ratings.find((value) => String(value) === stars);
      if (!rating) throw new Error(`a rating button says ${stars}`);
      const { survey } = await rateTicket(call, { ...key, rating });
      await answer.send({
        embeds: [successEmbed(look, { description: t.rating.thanks })],
        components: survey ? [{ type: ComponentType.ActionRow, components: [surveyButton({ t }, key)] }] : [],
      });
    },
  },
};
