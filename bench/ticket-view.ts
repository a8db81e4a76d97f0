/**
 * Fifty messages a second come into a ticket that is open in a browser whose processor is slowed four times: how typing
 * a reply feels meanwhile, whether the view stays at the newest message or at what is being read, and what it costs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { interactionTimes } from './browser.ts';
import { type BusyTicket, openTickets } from './live/busy-tickets.ts';
import { type Desk, slowdown, startDesk } from './live/desk.ts';
import { atMost, median, percentile, report, round } from './report.ts';

const PER_SECOND = 50;
const SECONDS = Number(process.argv[2] ?? 20);
const words =
  'I can **not** open the _chest_ near the <:key:1> harbour, see https://example.com/x and `error 42` please'.split(
    ' ',
  );

let tickets: BusyTicket[] = [];
await using desk = await startDesk({ members: 4 }, async (world) => {
  tickets = await openTickets(world, 30);
});
const [ticket] = tickets;
if (!ticket) throw new Error('there are tickets');

await write(desk, ticket, { seconds: 4 });
const page = await desk.open(`/manage/${ticket.guild_id}/tickets/view/${ticket.ticket_id}`);
const conversation = page.getByRole('region', { name: 'Conversation' });
await conversation.waitFor();
await page.getByText('Live', { exact: true }).first().waitFor();
await page.waitForLoadState('networkidle');
const cdp = await page.context().newCDPSession(page);
await desk.slowDown(page);
const before = await weight(page, cdp);
await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
const idle = await worked(cdp);

const writing = write(desk, ticket, { seconds: SECONDS });
const frames = countFrames(page);
const keys = await interactionTimes(page, async () => {
  await page.getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.type('We are looking at it, one moment. '.repeat(20).slice(0, SECONDS * 8), {
    delay: 100,
  });
});
const last = await writing;
const caught_up = await timeUntilShown(page, last);
const slow_frames = await frames.stop();
const busy = await worked(cdp);
// New messages are scrolled to once they have been drawn.
await sleep(500);
const at_end = await conversation.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
const after = await weight(page, cdp);

await conversation.hover();
for (let n = 0; n < 10; n += 1) await page.mouse.wheel(0, -300);
await sleep(1500);
const place = await placeInHistory(page);
await write(desk, ticket, { seconds: 5 });
await sleep(1000);
const moved = await movedSince(page, place);

// What the page itself worked, which other programs on the machine do not change.
const cpu_ms_a_message = Object.fromEntries(
  Object.entries(busy).map(([name, seconds]) => [
    name,
    round(((seconds - (idle[name] ?? 0)) * 1000) / (PER_SECOND * SECONDS)),
  ]),
);
report(
  'ticket-view',
  [
    atMost(`typing a reply, 95th percentile of ${keys.length}`, percentile(keys, 95), 'ms', 100),
    atMost('frames that took more than 100 ms', slow_frames.share * 100, '% of the time', 10),
    atMost('the last message was shown after', caught_up, 'ms', 1000),
    atMost('distance from the newest message', at_end, 'px', 1),
    atMost('what is being read moved', moved, 'px', 2),
    atMost('elements in the page', after.nodes, 'elements', 5000),
    atMost(
      'memory for a thousand messages',
      ((after.mb - before.mb) * 1000) / (PER_SECOND * SECONDS),
      'MB',
      10,
    ),
  ],
  {
    slowdown,
    median_ms: median(keys),
    worst_ms: Math.max(...keys),
    slow_frames,
    before,
    after,
    cpu_ms_a_message,
  },
);

/** Several people write in turns, by the clock. Returns the last words. */
async function write({ world, server }: Desk, { channel_id }: BusyTicket, { seconds }: { seconds: number }) {
  const people = [...server.members, ...server.staff];
  const started = performance.now();
  let content = '';
  for (let n = 0; n < PER_SECOND * seconds; n += 1) {
    const early = started + (n * 1000) / PER_SECOND - performance.now();
    if (early > 1) await sleep(early);
    content = `${words.slice(0, 3 + ((n * 7) % 15)).join(' ')} #${Math.round(started)}-${n}`;
    const author = people[Math.floor(n / 3) % people.length];
    if (author) world.sim.world.addMessage({ channel_id, author_id: author.id, content });
  }
  return content;
}

/** Milliseconds from now. */
async function timeUntilShown(on: Page, text: string): Promise<number> {
  const started = performance.now();
  await on
    .locator('article')
    .filter({ hasText: text.slice(text.lastIndexOf('#')) })
    .last()
    .waitFor({ timeout: 60_000 });
  return performance.now() - started;
}

async function weight(on: Page, session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const nodes = await on.evaluate(() => document.querySelectorAll('*').length);
  return { nodes, mb: round(usedSize / 1e6) };
}

async function worked(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  const durations = metrics.filter(({ name }) => /^(Task|Script|Layout|RecalcStyle)Duration$/.test(name));
  return Object.fromEntries(durations.map(({ name, value }) => [name, value]));
}

/** How much of the time went by in frames in which the page stood still for more than a tenth of a second. */
function countFrames(on: Page) {
  const started = on.evaluate(() => {
    const slow: number[] = [];
    const begun = performance.now();
    let before = begun;
    let isOn = true;
    const tick = (now: number) => {
      if (now - before > 100) slow.push(now - before);
      before = now;
      if (isOn) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, {
      stopFrames: () => {
        isOn = false;
        const lost = slow.reduce((sum, ms) => sum + ms, 0);
        return { count: slow.length, share: lost / (performance.now() - begun), worst: Math.max(0, ...slow) };
      },
    });
  });
  return {
    async stop() {
      await started;
      return on.evaluate(() =>
        (window as unknown as { stopFrames(): { count: number; share: number; worst: number } }).stopFrames(),
      );
    },
  };
}

/** A message in sight, and where it stands. */
function placeInHistory(on: Page) {
  return on.evaluate(() => {
    const box = document.querySelector('section[aria-label="Conversation"]')?.getBoundingClientRect();
    const seen = [...document.querySelectorAll('article')].find(
      (article) => article.getBoundingClientRect().top > (box?.top ?? 0) + 100,
    );
    return { text: seen?.textContent ?? '', top: seen?.getBoundingClientRect().top ?? 0 };
  });
}

async function movedSince(on: Page, { text, top }: { text: string; top: number }): Promise<number> {
  const now = await on.evaluate(
    (wanted) =>
      [...document.querySelectorAll('article')]
        .find((article) => article.textContent === wanted)
        ?.getBoundingClientRect().top,
    text,
  );
  return now === undefined ? Number.POSITIVE_INFINITY : Math.abs(now - top);
}
