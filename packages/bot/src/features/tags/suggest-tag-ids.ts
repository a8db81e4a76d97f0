import { suggestTags } from '@tickets/core/tags/tags';
import type { CommandHandler } from '../../interactions/handlers.ts';

export const suggestTagIds: NonNullable<CommandHandler['autocomplete']> = async ({ call, server }, typed) => {
  const ids = await suggestTags(call, server.guild_id, { typed: typed.value, max: 25 });
  return ids.map((id) => ({ name: id, value: id }));
};
