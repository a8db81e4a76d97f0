import { suggestCloseReasons } from '@tickets/core/tickets/closing/close-reason';
import { findTicketByChannel } from '@tickets/core/tickets/model/find';
import type { CommandHandler } from '../../interactions/handlers.ts';

/** Discord's limit on what is offered while typing. */
const choiceMax = 100;

/** The reasons that are usual for the ticket in whose channel someone types. */
export const suggestReasons: NonNullable<CommandHandler['autocomplete']> = async (
  { call, interaction, server },
  typed,
) => {
  const channel_id = interaction.channel?.id;
  const ticket = channel_id && (await findTicketByChannel(call.db, server.guild_id, channel_id));
  if (!ticket) return [];
  const { panel_id } = ticket;
  const reasons = await suggestCloseReasons(call, { panel_id, typed: typed.value, max: 50 });
  return reasons
    .filter(({ length }) => length <= choiceMax)
    .slice(0, 25)
    .map((reason) => ({ name: reason, value: reason }));
};
