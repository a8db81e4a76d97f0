import type { RequestGuard } from '@tickets/core/platform/discord/request-guard';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Figures of this process's calls to Discord. Their labels are few, whatever is called. */
export function installDiscordMetrics(registry: Registry, guard: RequestGuard): void {
  new Gauge({
    name: 'discord_invalid_requests',
    help: 'Calls of this process in the last ten minutes that Discord counts as invalid: it shuts an address out at 10,000.',
    registers: [registry],
    collect() {
      this.set(guard.invalid);
    },
  });
  const durations = new Histogram({
    name: 'discord_request_duration_seconds',
    help: 'How long Discord took to answer, by kind of route and first digit of the status (none: no answer came). Waits for limits are not in it.',
    labelNames: ['route', 'status'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  const limited = new Counter({
    name: 'discord_rate_limited_total',
    help: "Answers 429, by whose limit it was: user (the bot's on a route), global (all of the bot's), shared (of a channel or server, with others), address (Cloudflare's ban).",
    labelNames: ['scope'] as const,
    registers: [registry],
  });
  guard.onCall(({ path, duration_ms, status, limit }) => {
    const group = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;
    durations.observe({ route: kindOf(path), status: group }, duration_ms / 1000);
    if (limit) limited.inc({ scope: limit });
  });
}

/** From the special to the general: the first that fits counts. */
const kinds: [kind: string, path: RegExp][] = [
  ['interactions', /^\/interactions\//],
  ['webhooks', /^\/webhooks\//],
  ['commands', /^\/applications\/\d+\/(guilds\/\d+\/)?commands/],
  ['messages', /^\/channels\/\d+\/messages/],
  ['channels', /^\/channels\//],
  ['members', /^\/guilds\/\d+\/members/],
  ['guilds', /^\/guilds\//],
  ['users', /^\/users\//],
  ['oauth2', /^\/oauth2\//],
];

function kindOf(path: string): string {
  const route = path.replace(/^\/api(\/v\d+)?(?=\/)/, '');
  return kinds.find(([, pattern]) => pattern.test(route))?.[0] ?? 'other';
}
