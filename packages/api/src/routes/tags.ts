import { listTags, removeTag, saveTag } from '@tickets/core/tags/tags';
import { type Doors, mount } from '../mount.ts';

export function tagRoutes(doors: Doors): void {
  const { ctx } = doors;

  mount(doors, 'tags.list', ({ params }) => listTags(ctx, params.guild_id));

  mount(doors, 'tags.save', async ({ params, body, actor }) => {
    await saveTag(ctx, actor, params.guild_id, body);
    return undefined;
  });

  mount(doors, 'tags.remove', async ({ params, body, actor }) => {
    await removeTag(ctx, actor, params.guild_id, body.tag_id);
    return undefined;
  });
}
