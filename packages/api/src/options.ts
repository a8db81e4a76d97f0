import type { ConfigPublic } from '@tickets/contract/platform/config';
import type { Installation } from '@tickets/core/platform/processes/processes';
import type { Registry } from 'prom-client';
import type { ConnectionLimits } from './http/connections.ts';
import type { ReaderLimits } from './http/slow-readers.ts';
import type { LiveTimes } from './live/live.ts';
import type { MetricsAccess } from './pages/metrics.ts';

export interface ApiOptions {
  /** The answer of GET /config.json. */
  config: ConfigPublic;
  /** The built dashboard. Undefined for an API without one. */
  web_dir?: string | undefined;
  /** The guide as Markdown files. */
  docs_dir?: string | undefined;
  /** Origins other than this server's own that may call, such as a dashboard that is served elsewhere. */
  dashboard_origins?: readonly string[];
  /** Where browsers send files that do not come through us: a bucket's. */
  upload_origins?: readonly string[];
  /** Addresses or networks whose X-Forwarded-* headers are believed. */
  trusted_proxies?: readonly string[];
  /** What the bot is doing; `none` where this process runs none. */
  bot_state?: () => string;
  /** What all processes of the installation can do together. */
  installation: () => Promise<Installation>;
  /** Gateway events that are not written down yet, and that were dropped. */
  bot_events?: () => { waiting: number; dropped: number };
  /** How long the gateway took to answer the last heartbeat, in milliseconds; undefined before the first, and without a connection. */
  bot_latency?: () => number | undefined;
  /** Who may read /metrics; this machine unless told. */
  metrics_access?: MetricsAccess;
  /** What this process has measured of itself since its start; unset, it begins with the server. */
  figures?: Registry | undefined;
  /** Limits per address and route; 1 unless told, 0 switches all limits off. Tests and benchmarks scale them. */
  limits_scale?: number;
  /** How many connections are taken; unset, what the system's limit on open files leaves room for. */
  connections?: Partial<ConnectionLimits>;
  /** How long a body may take; files in a reply have longer. */
  body_within_ms?: number;
  /** How patient the program is with readers of its answers. */
  readers?: Partial<ReaderLimits>;
  /** How patient live sockets are. */
  live_times?: Partial<LiveTimes>;
}
