import { listTags, removeTag, saveTag } from '@tickets/core/tags/tags';
import { type ApiParts, mount } from '../http/mount.ts';

export function tagRoutes(parts: ApiParts): void {
  mount(parts, 'tags.list', ({ params, call }) => listTags(call, params.guild_id));

  mount(parts, 'tags.save', async ({ params, body, call }) => {
    await saveTag(call, params.guild_id, body);
    return undefined;
  });

  mount(parts, 'tags.remove', async ({ params, body, call }) => {
    const { tag_id, based_on } = body;
    await removeTag(call, params.guild_id, tag_id, { based_on });
    return undefined;
  });
}
