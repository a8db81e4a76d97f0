import type { IncomingMessage, ServerResponse } from 'node:http';

const SMALL_BYTES = 512;
/** What comes in pieces is read from the network in far larger ones: each costs a turn of the parser, whatever is in it. */
const SMALL_PIECES_MAX = 1_000;

/**
 * Calls `tooMany` where a body comes in very many small pieces, as a chunked one can that is made for it; also of what is left of a body
 * when the answer has gone.
 */
export function countSmallPieces(
  request: IncomingMessage,
  response: ServerResponse,
  tooMany: () => void,
): void {
  let small = 0;
  const { push } = request;
  // The only place through which each piece goes.
  request.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
    if (piece !== null && piece.length < SMALL_BYTES) {
      small += 1;
      if (small > SMALL_PIECES_MAX) tooMany();
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
