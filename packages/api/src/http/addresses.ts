/** Folders of a path and values of a query. No address of ours has half as many; each takes longer to read than a long one does. */
const partsMax = 256;

/** Whether an address has so many parts that reading it would keep others waiting. */
export function hasTooManyParts(address: string): boolean {
  let parts = 0;
  for (let at = 0; at < address.length && parts <= partsMax; at += 1)
    if (address[at] === '/' || address[at] === '&') parts += 1;
  return parts > partsMax;
}
