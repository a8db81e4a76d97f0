import type { FastifyRequest } from 'fastify';
import { refusal } from '../errors.ts';
import { MAX_FILE_BYTES } from '../world/files.ts';
import type { Upload } from './call.ts';

export const MAX_REQUEST_BYTES = 25 * 1024 * 1024;

/** Reads a multipart body: `payload_json` becomes the body, `files[n]` the uploads. */
export async function readMultipart(request: FastifyRequest): Promise<{ body: unknown; files: Upload[] }> {
  const files: Upload[] = [];
  const fields: Record<string, unknown> = {};
  let payload: unknown;
  let total = 0;
  const limits = { fileSize: MAX_FILE_BYTES, files: 20, fieldSize: 1024 * 1024 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      total += bytes.length;
      if (part.file.truncated || total > MAX_REQUEST_BYTES) throw refusal('tooLarge');
      const index = Number(/^files?\[?(\d*)\]?$/.exec(part.fieldname)?.[1] || files.length);
      files.push({ index, filename: safeName(part.filename), contentType: part.mimetype, bytes });
    } else if (part.fieldname === 'payload_json') {
      payload = parseJson(String(part.value));
    } else {
      fields[part.fieldname] = part.value;
    }
  }
  return { body: payload ?? fields, files: files.sort((a, b) => a.index - b.index) };
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text, readValue);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw refusal('badJson');
  }
}

/** Discord keeps texts as UTF-8. An id may come as an integer, which JavaScript would round: it is kept as a text. */
function readValue(key: string, value: unknown, context?: { source?: string }): unknown {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw refusal('badJson');
  const isRounded = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isRounded && context?.source && /^\d+$/.test(context.source) ? context.source : value;
}

function safeName(name: string): string {
  return name.replace(/[^\w.\-()]+/g, '_').slice(0, 260) || 'unknown';
}
