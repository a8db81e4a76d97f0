import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { TagFields } from '@tickets/contract/tags/tags';
import { ApiError, call } from '../../lib/api/api.ts';
import { guildKeys, tagsQuery } from '../../lib/api/guild.queries.ts';
import type { Edit, Meeting, State } from '../../lib/meanwhile/edits.ts';
import { saveOver } from '../../lib/meanwhile/save-over.ts';

/** A tag was deleted to be saved under another id, and can neither be saved nor put back. */
export class LostTagError extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('The tag could not be put back.');
    this.refusal = refusal;
  }
}

/** A version of null says that there is no tag of this id yet. */
const putTag = (guild_id: string, { embed, ...tag }: TagFields, version?: number | null) =>
  call('tags.save', { params: { guild_id }, body: { ...tag, embed, based_on: version } });
const deleteTag = (guild_id: string, tag_id: string, version?: number) =>
  call('tags.remove', { params: { guild_id }, body: { tag_id, based_on: version } });

interface TagSaving {
  guild_id: string;
  onMet: (meeting: Meeting<TagFields>) => void;
}

/** Saves a tag. Under another id than before it is a new one: the old one goes first, and comes back when it is refused. */
export const saveTagMutation = (queryClient: QueryClient, { guild_id, onMet }: TagSaving) =>
  mutationOptions({
    mutationFn: (edit: Edit<TagFields>) =>
      saveOver(edit, {
        save: (tag, original) => saveTag(guild_id, tag, original),
        read: async (): Promise<State<TagFields> | undefined> => {
          const tags = await queryClient.fetchQuery({ ...tagsQuery(guild_id), staleTime: 0 });
          const stored = tags[edit.base.value.id];
          if (!stored) return undefined;
          const { version, ...value } = stored;
          return { value, version };
        },
        onMet,
      }),
    meta: { quiet: true },
    onSuccess: (_, { value: tag, base }) => {
      queryClient.setQueryData(tagsQuery(guild_id).queryKey, (tags) => ({
        ...without(tags, base.value.id),
        // Its version comes with what is read now.
        [tag.id]: { ...tag, version: 0 },
      }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: guildKeys.tags(guild_id) }),
  });

async function saveTag(
  guild_id: string,
  tag: TagFields,
  { value: original, version }: State<TagFields>,
): Promise<void> {
  const isNew = version === undefined;
  if (isNew || original.id === tag.id) return putTag(guild_id, tag, isNew ? null : version);
  await deleteTag(guild_id, original.id, version);
  try {
    await putTag(guild_id, tag, null);
  } catch (error) {
    await putBack(guild_id, original, error);
    throw error;
  }
}

async function putBack(guild_id: string, tag: TagFields, refusal: unknown): Promise<void> {
  const isRefused = (error: unknown) => error instanceof ApiError && error.status === 400;
  try {
    await putTag(guild_id, tag).catch(async (error: unknown) => {
      if (!isRefused(error)) throw error;
      // Premium may have ended meanwhile, and with it a command or a footer; the words come back all the same.
      const footer = { text: null, icon_url: null };
      await putTag(guild_id, {
        ...tag,
        use_guild_command: false,
        embed: tag.embed && { ...tag.embed, footer },
      });
    });
  } catch {
    throw new LostTagError(refusal);
  }
}

export const removeTagMutation = (queryClient: QueryClient, guild_id: string) =>
  mutationOptions({
    mutationFn: (tag_id: string) => deleteTag(guild_id, tag_id),
    onSuccess: (_, tag_id) => {
      queryClient.setQueryData(tagsQuery(guild_id).queryKey, (tags) => tags && without(tags, tag_id));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: guildKeys.tags(guild_id) }),
  });

function without<Value>(tags: Readonly<Record<string, Value>> = {}, id = ''): Record<string, Value> {
  const { [id]: _, ...others } = tags;
  return others;
}
