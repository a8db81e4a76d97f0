import { TagFields } from '@tickets/contract/tags/tags';
import { fieldsOf, findTag } from '../tags/rows.ts';
import { checkTagInput, removeTag, saveTag } from '../tags/tags.ts';
import { asFields, type Fields, type Kind } from './kind.ts';

const inputOf = (fields: Fields) => {
  const tag = TagFields.parse(fields);
  return { ...tag, given_id: tag.id };
};

export const tagKind: Kind = {
  async read(call, guild_id, id) {
    const tag = await findTag(call.db, guild_id, id);
    return tag && { fields: asFields(fieldsOf(tag)), version: tag.version };
  },
  checkWrite: (call, guild_id, { next }) => checkTagInput(call, guild_id, inputOf(next)),
  checkRestore: (call, guild_id, fields) => checkTagInput(call, guild_id, inputOf(fields)),
  write: (call, guild_id, { next, now }) =>
    saveTag(call, guild_id, { ...inputOf(next), based_on: now.version }),
  restore: (call, guild_id, fields) => saveTag(call, guild_id, inputOf(fields), { only_new: true }),
  remove: (call, guild_id, id) => removeTag(call, guild_id, id),
};
