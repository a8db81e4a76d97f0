/** React's own scheduler, of whose exports @types/scheduler lacks this one. */
declare module 'scheduler' {
  /** How many pieces it draws in a second at most, from 1 to 125; 0 for its own 200. */
  export function unstable_forceFrameRate(pieces: number): void;
}
