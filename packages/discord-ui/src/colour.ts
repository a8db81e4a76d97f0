/** 3066993 -> "#2ecc71". */
export function hexFromInt(colour: number): string {
  return `#${(colour & 0xffffff).toString(16).padStart(6, '0')}`;
}
