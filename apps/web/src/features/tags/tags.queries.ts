import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Tag, TagFields } from '@tickets/contract/tags/tags';
import { ApiError, call } from '../../lib/api/api.ts';
import { guildKeys, tagsQuery } from '../../lib/api/guild.queries.ts';
import { isSameForm, tagFormOf } from './tag-form.ts';

export interface SavedTag {
  tag: TagFields;
  /** The tag as it was; undefined for a new one. */
  original: Tag | undefined;
}

/** Someone else has changed or deleted a tag since it was opened, and nothing was saved. */
export class ChangedTagError extends Error {
  /** The tag as it is now. */
  readonly current: Tag | undefined;
  constructor(current: Tag | undefined) {
    super('Somebody else changed the tag.');
    this.current = current;
  }
}

/** Another tag has the id by now. */
export class TakenIdError extends Error {}

/** A tag was deleted to be saved under another id, and can neither be saved nor put back. */
export class LostTagError extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('The tag could not be put back.');
    this.refusal = refusal;
  }
}

const putTag = (guild_id: string, { embed, ...tag }: TagFields) =>
  call('tags.save', { params: { guild_id }, body: { ...tag, embed } });
const deleteTag = (guild_id: string, tag_id: string) =>
  call('tags.remove', { params: { guild_id }, body: { tag_id } });

/** Saves a tag. Under another id than before it is a new one: the old one goes first, and comes back when it is refused. */
export const saveTagMutation = (queryClient: QueryClient, guild_id: string) =>
  mutationOptions({
    mutationFn: async ({ tag, original }: SavedTag) => {
      await checkIsFree(queryClient, guild_id, { tag, original });
      const isRenamed = original !== undefined && original.id !== tag.id;
      if (isRenamed) await deleteTag(guild_id, original.id);
      try {
        await putTag(guild_id, tag);
      } catch (error) {
        if (isRenamed) await putBack(guild_id, original, error);
        throw error;
      }
    },
    meta: { quiet: true },
    onSuccess: (_, { tag, original }) => {
      queryClient.setQueryData(tagsQuery(guild_id).queryKey, (tags) => ({
        ...without(tags, original?.id),
        // Its version comes with what is read now.
        [tag.id]: { ...tag, version: 0 },
      }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: guildKeys.tags(guild_id) }),
  });

/** Saving makes or replaces whatever has the id, so what is there is looked at first. */
async function checkIsFree(queryClient: QueryClient, guild_id: string, { tag, original }: SavedTag) {
  const tags = await queryClient.fetchQuery({ ...tagsQuery(guild_id), staleTime: 0 });
  const current = original && tags[original.id];
  if (original && !(current && isSameForm(tagFormOf(current), tagFormOf(original))))
    throw new ChangedTagError(current);
  if (tag.id !== original?.id && tag.id in tags) throw new TakenIdError();
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

function without(tags: Readonly<Record<string, Tag>> = {}, id = ''): Record<string, Tag> {
  const { [id]: _, ...others } = tags;
  return others;
}
