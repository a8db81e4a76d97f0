import type { Archive } from '../format/archive.ts';
import { ArchiveProblem } from '../format/problem.ts';
import type { SourceNames } from '../setup/places.ts';

/** A server has at most five hundred channels and some hundred roles and emojis; tickets' channels come and go. */
const namesMax = 20_000;

/** How channels, roles and emojis are called in the server of an archive. */
export async function readNames(archive: Archive): Promise<SourceNames> {
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
  return { channels, roles, emojis };
}
