import { z } from 'zod';
import type { ActionName, ProductAction } from '../access/actions.ts';
import { Snowflake } from './snowflake.ts';
import type { FileLimits, StreamLimits } from './uploads.ts';

/**
 * Who may call a route: everyone, anyone who has signed in, whoever of them has whitelabel premium, or who may do the action that it names: in the server, or to the
 * ticket, of the path, or to the product itself.
 */
export type Access = 'public' | 'user' | 'whitelabel' | ProductAction | ActionName;

/**
 * A limit on calls of one route by one user, or by everybody in one server. By server only where its staff share what each
 * call costs, and nobody but staff may call: a member could use it up, and staff would be refused.
 */
export interface RouteLimit {
  per: 'user' | 'guild';
  max: number;
  period_ms: number;
  /** What each call costs, or who else pays for it. */
  why: string;
}

export interface Route {
  summary: string;
  /** The heading under which the API document shows it. */
  subject: string;
  access: Access;
  limits?: readonly RouteLimit[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * Files may come with the body: as multipart/form-data with the body as JSON in the part `payload_json`, as Discord's
   * own API has it.
   */
  files?: FileLimits;
  /** In place of a body: multipart/form-data with nothing but these files, which are taken while they come. */
  streams?: StreamLimits;
  /** Success answers by status; null is an answer without a body. */
  answers: Readonly<Record<number, z.ZodType | null>>;
  /** The answer may be long: it is sent in batches, as its reader takes them. */
  is_long?: true;
  /** Headers of a success answer, with what each says. */
  answer_headers?: Readonly<Record<string, string>>;
}

export const Ok = z.object({ success: z.literal(true) });
export const GuildPath = z.object({ guild_id: Snowflake });
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const MemberSearch = z.object({ query: z.string().max(128).default('') });
const memberSearch = 'Each asks Discord for members, whose limits for one server its staff share.';
export const memberSearchLimits = [
  { per: 'guild', max: 5, period_ms: second, why: memberSearch },
  { per: 'guild', max: 10, period_ms: 30 * second, why: memberSearch },
  { per: 'guild', max: 75, period_ms: 30 * minute, why: memberSearch },
] as const satisfies readonly RouteLimit[];
