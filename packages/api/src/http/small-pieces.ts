import type { IncomingMessage, ServerResponse } from 'node:http';

const SMALL_BYTES = 512;
/** What comes in pieces is read from the network in far larger ones: each costs a turn of the parser, whatever is in it. */
const SMALL_PIECES_MAX = 1_000;
/** And one for so many bytes: a proxy passes an upload of hundreds of megabytes on with a small piece here and there. */
const BYTES_A_PIECE = 16 * 1024;
const COUNTED_TOGETHER = 100;

/**
 * Counts the small pieces in which a body comes, as a chunked one can that is made for it; also of what is left of it when the answer has
 * gone, or the connection has ended: Node.js parses all that it has read. Calls `came` with so many of them at a time, and `tooMany`
 * once.
 */
export function countSmallPieces(
  request: IncomingMessage,
  response: ServerResponse,
  { came, tooMany }: { came: (pieces: number) => void; tooMany: () => void },
): void {
  let small = 0;
  let bytes = 0;
  let isOver = false;
  const { push } = request;
  // The only place through which each piece goes.
  request.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
    bytes += piece?.length ?? 0;
    if (piece !== null && piece.length < SMALL_BYTES) {
      small += 1;
      if (small % COUNTED_TOGETHER === 0) came(COUNTED_TOGETHER);
      if (!isOver && small > SMALL_PIECES_MAX + bytes / BYTES_A_PIECE) {
        isOver = true;
        tooMany();
      }
    }
    return push.call(request, piece, encoding);
  };
  // Node.js drops the rest without a call of `push`, unless reading has begun.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    request.read(0);
    request.resume();
  });
}
