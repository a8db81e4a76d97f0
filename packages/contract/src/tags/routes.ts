import { GuildPath, type Route } from '../platform/route.ts';
import { TagInput, TagMap, TagRemove } from './tags.ts';

export const tagRoutes = {
  'tags.list': {
    summary: 'All tags of the server by their id.',
    subject: 'Tags',
    access: 'tag.list',
    params: GuildPath,
    answers: { 200: TagMap },
  },
  'tags.save': {
    summary: 'Creates a tag, or changes the one of this id.',
    subject: 'Tags',
    access: 'tag.save',
    params: GuildPath,
    body: TagInput,
    answers: { 204: null },
  },
  'tags.remove': {
    summary: 'Deletes a tag, and the command of its own.',
    subject: 'Tags',
    access: 'tag.delete',
    params: GuildPath,
    body: TagRemove,
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
