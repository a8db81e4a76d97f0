import { markPlayable } from '@tickets/discord-sim/people/playable';
import type { World } from '@tickets/discord-sim/world/world';

/** Who lives in the demo. Handles, not names: nobody real is meant. */
export const people = {
  olive: { global_name: 'Olive', hash: true },
  sage: { global_name: 'Sage', hash: true },
  basil: { global_name: 'Basil', hash: true },
  juniper: { global_name: 'Juniper', hash: true },
  saffron: { global_name: 'Saffron', hash: true },
  warden: { global_name: 'Warden', hash: true },
  maple: { global_name: 'Maple', hash: true },
  rowan: { global_name: 'rowan', hash: true },
  clover: { global_name: 'Clover ☘️', hash: true },
  fern: { global_name: 'fern', hash: false },
  hazel: { global_name: 'Hazel', hash: true },
  willow: { global_name: 'willow', hash: true },
  aspen: { global_name: 'Aspen', hash: true },
  cedar: { global_name: 'cedar', hash: false },
  poppy: { global_name: 'Poppy', hash: true },
  thistle: { global_name: 'thistle', hash: true },
  bramble: { global_name: 'Bramble', hash: true },
  indigo: { global_name: 'indigo', hash: true },
  finch: { global_name: 'Finch', hash: true },
  wren: { global_name: 'wren', hash: false },
  otter: { global_name: 'Otter', hash: true },
  badger: { global_name: 'badger', hash: true },
  heron: { global_name: 'Heron', hash: true },
  lynx: { global_name: 'lynx', hash: true },
  pike: { global_name: 'Pike', hash: false },
  sparrow: { global_name: 'sparrow', hash: true },
  moss: { global_name: 'Moss', hash: true },
  ember: { global_name: 'ember', hash: true },
} as const;

export type Person = keyof typeof people;
export const handles = Object.keys(people) as Person[]; // the keys of the object above

/** The people who open tickets in the demo's past. */
export const members = handles.slice(handles.indexOf('maple'));

/** Puts everybody into the world and answers their ids by handle. */
export function addPeople(world: World, born: number): Record<Person, string> {
  const ids = handles.map((handle, index) => {
    const user = world.addUser({
      id: world.newId(born + index * 86_400_000),
      username: handle,
      global_name: people[handle].global_name,
      avatar: people[handle].hash ? hashOf(handle) : null,
    });
    return [handle, user.id] as const;
  });
  return Object.fromEntries(ids) as Record<Person, string>; // one entry for each handle
}

/** The people that a visitor can be, the most telling one first, with the part that each plays. */
export function markParts(world: World, ids: Record<Person, string>): void {
  const parts: [Person, string][] = [
    ['olive', 'owns Harbour Games, administrator of Pixel, support in Open Kitchen'],
    ['sage', 'support in Harbour Games and Pixel, owns Open Kitchen'],
    ['saffron', 'administrator of Harbour Games'],
    ['maple', 'a member who opens tickets'],
    ['rowan', 'a member who opens tickets'],
    ['juniper', 'owns Pixel, which shows what is limited without premium'],
    ['basil', 'owns Night Readers, in which nothing is set up yet'],
    ['pike', 'a member on the blacklist of Harbour Games'],
    ['warden', 'administers this installation of Tickets, but none of the servers'],
  ];
  for (const [person, about] of parts) markPlayable(world, ids[person], about);
}

/** A picture's hash: 32 hexadecimal characters that are always the same for one name. */
export function hashOf(name: string): string {
  let state = 7;
  let hash = '';
  for (let i = 0; i < 32; i += 1) {
    state = (state * 31 + name.charCodeAt(i % name.length) + i) % 65_521;
    hash += (state % 16).toString(16);
  }
  return hash;
}
