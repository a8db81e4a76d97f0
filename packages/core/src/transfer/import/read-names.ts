import type { Archive, SetupRows } from '../format/archive.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { peopleIn } from '../setup/items.ts';
import type { SourceNames } from '../setup/places.ts';

/** A server has at most five hundred channels and some hundred roles and emojis; tickets' channels come and go. */
const namesMax = 20_000;

/** How channels, roles and emojis are called in the server of an archive, and the people of its set-up, if it is given. */
export async function readNames(archive: Archive, setup?: SetupRows): Promise<SourceNames> {
  const [channels, roles, emojis] = [new Map(), new Map(), new Map()] as [
    Map<string, { name: string; type: number }>,
    Map<string, string>,
    Map<string, string>,
  ];
  const bounded = (size: number) => {
    if (size > namesMax) throw new ArchiveProblem('it names too many channels, roles or emojis');
  };
  for await (const { channel_id, name, type } of archive.names('guild_channels')) {
    channels.set(channel_id, { name, type });
    bounded(channels.size);
  }
  for await (const { role_id, name } of archive.names('guild_roles')) {
    roles.set(role_id, name);
    bounded(roles.size);
  }
  for await (const { emoji_id, name } of archive.names('guild_emojis')) {
    emojis.set(emoji_id, name);
    bounded(emojis.size);
  }
  return { channels, roles, emojis, people: await namesOf(archive, setup ? peopleIn(setup) : new Set()) };
}

/** The archive names everyone who ever wrote in a ticket too, so only those who are asked for are kept. */
async function namesOf(archive: Archive, wanted: ReadonlySet<string>): Promise<Map<string, string>> {
  const people = new Map<string, string>();
  if (wanted.size)
    for await (const { user_id, username, global_name } of archive.names('users'))
      if (wanted.has(user_id)) people.set(user_id, global_name || username);
  return people;
}
