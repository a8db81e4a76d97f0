import { addMember, addUser } from '../world/build.ts';
import type { SimGuild, SimUser } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import { markPlayable, playablePeople } from './playable.ts';

/** As many characters as Discord gives a display name. */
export const NAME_LENGTH_MAX = 32;
/** Everyone in the world has a row in memory; a script that never stops must not fill it. */
const PEOPLE_MAX = 5_000;

export type Newcomer = { ok: true; user: SimUser } | { ok: false; problem: string };

/** Adds a person whom a visitor of the simulator can be, and lets them join a server where one is named. */
export function addNewcomer(world: World, input: { name: string; guild?: SimGuild }): Newcomer {
  const name = input.name.trim();
  if (!name) return { ok: false, problem: 'Say what the new person is called.' };
  if (name.length > NAME_LENGTH_MAX)
    return { ok: false, problem: `A name has at most ${NAME_LENGTH_MAX} characters.` };
  if (world.users.size >= PEOPLE_MAX)
    return { ok: false, problem: `This world is full: it holds ${PEOPLE_MAX.toLocaleString('en')} people.` };
  return world.transact(() => {
    // Where no one is marked, everyone can be chosen; the first mark must not hide the others.
    for (const { user, about } of playablePeople(world)) markPlayable(world, user.id, about);
    const user = addUser(world, { global_name: name, username: freeUsername(world, name) });
    if (input.guild) addMember(world, { guild_id: input.guild.id, user_id: user.id });
    markPlayable(world, user.id, input.guild ? `a new member of ${input.guild.name}` : 'a new person');
    return { ok: true, user };
  });
}

/** As Discord writes usernames: lower case, and no two people with the same one. */
function freeUsername(world: World, name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9._]+/g, '_');
  const taken = new Set(world.users.all().map(({ username }) => username));
  for (let number = 1; ; number += 1) {
    const username = number === 1 ? plain : `${plain}${number}`;
    if (!taken.has(username)) return username;
  }
}
