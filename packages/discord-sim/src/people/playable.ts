import type { SimUser } from '../world/entities.ts';
import { compareIds } from '../world/snowflake.ts';
import type { World } from '../world/world.ts';

const PREFIX = 'playable:';

/** Someone whom a visitor of the simulator can be. */
export interface PlayablePerson {
  user: SimUser;
  /** One line about the part they play. */
  about: string;
}

/** Offers a person on the consent screen and in the client page, with a line about who they are. */
export function markPlayable(world: World, userId: string, about = ''): void {
  world.meta.put({ key: PREFIX + userId, value: about });
}

/** The people one can be: the marked ones, or everybody who is not a bot while nobody is marked. */
export function playablePeople(world: World): PlayablePerson[] {
  const marked = world.meta.all().flatMap(({ key, value }) => {
    const user = key.startsWith(PREFIX) ? world.users.get(key.slice(PREFIX.length)) : undefined;
    return user ? [{ user, about: value }] : [];
  });
  if (marked.length > 0) return marked;
  return world.users
    .all()
    .filter((user) => !user.bot && world.members.countIn('user', user.id) > 0)
    .sort((a, b) => compareIds(a.id, b.id))
    .map((user) => ({ user, about: '' }));
}

/** A person by id, if they are one of the people and not a bot. */
export function findPerson(world: World, id: string | undefined): SimUser | undefined {
  const user = id ? world.users.get(id) : undefined;
  return user?.bot ? undefined : user;
}
