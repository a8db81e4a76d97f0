/** What goes over a socket, written down once for all whom it is sent to. */
export type Frame = Buffer;

export function frameOf<T extends object>(frame: T): Frame {
  return Buffer.from(JSON.stringify(frame));
}
