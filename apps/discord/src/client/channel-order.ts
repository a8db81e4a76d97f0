import type { Channel, Server } from '../simulator/types.ts';

const VOICE = 2;
export const CATEGORY = 4;

/** As in the list: those without a category, then category by category, threads under their channel. */
export function sortedChannels({ channels }: Server): Channel[] {
  const categories = channels.filter(isCategory).sort((a, b) => a.position - b.position);
  const known = new Set(categories.map(({ id }) => id));
  const placed = channels.filter((channel) => !isCategory(channel) && !channel.is_thread).sort(byPlace);
  const withThreads = (parents: readonly Channel[]) =>
    parents.flatMap((parent) => [
      parent,
      ...channels.filter(({ is_thread, parent_id }) => is_thread && parent_id === parent.id),
    ]);
  return [
    ...withThreads(placed.filter(({ parent_id }) => !parent_id || !known.has(parent_id))),
    ...categories.flatMap((category) => [
      category,
      ...withThreads(placed.filter(({ parent_id }) => parent_id === category.id)),
    ]),
  ];
}

/** The channel that a server opens with. */
export const firstChannel = (server: Server): Channel | undefined =>
  sortedChannels(server).find(({ type, is_thread }) => type !== CATEGORY && type !== VOICE && !is_thread);

export const isCategory = ({ type }: Pick<Channel, 'type'>) => type === CATEGORY;

/** Text channels stand before those in which one talks. */
function byPlace(a: Channel, b: Channel): number {
  return (
    Number(a.type === VOICE) - Number(b.type === VOICE) || a.position - b.position || (a.id < b.id ? -1 : 1)
  );
}
