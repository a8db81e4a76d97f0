import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';

/** What a zip that is being made consists of, to be read meanwhile; and what ends it where it cannot be made. */
export function zipOutput(zip: ZipFile): { output: Readable; fail(error: unknown): void } {
  const { outputStream } = zip;
  const output = Readable.from(outputStream);
  // It may fail before anybody reads, or after they have gone. Whoever reads hears of it; unheard it would end the process.
  for (const stream of [outputStream, output]) stream.on('error', () => undefined);
  return {
    output,
    // Whoever waits for the next piece hears of it. To destroy what they read from would wait for that piece first.
    fail(error) {
      const cause = error instanceof Error ? error : new Error('a zip could not be made', { cause: error });
      if ('destroy' in outputStream && typeof outputStream.destroy === 'function')
        outputStream.destroy(cause);
      else output.destroy(cause);
    },
  };
}
