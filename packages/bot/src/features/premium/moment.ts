/** A moment as Discord shows it, in each reader's own time. */
export const momentOf = (date: Date): string => `<t:${Math.floor(date.getTime() / 1000)}:f>`;
