export interface Shards {
  ids: number[];
  count: number;
}

const COUNT_MAX = 10_000;

/** Reads shards as `0-15/64` or `0,2,8-11/16` names them; returns what is wrong where that cannot be read. */
export function readShards(text: string): Shards | string {
  const [, list, total] = /^([\d,-]+)\/(\d{1,5})$/.exec(text) ?? [];
  const how = 'must name shards and how many there are, such as 0-15/64';
  if (!list || !total) return how;
  const count = Number(total);
  if (count < 1 || count > COUNT_MAX) return `can be of 1 to ${COUNT_MAX} shards`;
  const ids = new Set<number>();
  for (const part of list.split(',')) {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
    if (first === undefined) return how;
    if (Number(last) < Number(first)) return `counts backwards in ${part}`;
    if (Number(last) >= count) return `names shard ${last}, but the last of ${count} is ${count - 1}`;
    for (let id = Number(first); id <= Number(last); id += 1) ids.add(id);
  }
  return { ids: [...ids].sort((a, b) => a - b), count };
}
