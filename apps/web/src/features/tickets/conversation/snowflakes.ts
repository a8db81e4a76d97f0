/** Orders Discord ids, which rise with time: longer ones are newer, and of one length the order is that of text. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
