import { listTags, removeTag, saveTag } from '@tickets/core/tags/tags';
import { type ApiParts, mount } from '../mount.ts';

export function tagRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'tags.list', ({ params }) => listTags(ctx, params.guild_id));

  mount(parts, 'tags.save', async ({ params, body, actor }) => {
    await saveTag(ctx, actor, params.guild_id, body);
    return undefined;
  });

  mount(parts, 'tags.remove', async ({ params, body, actor }) => {
    await removeTag(ctx, actor, params.guild_id, body.tag_id);
    return undefined;
  });
}
