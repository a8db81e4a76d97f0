import type { ErrorBody, FieldProblem } from '@tickets/contract/platform/errors';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import type { RouteAnswer, RouteInput } from '@tickets/contract/routes';
import { appConfig } from '../page/config.ts';
import { translate } from '../page/translate.ts';
import { readToken } from '../session/session.ts';
import { startSignIn } from '../session/sign-in.ts';
import { takeAnswer } from './first-view.ts';
import { tracked } from './in-flight.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** False for calls that nobody waits for (polling, search while typing): no loading overlay. */
  track?: boolean;
  /** False where a 401 is an answer about the call and not about the session. */
  signInOn401?: boolean;
}

/** An answer that is not a success. `message` is the server's text for a person. */
export class ApiError extends Error {
  /** 0 when no answer came at all. */
  readonly status: number;
  readonly code: ErrorBody['code'] | undefined;
  readonly fields: FieldProblem[];
  readonly body: Partial<ErrorBody> & Record<string, unknown>;
  /** When the same call may be made again, where the server says so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    body: ApiError['body'],
    options: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(body.error || translate('common.error.unexplained', { status }), options);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? [];
    this.body = body;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * Calls a route of the contract: `call('settings.get', { params: { guild_id } })`. Rejects with an ApiError on
 * any status but 2xx; an ended session goes to sign-in and comes back to where one was.
 */
export async function call<N extends RouteName>(
  name: N,
  // A route without input is called with its name alone.
  ...[input, options]: keyof RouteInput<N> extends never
    ? [input?: undefined, options?: CallOptions]
    : [input: RouteInput<N>, options?: CallOptions]
): Promise<RouteAnswer<N>> {
  const { data } = await callWithHeaders(name, input as RouteInput<N>, options);
  return data;
}

/** As `call`, with the answer's headers beside its body: lists keep their totals there. */
export async function callWithHeaders<N extends RouteName>(
  name: N,
  input: RouteInput<N>,
  options: CallOptions = {},
): Promise<{ data: RouteAnswer<N>; headers: Headers }> {
  const answer = send(name, input, options);
  const response = await checked(await (options.track === false ? answer : tracked(answer)), options);
  const body = response.status === 204 ? undefined : await readBody(response);
  // The server is mounted from the same contract, which promises this shape for this route.
  return { data: body as RouteAnswer<N>, headers: response.headers };
}

/** As `call`, for another form of the answer than JSON, or for JSON as it was written. */
export async function callForText<N extends RouteName>(
  name: N,
  input: RouteInput<N>,
  type: string,
): Promise<string> {
  const response = await checked(await tracked(send(name, input, {}, type)));
  return response.text();
}

/** The address of a live socket, such as `/api/{guild}/live`. */
export function socketUrl(path: string): string {
  const base = appConfig().ws_url || location.origin.replace(/^http/, 'ws');
  return base.replace(/\/$/, '') + path;
}

/** Refuses an answer that is not a success. */
export async function checked(
  response: Response,
  { signInOn401 = true }: CallOptions = {},
): Promise<Response> {
  if (response.ok) return response;
  if (response.status === 401 && signInOn401) return startSignIn();
  const body = await readBody(response);
  throw new ApiError(response.status, isRecord(body) ? body : {}, { retryAfterMs: retryAfter(response) });
}

export interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: readonly File[];
}

async function send(
  name: RouteName,
  input: AnyInput = {},
  options: CallOptions = {},
  type?: string,
): Promise<Response> {
  const { method, url, headers, token } = requestOf(name, input);
  if (type) headers.set('Accept', type);
  const body = bodyOf(input);
  // Of a form the browser itself says where its parts begin.
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  const ahead = method === 'GET' ? takeAnswer(url, token) : undefined;
  try {
    return await (ahead ?? fetch(url, { method, headers, body, signal: options.signal ?? null }));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, { error: translate('common.error.unreachable') }, { cause: error });
  }
}

/** Where a call goes, and who is said to make it. */
export function requestOf(name: RouteName, { params, query }: AnyInput) {
  const [method, path] = routePaths[name];
  const headers = new Headers({ 'x-tickets': 'true' });
  const token = readToken();
  if (token) headers.set('Authorization', token);
  const url = appConfig().api_url.replace(/\/$/, '') + fillPath(path, params) + queryOf(query);
  return { method, url, headers, token };
}

function bodyOf({ body, files = [] }: AnyInput): string | FormData | null {
  if (body === undefined) return null;
  const json = JSON.stringify(body);
  if (!files.length) return json;
  const form = new FormData();
  form.set('payload_json', json);
  for (const [index, file] of files.entries()) form.set(`files[${index}]`, file);
  return form;
}

function fillPath(path: string, params: AnyInput['params'] = {}): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
}

function queryOf(query: AnyInput['query'] = {}): string {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  );
  return entries.length ? `?${new URLSearchParams(entries)}` : '';
}

function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? seconds * 1000 : undefined;
}

export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return text;
  return JSON.parse(text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
