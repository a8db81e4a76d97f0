import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const windowBytes = 256 * 1024;
const pieceBytes = 64 * 1024;

/** A file that is mostly read from its beginning to its end, a few bytes at a time: it asks the disk for a window of them. */
export class BufferedFile extends RandomAccessReader {
  readonly size: number;
  readonly #file: FileHandle;
  #window = Buffer.alloc(0);
  #from = 0;

  private constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.size = size;
  }

  static async open(path: string): Promise<BufferedFile> {
    const file = await open(path);
    return new BufferedFile(file, (await file.stat()).size);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#fill(position, length).then(
      () => {
        const at = position - this.#from;
        if (at + length > this.#window.length) return callback(new Error('unexpected EOF'));
        this.#window.copy(buffer, offset, at, at + length);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(
      () => callback(null),
      (error: Error) => callback(error),
    );
  }

  /** A stream of Node's own would close the file when it is destroyed, though others still read it. */
  async *#pieces(start: number, end: number): AsyncGenerator<Buffer, void> {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, end - at));
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at);
      if (!bytesRead) return;
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  async #fill(position: number, length: number): Promise<void> {
    if (position >= this.#from && position + length <= this.#from + this.#window.length) return;
    const window = Buffer.allocUnsafe(Math.max(length, windowBytes));
    const { bytesRead } = await this.#file.read(window, 0, window.length, position);
    this.#window = window.subarray(0, bytesRead);
    this.#from = position;
  }
}
