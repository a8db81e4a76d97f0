import type { MentionNames } from '../types.ts';

/** What the ids in a text are called; Discord has words for those without a name. */
export const nameOf = {
  user: (names: MentionNames | undefined, id = '') => names?.users?.[id] ?? 'unknown-user',
  channel: (names: MentionNames | undefined, id = '') => names?.channels?.[id] ?? 'unknown',
  role(names: MentionNames | undefined, id = ''): { name: string; color?: number } {
    const role = names?.roles?.[id] ?? 'unknown-role';
    return typeof role === 'string' ? { name: role } : role;
  },
};
