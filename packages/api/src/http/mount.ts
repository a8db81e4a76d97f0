import type { Readable } from 'node:stream';
import type { ActionName, ProductAction } from '@tickets/contract/access/actions';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { plainProblem } from '@tickets/contract/platform/plain-problems';
import type { Route } from '@tickets/contract/platform/route';
import type { RouteName } from '@tickets/contract/route-paths';
import { routePaths } from '@tickets/contract/route-paths';
import { type RouteAnswer, type RouteParsed, type Routes, routes } from '@tickets/contract/routes';
import type { UserCall } from '@tickets/core/access/caller';
import type { ProductCall } from '@tickets/core/access/product';
import type { InWork } from '@tickets/core/platform/async/in-work';
import type { InTurn, Turns } from '@tickets/core/platform/async/turns';
import type { Context } from '@tickets/core/platform/context';
import { waitForTurn } from '@tickets/core/platform/db/patience';
import type { Session, Sessions } from '@tickets/core/sessions/sessions';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { type Admitted, admit, admitAnew, readerOf } from './admission.ts';
import { invalidFields, problemsOf } from './errors.ts';
import type { Limits } from './limits.ts';
import { drawnFor, isLong, type LongAnswer, type LongAnswers, streamOf } from './long-answers.ts';
import { isOnlyReading } from './patience.ts';
import { installStreams, requireRoom, streamedFiles } from './streamed.ts';
import { installUploads, isUpload, requireFits, type Upload, type UploadRoom, withUpload } from './upload.ts';

/** What every route module gets. */
export interface ApiParts {
  app: FastifyInstance;
  ctx: Context;
  sessions: Sessions;
  limits: Limits;
  upload_room: UploadRoom;
  long_answers: LongAnswers;
  /** Whose turn it is to have read what they ask for: by route and person. */
  reading: Turns;
  /** What is done for requests, also when the person who asked has gone. */
  in_work: InWork;
}

type Granted<A> = A extends 'public'
  ? object
  : A extends ActionName
    ? { session: Session; call: UserCall }
    : A extends ProductAction
      ? { session: Session; product: ProductCall }
      : { session: Session };

/** What a handler receives: parsed input, and who calls, as far as the route's access has found out. */
export type RouteInput<N extends RouteName> = RouteParsed<N> &
  Granted<Routes[N]['access']> & {
    reply: FastifyReply;
    /** For what answers a long answer: its work, a batch at a time. */
    enterLong: () => InTurn;
    /** For what draws one: its turn, and the signal that its reader has gone. */
    drawn: () => { inTurn: InTurn; signal: AbortSignal };
  };

declare module 'fastify' {
  interface FastifyRequest {
    admitted?: Admitted;
    /** As performance.now() counts. */
    admitted_at?: number;
  }
  interface FastifyContextConfig {
    route_name?: RouteName;
  }
}

interface MountOptions {
  /** Refuses before it is looked at what was sent. */
  beforeBody?: (call: UserCall) => Promise<void>;
  /** Refuses anyone who may not send files there, before the first of them is read. */
  beforeUpload?: (call: UserCall) => Promise<void>;
}

/**
 * Other forms of a route's long answer, by media type, for whoever asks for one in `Accept` rather than for JSON. Undefined:
 * nobody reads it any more.
 */
export type OtherForms<N extends RouteName> = Record<
  string,
  (answer: LongAnswer<RouteAnswer<N>>, input: RouteInput<N>) => Promise<Readable | undefined>
>;

/** Opens a route of the contract: its access, limits, input and answer are enforced from there. */
export function mount<N extends RouteName>(
  parts: ApiParts,
  name: N,
  handler: (input: RouteInput<N>) => Promise<RouteAnswer<N> | LongAnswer<RouteAnswer<N>>> | RouteAnswer<N>,
  { beforeBody, beforeUpload, forms = {} }: MountOptions & { forms?: OtherForms<N> } = {},
): void {
  const [method, url] = routePaths[name];
  const route: Route = routes[name];
  const [status, answer] = successOf(route);
  const { files: limits, streams } = route;
  /** The answer of the handler: as text, or one that is sent while it is read. */
  const answerOf = async (
    request: FastifyRequest,
    input: RouteInput<N>,
  ): Promise<string | undefined | LongAnswer<RouteAnswer<N>>> => {
    const body: RouteAnswer<N> | LongAnswer<RouteAnswer<N>> = await handler(input);
    if (answer === null) return undefined;
    if (isLong(body)) {
      if (!route.is_long) throw new Error(`${name} has a long answer, and the contract does not say so`);
      return body;
    }
    const text = JSON.stringify(checked(name, answer, body));
    if (request.admitted?.session) parts.limits.noteAnswer(name, readerOf(request), text.length);
    return text;
  };
  /** Rights may have changed while the body came, or while the call waited. */
  const lookAgain = async (request: FastifyRequest) => {
    const waited_ms = performance.now() - (request.admitted_at ?? 0);
    request.admitted = await admitAnew(parts, request, route, waited_ms);
  };
  /** One person runs two reading calls of a route at once. After a wait it is looked again at their right, and at what they were sent. */
  const answerInTurn = (request: FastifyRequest, reply: FastifyReply, input: RouteInput<N>) => {
    if (!isOnlyReading(request) || !request.admitted?.session) return answerOf(request, input);
    const reader = readerOf(request);
    const answerNow = async () => {
      await lookAgain(request);
      parts.limits.requireAnswerRoom(reply, name, reader);
      return answerOf(request, Object.assign(input, request.admitted));
    };
    return parts.reading.of(`${name} ${reader.user_id}`)(answerNow, (turn) =>
      waitForTurn(request.caller, turn),
    );
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply, upload?: Upload) => {
    const files = limits && { files: upload?.files ?? [] };
    const parsed = parseInput(route, request, upload ?? request);
    const streamed = streams && { streamed: streamedFiles(request, streams) };
    const form = Object.keys(forms).find((type) => prefers(request, type));
    // The contract's schemas made these, and the guard below who calls.
    const input = {
      ...parsed,
      ...files,
      ...streamed,
      ...request.admitted,
      reply,
      enterLong: () => parts.long_answers.enter(request, reply),
      drawn: () => drawnFor(request, reply),
    } as unknown as RouteInput<N>;
    const body = await answerInTurn(request, reply, input);
    reply.code(status).header('cache-control', 'no-store');
    if (body === undefined || answer === null) return reply.send();
    // As bytes: of a string that waits for its reader Node counts the characters.
    if (typeof body === 'string')
      return reply.type('application/json; charset=utf-8').send(Buffer.from(body));
    const write = form && forms[form];
    if (!write) {
      const rest = checked(name, answer, body.answer);
      return reply.type('application/json; charset=utf-8').send(streamOf(rest, body.messages));
    }
    return (
      reply
        .type(`${form}; charset=utf-8`)
        // It is opened in a frame or as a file, and may do nothing there.
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        )
        .send((await write(body, input)) ?? '')
    );
  };
  const options: RouteOptions = {
    method,
    url,
    config: { route_name: name },
    onRequest: async (request, reply) => {
      request.admitted = await admit(parts, request, reply, { name, route, template: url });
      request.admitted_at = performance.now();
      if (request.admitted.call) await beforeBody?.(request.admitted.call);
      if (streams) requireRoom(request, streams);
      if (!limits || !isUpload(request)) return;
      requireFits(request, limits);
      if (request.admitted.call) await beforeUpload?.(request.admitted.call);
    },
    preHandler: lookAgain,
    handler: (request, reply) => {
      if (!limits || !isUpload(request)) return parts.in_work.add(serve(request, reply));
      return withUpload(request, { limits, room: parts.upload_room }, async (upload) => {
        await lookAgain(request);
        return parts.in_work.add(serve(request, reply, upload));
      });
    },
  };
  if (streams)
    parts.app.register(async (scope) => {
      await installStreams(scope);
      scope.route(options);
    });
  else if (!limits) parts.app.route(options);
  // In a scope of its own: no other route takes such bodies.
  else
    parts.app.register(async (scope) => {
      await installUploads(scope, limits);
      scope.route(options);
    });
}

/** Whether a media type is named, and before JSON. A program that names none, or any, means JSON. */
function prefers({ headers }: FastifyRequest, type: string): boolean {
  const named = (headers.accept ?? '').split(',').map((one) => one.split(';')[0]?.trim());
  const at = named.indexOf(type);
  const json = named.indexOf('application/json');
  return at >= 0 && (json < 0 || at < json);
}

function successOf(route: Route): [number, z.ZodType | null] {
  const [entry] = Object.entries(route.answers);
  if (!entry) throw new Error('a route without an answer');
  return [Number(entry[0]), entry[1]];
}

function parseInput(
  route: Route,
  { params, query }: FastifyRequest,
  { body }: { body: unknown },
): Record<string, unknown> {
  const sent = { params, query, body };
  const parsed: Record<string, unknown> = {};
  const fields: FieldProblem[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part];
    if (!schema) continue;
    const result = schema.safeParse(sent[part], { error: plainProblem });
    if (result.success) parsed[part] = result.data;
    else fields.push(...problemsOf(result.error, part));
  }
  if (fields.length) throw invalidFields(fields);
  return parsed;
}

/** Keys that the contract does not name stay here; a value that it does not allow is our mistake. */
function checked(name: RouteName, schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new Error(`The answer of ${name} is not what the contract says: ${result.error.message}`);
}
