import type { Cause } from '../world/audit-log.ts';
import type { Viewer } from '../world/events.ts';
import type { SentFile } from '../world/files.ts';
import type { World } from '../world/world.ts';

/** Who asks. A user without scopes is their own client; with scopes, an application that they let in. */
export type Actor =
  | { kind: 'bot'; userId: string; applicationId: string }
  | { kind: 'user'; userId: string; scopes?: readonly string[] }
  | { kind: 'nobody'; userId: '' };

export interface Upload extends SentFile {
  /** The n of `files[n]`. */
  index: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/** One request, parsed and signed in. */
export interface Call {
  world: World;
  actor: Actor;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | undefined>>;
  body: unknown;
  files: readonly Upload[];
  reason?: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  method: Method;
  path: string;
  /** bot: a bot token. member: a bot, or a person's own client. any: also an OAuth token. open: the path itself proves it. */
  access: 'bot' | 'member' | 'any' | 'open';
  /** Returns what is sent; nothing means 204. */
  handle: (call: Call) => unknown;
}

/** An answer whose status is not 200. */
export class Answer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** The body as an object; anything else counts as empty, and then the required fields are missed by name. */
export function fieldsOf(body: unknown): Fields {
  return isObject(body) ? body : {};
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function causeOf(call: Call): Cause {
  return { userId: call.actor.userId, ...(call.reason ? { reason: call.reason } : {}) };
}

export function viewerOf(actor: Actor): Viewer {
  return actor.kind === 'bot'
    ? { userId: actor.userId, applicationId: actor.applicationId }
    : { userId: actor.userId };
}

export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`the route has no parameter ${name}`);
  return value;
}
