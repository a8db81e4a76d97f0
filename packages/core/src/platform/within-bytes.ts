/** How long something is as it is answered. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The first of a list that are together no longer than that, as they are answered. */
export function withinBytes<T>(list: readonly T[], max: number): T[] {
  let room = max;
  const end = list.findIndex((one) => {
    room -= jsonBytes(one) + 1; // the comma
    return room < 0;
  });
  return end === -1 ? [...list] : list.slice(0, end);
}
