import { Transform, type TransformCallback } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

interface PartLimits {
  files: number;
  fileSize: number;
  fields: number;
  fieldSize?: number;
  fieldNameSize: number;
  headerPairs: number;
  parts: number;
}

/**
 * The parts of a form. The parser makes a stream of each part that comes in one piece before it looks at its limit, so it is given
 * no more of them than one too many.
 */
export function boundedParts(request: FastifyRequest, limits: PartLimits): AsyncIterableIterator<Multipart> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === undefined) throw new Error('the form names no boundary');
  const { raw } = request;
  const body = Object.assign(new PartBound(boundary, limits.parts), {
    // Written by us, so that the parser looks for the boundary that is counted here.
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
  });
  // pipe() does not pass on that a request broke off, and the parser would wait.
  const breakOff = () => {
    if (!raw.readableEnded) body.destroy();
  };
  if (raw.destroyed) breakOff();
  else raw.once('close', breakOff).pipe(body);
  const bounded: FastifyRequest = Object.create(request, { raw: { value: body } });
  return bounded.parts({ limits });
}

/** As RFC 2046 has it. */
function boundaryOf(contentType: string | undefined): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain ?? '';
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined;
}

/** Passes a form on up to one part too many, of which it makes the last; what comes behind it goes to nobody. */
export class PartBound extends Transform {
  readonly #delimiter: Buffer;
  /** How many delimiters are still passed on: one before each part, also before the one too many, and one that ends it. */
  #left: number;
  /** The end of what came, in which a delimiter may have begun. A form may begin with one without the line before it. */
  #tail: Buffer = Buffer.from('\r\n');

  constructor(boundary: string, parts_max: number) {
    super();
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#left = parts_max + 2;
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const isOver = this.#left === 0;
    const end = isOver ? 0 : this.#endOfLast(piece);
    if (!isOver) this.push(piece.subarray(0, end));
    if (!isOver && end !== undefined) this.push('--\r\n');
    done();
  }

  /** Where the last delimiter ends that is passed on; undefined while it has not come. */
  #endOfLast(piece: Buffer): number | undefined {
    const delimiter = this.#delimiter;
    const kept = delimiter.length - 1;
    const tail = this.#tail;
    // Both are shorter than a delimiter, so one that is found lies in both.
    const seam = Buffer.concat([tail, piece.subarray(0, kept)]);
    this.#tail = piece.length >= kept ? piece.subarray(piece.length - kept) : seam.subarray(-kept);
    const crossing = seam.indexOf(delimiter);
    let end = 0;
    if (crossing >= 0) {
      end = crossing + delimiter.length - tail.length;
      if (--this.#left === 0) return end;
    }
    for (;;) {
      const at = piece.indexOf(delimiter, end);
      if (at < 0) return undefined;
      end = at + delimiter.length;
      if (--this.#left === 0) return end;
    }
  }
}
