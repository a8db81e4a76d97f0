/**
 * A server with 2,000 open tickets of which twenty change a second: how long the API takes for the list, and for a
 * ticket of 5,000 messages, and how the list feels in a browser whose processor is slowed four times.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { postgresEvents } from '../packages/core/src/platform/events/postgres-events.ts';
import { interactionTimes } from './browser.ts';
import { slowdown, startDesk } from './live/desk.ts';
import { atMost, median, percentile, report, round } from './report.ts';

const TICKETS = 2000;
const MESSAGES = 5000;
const CHANGES_PER_SECOND = 20;
const CALLS = 100;
const clicking = { delay: 80 };
const typing = { delay: 100 };

const interactions: Record<string, (page: Page) => Promise<void>> = {
  'sorting the list': async (page) => {
    const sort = page.getByRole('combobox', { name: 'Sort' });
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown']) {
      await sort.focus();
      await page.keyboard.press(key, typing);
    }
  },
  'showing only mine': async (page) => {
    const mine = page.getByRole('switch');
    for (let n = 0; n < 6; n += 1) {
      await mine.click(clicking);
      await sleep(200);
    }
  },
  'choosing columns': async (page) => {
    await page.getByLabel('Columns', { exact: true }).click(clicking);
    for (let n = 0; n < 6; n += 1) {
      await page.getByRole('option', { name: 'Panel' }).click(clicking);
      await sleep(200);
    }
    await page.keyboard.press('Escape');
  },
  'walking the list with J and K': async (page) => {
    await page.locator('tbody tr[tabindex="0"]').first().focus();
    for (let n = 0; n < 40; n += 1) await page.keyboard.press(n % 4 < 3 ? 'j' : 'k', typing);
  },
};

await using desk = await startDesk({ members: 1 }, async () => undefined);
const { guild_id } = desk.server;
const { db } = desk.world;
await fill();
await using changes = await changing();

const list = await answerTimes(`/api/${guild_id}/tickets`);
const view = await answerTimes(`/api/${guild_id}/tickets/1`);

const page = await desk.open(`/manage/${guild_id}/tickets`);
await page
  .getByRole('link', { name: /^View ticket/ })
  .first()
  .waitFor();
await page.waitForLoadState('networkidle');
await desk.slowDown(page);
const measured: Record<string, number[]> = {};
for (const [name, work] of Object.entries(interactions))
  measured[name] = await interactionTimes(page, () => work(page));
const worst_frame = await scrollThrough(page);
const stale = await changes.secondsUntilShown(page);

const most = (name: string, value: number, limit: number, unit = 'ms') => atMost(name, value, unit, limit);
report(
  'tickets-list',
  [
    most(`the list of ${TICKETS} tickets, 95th percentile of ${CALLS} answers`, percentile(list, 95), 100),
    most(`a ticket of ${MESSAGES} messages, 95th percentile of ${CALLS} answers`, percentile(view, 95), 100),
    ...Object.entries(measured).map(([name, times]) =>
      most(`${name}, 95th percentile of ${times.length}`, percentile(times, 95), 100),
    ),
    most('frames while scrolling, 95th percentile', worst_frame, 100),
    most('a change was shown after', stale, 1, 's'),
  ],
  {
    slowdown,
    list_p50_ms: round(median(list)),
    view_p50_ms: round(median(view)),
    medians: Object.fromEntries(Object.entries(measured).map(([name, times]) => [name, median(times)])),
  },
);

/** Open tickets of as many people; the first of them has a long conversation. */
async function fill(): Promise<void> {
  const base = 9_000_000_000_000_000n;
  await sql`insert into users (user_id, username)
    select ${String(base)}::bigint + n, 'person ' || n from generate_series(1, ${TICKETS}::int) n`.execute(
    db,
  );
  await sql`insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_id,
      channel_name, opened_at, last_message_at, last_message_is_staff, claimed_by, panel_id, last_seq, message_count)
    select ${guild_id}::bigint, n, 'open', ${String(base)}::bigint + n, 'panel', n, 'Help', ${String(base)}::bigint + 100000 + n,
      'ticket-' || n, now() - n * interval '7 minutes', now() - n * interval '3 minutes', n % 3 = 0,
      case when n % 2 = 0 then ${String(base)}::bigint + 1 + n % 7 end,
      (select panel_id from panels where guild_id = ${guild_id}::bigint limit 1),
      case when n = 1 then ${MESSAGES}::int else 0 end, 0
    from generate_series(1, ${TICKETS}::int) n`.execute(db);
  await sql`insert into ticket_messages (guild_id, ticket_id, message_id, seq, author_id, content, created_at)
    select ${guild_id}::bigint, 1, ${String(base)}::bigint + n, n, ${String(base)}::bigint + 1 + n % 5,
      repeat('words that somebody wrote ', 1 + n % 8), now() - (${MESSAGES}::int - n) * interval '1 minute'
    from generate_series(1, ${MESSAGES}::int) n`.execute(db);
  await sql`analyze`.execute(db);
}

/** Tickets are written to all the time, and told of as another process of ours would. */
async function changing() {
  const events = await postgresEvents({ url: desk.database_url, db, onError: console.error });
  const change = async (ticket_id: number, values: object) => {
    await db
      .updateTable('tickets')
      .set(values)
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .execute();
    events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  };
  let n = 0;
  const timer = setInterval(() => {
    n += 1;
    void change(2 + ((n * 37) % (TICKETS - 1)), { last_message_at: new Date() });
  }, 1000 / CHANGES_PER_SECOND);
  return {
    async secondsUntilShown(on: Page): Promise<number> {
      await on.evaluate(() => document.querySelector('section:has(> table)')?.scrollTo(0, 0));
      const link = on.getByRole('link', { name: /^View ticket/ }).first();
      const id = Number(/\d+/.exec((await link.getAttribute('aria-label')) ?? '')?.[0]);
      const started = performance.now();
      await change(id, { status: 'closed', closed_at: new Date() });
      await on
        .getByRole('link', { name: `View ticket ${id}`, exact: true })
        .waitFor({ state: 'detached', timeout: 30_000 });
      return (performance.now() - started) / 1000;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await sleep(500);
      await events.close();
    },
  };
}

async function answerTimes(path: string): Promise<number[]> {
  const times: number[] = [];
  while (times.length < CALLS) {
    const started = performance.now();
    const answer = await fetch(new URL(path, desk.address), {
      headers: {
        'x-tickets': 'true',
        authorization: desk.token,
        'x-forwarded-for': `10.0.0.${times.length}`,
      },
    });
    await answer.text();
    // Nobody is sent more than some long answers at once.
    if (answer.status === 429) {
      await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1));
      continue;
    }
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    times.push(performance.now() - started);
  }
  // The first ones warm up.
  return times.slice(CALLS / 10);
}

/** The 95th percentile of the frames while a wheel goes through the list. */
async function scrollThrough(on: Page): Promise<number> {
  const frames = on.evaluate(async () => {
    const times: number[] = [];
    let before = performance.now();
    const until = before + 4000;
    while (before < until) {
      const at = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      times.push(at - before);
      before = at;
    }
    return times;
  });
  await on.locator('tbody tr').nth(5).hover();
  for (let n = 0; n < 20; n += 1) {
    await on.mouse.wheel(0, 600);
    await sleep(150);
  }
  return percentile(await frames, 95);
}
