import { AppError } from '@tickets/contract/platform/errors';
import { storableJson } from '@tickets/core/platform/db/storable';
import type { FastifyInstance } from 'fastify';
import { installBodyRoom } from './body-room.ts';
import { requireBounded, requireFew } from './bounds.ts';
import { requireNoZero } from './texts.ts';

const mayHaveZero = /\\u0000/;

/** Bodies are JSON or nothing. An empty one is nothing whatever it calls itself. */
export function installBodyParser(app: FastifyInstance): void {
  // Nobody reads a body for an address that takes none.
  app.addHook('onRequest', async ({ is404, method }) => {
    if (is404 && method !== 'GET' && method !== 'HEAD') throw new AppError('route.not_found');
  });
  installBodyRoom(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json/i,
    { parseAs: 'string' },
    (_request, text, done) => {
      done(null, parseJson(String(text)));
    },
  );
  // Of what no route takes nothing is kept: it is refused at its first byte, and the rest goes to nobody.
  app.addContentTypeParser('*', ({ headers }, payload, done) => {
    if (Number(headers['content-length']) > 0) return done(new AppError('request.unsupported_media_type'));
    const end = (error: Error | null) => {
      payload.off('data', refuse).off('end', accept).off('error', end);
      done(error, undefined);
    };
    const refuse = () => end(new AppError('request.unsupported_media_type'));
    const accept = () => end(null);
    payload.on('data', refuse).on('end', accept).on('error', end);
  });
}

/** A body, which no more is done with where it holds more than any route takes. Halves of surrogate pairs become the sign for what cannot be read: that is how PostgreSQL gets texts that are cut. */
export function parseJson(text: string): unknown {
  if (!text.trim()) return undefined;
  try {
    requireFew(text, 'body');
    const body = JSON.parse(text);
    requireBounded(body, 'body');
    if (mayHaveZero.test(text)) requireNoZero(body, 'body');
    const storable = storableJson(text);
    return storable === text ? body : JSON.parse(storable);
  } catch (error) {
    if (error instanceof SyntaxError) throw new AppError('request.malformed', { cause: error });
    throw error;
  }
}
