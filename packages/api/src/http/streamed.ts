import multipart, { type MultipartFile } from '@fastify/multipart';
import { AppError } from '@tickets/contract/platform/errors';
import { megabytes, type StreamedFile, type StreamLimits } from '@tickets/contract/platform/uploads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { boundedParts } from './bounded-parts.ts';
import { takesItsTime } from './slow-bodies.ts';
import { cleanFileName, isUpload, notWhole } from './upload.ts';

/** For what stands between the files. */
const besideBytes = 1024 * 1024;

/** Lets the routes of a scope take files that are too large for memory. */
export async function installStreams(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart);
  scope.addHook('onSend', async (request, reply) => {
    // Whoever is refused in the middle of sending reads why; the rest goes to nobody.
    if (!isUpload(request) || request.raw.complete) return;
    const rest = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (rest > readToItsEnd) reply.header('connection', 'close');
    else request.raw.unpipe().resume();
  });
}

/** What is refused is read to its end, so that its sender hears of it, unless that takes too long. */
const readToItsEnd = 64 * 1024 * 1024;

/** Refuses what says of itself that it is too large, before any of it is read. */
export function requireRoom({ headers }: FastifyRequest, { fields, file_bytes }: StreamLimits): void {
  if (Number(headers['content-length']) > fields.length * file_bytes + besideBytes)
    throw new AppError('request.too_large', { params: { limit: megabytes(fields.length * file_bytes) } });
}

/** The files of a request, each while it comes. One that sends no form sends none. */
export async function* streamedFiles(
  request: FastifyRequest,
  limits: StreamLimits,
): AsyncGenerator<StreamedFile, void> {
  if (!isUpload(request)) return;
  takesItsTime(request);
  const { fields, file_bytes } = limits;
  const seen = new Set<string>();
  try {
    const parts = boundedParts(request, {
      files: fields.length,
      // One more than is allowed, so that it is known when it is too much.
      fileSize: file_bytes + 1,
      fields: 0,
      fieldNameSize: 100,
      headerPairs: 20,
      parts: fields.length,
    });
    for await (const part of parts) {
      if (part.type !== 'file' || !fields.includes(part.fieldname))
        throw unreadable(
          `a part is called ${JSON.stringify(part.fieldname.slice(0, 50))}, which is none of ${fields.join(', ')}`,
        );
      if (seen.has(part.fieldname)) throw unreadable(`there is more than one ${part.fieldname}`);
      seen.add(part.fieldname);
      // A form that was sent without a file in it.
      if (!part.filename) {
        part.file.resume();
        continue;
      }
      yield fileOf(part, limits);
    }
  } catch (error) {
    // Between the files nothing but the parser fails, with errors of many kinds, and what fails there lies in what was sent.
    throw error instanceof AppError ? error : notWhole(error);
  }
}

function fileOf(
  { fieldname, filename, mimetype, file }: MultipartFile,
  { file_bytes }: StreamLimits,
): StreamedFile {
  const name = cleanFileName(filename);
  return {
    field: fieldname,
    name,
    content_type: mimetype,
    bytes: (async function* () {
      let size = 0;
      try {
        for await (const chunk of file as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > file_bytes)
            throw new AppError('upload.file_too_large', { params: { name, limit: megabytes(file_bytes) } });
          yield chunk;
        }
      } catch (error) {
        throw toldOf(error);
      }
    })(),
  };
}

const unreadable = (problem: string) => new AppError('upload.invalid', { params: { problem } });

/** What goes wrong in the parser lies in what was sent; other errors come from our own disk or database, which take the bytes. */
function toldOf(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (
    /^(FST_|ERR_)/.test(code) ||
    (error instanceof Error && /multipart|form|aborted|premature/i.test(error.message))
  )
    return notWhole(error);
  return error;
}
