import { AppError } from '@tickets/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Escapes that JSON allows and the database refuses: the zero character, and halves of surrogate pairs. */
const unstorable = /\\u(0000|d[89a-f])/i;

/** Bodies are JSON or nothing. An empty one is nothing whatever it calls itself. */
export function installBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json/i,
    { parseAs: 'string' },
    (_request, text, done) => {
      done(null, parseJson(String(text)));
    },
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    if (text.length) done(new AppError('request.unsupported_media_type'));
    else done(null, undefined);
  });
}

/** A body, as far as the database can keep what it says. */
export function parseJson(text: string): unknown {
  if (!text.trim()) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return unstorable.test(text) ? storable(value) : value;
  } catch (error) {
    if (error instanceof SyntaxError) throw new AppError('request.malformed', { cause: error });
    throw error;
  }
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [storableText(key), storable(entry)]),
  );
}

function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
