import { problemLimits } from '@tickets/contract/platform/body-limits';
import { AppError, type ErrorBody, type FieldProblem } from '@tickets/contract/platform/errors';
import type { Context } from '@tickets/core/platform/context';
import { toldOfDatabase } from '@tickets/core/platform/db/outage';
import { CallerGoneError } from '@tickets/core/platform/db/patience';
import { toldOfDiscord } from '@tickets/core/platform/discord/ask';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import { toldOfStorage } from '@tickets/core/platform/storage/problem';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { namedMentions } from './mentions.ts';

const retryAfterSeconds = 5;

/** The one place where an error becomes an answer. */
export function installErrors(app: FastifyInstance, ctx: Pick<Context, 'db' | 'log'>): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof CallerGoneError || brokeOff(request, error))
      return sendError(request, reply, new AppError('service.overloaded')); // read by nobody
    const known = toAppError(error);
    const of = { request_id: request.id, route: request.routeOptions.url };
    if (!known) ctx.log.error({ err: error, ...of }, 'request failed');
    else if (known.status >= 500) warnUnlessOutage(ctx.log, known.cause ?? known, known.code, of);
    const told = known ?? new AppError('internal.error');
    return sendError(request, reply, told, await namedMentions(ctx, told));
  });
}

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
  text = error.message,
): FastifyReply {
  const body: ErrorBody = {
    success: false,
    error: text,
    code: error.code,
    ...(error.fields && { fields: error.fields }),
    ...error.details,
    request_id: request.id,
  };
  if (error.status === 503) reply.header('retry-after', retryAfterSeconds);
  // Where it says so to a person, it does to programs.
  if (error.status === 429 && 'seconds' in error.params) reply.header('retry-after', error.params.seconds);
  reply.header('cache-control', 'no-store');
  return reply.code(error.status).type('application/json; charset=utf-8').send(body);
}

/** The connection ended in the middle of the body, by its sender or because the body stood still. */
const brokeOff = ({ raw }: FastifyRequest, error: unknown): boolean =>
  raw.destroyed &&
  !raw.complete &&
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');

/** Undefined for what is our own fault. */
function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const told = toldOfStorage(error) ?? toldOfDatabase(error) ?? toldOfDiscord(error);
  if (told) return told;
  const { code, statusCode = 500 } = error as FastifyError; // Read defensively: other errors have neither key.
  if (code === 'EMFILE' || code === 'ENFILE' || code === 'ENOMEM')
    return new AppError('service.overloaded', { cause: error });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('request.too_large', { params: { limit: '1 MB' } });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('request.unsupported_media_type');
  if (statusCode === 404) return new AppError('route.not_found');
  // A body that ended early.
  if (statusCode >= 400 && statusCode < 500) return new AppError('request.malformed', { cause: error });
  return undefined;
}

/** The problems of a part of an input, each with its dotted path; `root` for that of the part itself. */
export const problemsOf = (error: z.ZodError, root: string): FieldProblem[] =>
  error.issues.map(({ path, message }) => ({ path: path.join('.') || root, message }));

/** Refuses an input with all its problems at once, of many with the first, each within a length. */
export function invalidFields(all: readonly FieldProblem[]): AppError {
  const fields = all
    .slice(0, problemLimits.named)
    .map(({ path, message }) => ({ path: shortened(path), message: shortened(message) }));
  // Texts of an embed name their field themselves.
  const said = ({ path, message }: FieldProblem) =>
    /^Field "[^"]+" /.test(message) ? message : `${spoken(path)}: ${message}`;
  const problems = fields.map(said).join('; ');
  return new AppError('request.invalid', { params: { problems }, fields });
}

const shortened = (text: string) =>
  text.length > problemLimits.characters ? `${text.slice(0, problemLimits.characters - 1)}…` : text;

/**
 * A path in words, for the text that a person reads: `form_id` is "Form", `embed.fields.0.name` "Embed fields 1 name",
 * `webhook_url` "Webhook URL".
 */
function spoken(path: string): string {
  const words = path
    .split('.')
    .map((key) =>
      /^\d+$/.test(key) ? String(Number(key) + 1) : key.replace(/_ids?$/, '').replaceAll('_', ' '),
    )
    .join(' ')
    .replace(/\b(url|http|json)\b/g, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
