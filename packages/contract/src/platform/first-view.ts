import type { ConfigPublic } from './config.ts';

/**
 * What the build of the dashboard tells the server about its pages, in `pages.json` beside `index.html`. Parameters
 * such as `$guildId` stand in a path as whole parts, and are numbers.
 */
export interface BuiltPage {
  path: string;
  /** The lowest permission level that may use it; 0 where the API alone knows. */
  level: number;
  scripts: string[];
  /** Undefined for a page without styles beyond those of every page. */
  styles?: { all: string; parts: string[] } | undefined;
  /** What the page reads from the API first, with the parameters of its path. */
  reads: string[];
  /** Of these the answers may be long, so each is read by itself. */
  long_reads: string[];
  /** Undefined for a page that stands in no frame. */
  heading?: Heading | undefined;
}

/** What stands in a page's frame before its code is there. */
export interface Heading {
  /** Undefined where it is known only with what the page reads. */
  title?: string;
  purpose?: string;
  width: 'form' | 'table' | 'full';
}

/** The address that tells callers their permission level in a server. */
export const levelPath = (guild_id: string) => `/user/permissionlevel?guild=${guild_id}`;

/** The answer to one of a page's reads, a line of `GET /reads`. */
export interface PageAnswer {
  path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What the server writes into the page that it sends, in the block `first-view`. */
export interface FirstView {
  config: ConfigPublic;
  /** Undefined for an address that is not in a server. */
  guild_id?: string | undefined;
  level: number;
  /** The code of its page. */
  scripts: string[];
  reads: string[];
  long_reads: string[];
  heading?: Heading | undefined;
}
