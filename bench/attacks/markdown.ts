/**
 * Messages of Discord's full length, each made to be slow to parse or to draw: their opener, who has no level in the server,
 * reads them as pages in a loop, and a member writes them into a ticket that staff have open in a browser. How long others
 * wait for an answer, and how long the browser stands still: while the messages arrive, while the ticket is opened again, and
 * while their transcript is opened and scrolled through.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { signIn } from '../live/busy-tickets.ts';
import { startDesk } from '../live/desk.ts';
import { writeTranscript } from '../live/long-transcript.ts';
import { stillness, watchStillness } from '../live/stillness.ts';
import { atLeast, atMost, median, percentile, report, round } from '../report.ts';

const MESSAGES = 60;
const LENGTH = 2000;
const READS = 50;
const HEALTH_EVERY_MS = 20;
const WRITE_EVERY_MS = 100;
/** In the closed ticket 1 stands what is read as a page. */
const open_ticket = 2;

const pairs: [string, string][] = [
  ['[', ']('],
  ['**', '_'],
  ['||', '~~'],
  ['> ', '- '],
  ['[](', ')'],
  ['__', '*'],
  ['<@', '>'],
  ['`', '```'],
  ['[**', '**]('],
  ['https://', '['],
];
const emojis = ['😀', '👩‍👩‍👧‍👦', '<:party:1400000000000000001>'];
/** Emojis without an end; else openers in the first half of the text, and in the other what might close them. */
function slowText(n: number): string {
  const emoji = n % 2 ? emojis[(n >> 1) % emojis.length] : undefined;
  if (emoji) return emoji.repeat(LENGTH / emoji.length);
  const [opener, closer] = pairs[(n >> 1) % pairs.length] ?? ['[', ']('];
  return (opener.repeat(LENGTH / 2).slice(0, LENGTH / 2) + closer.repeat(LENGTH / 2)).slice(0, LENGTH);
}

await using desk = await startDesk({ members: 2 }, async (world) => {
  await writeTranscript(world, MESSAGES, slowText);
});
const { server, world, address } = desk;
const [opener] = server.members;
if (!opener) throw new Error('the server has a member');
const { id: channel_id } = world.sim.world.addChannel({
  guild_id: server.guild_id,
  parent_id: server.category.id,
  name: 'ticket-2',
});
await world.db
  .insertInto('tickets')
  .values({
    guild_id: server.guild_id,
    ticket_id: open_ticket,
    channel_id,
    status: 'open',
    opener_id: opener.id,
    source: 'panel',
    interaction_id: channel_id,
    subject: 'Help',
    channel_name: 'ticket-2',
  })
  .execute();
const token = await signIn(world, opener.id);
const render = new URL(`/api/${server.guild_id}/transcripts/1/render`, address);

// Ten seconds after its start the program gives memory back.
await sleep(12_000);
const calm = await whileAsked(() => sleep(3000));
const reading = await whileAsked(readPages);
const page = await desk.open(`/manage/${server.guild_id}/tickets/view/${open_ticket}`);
await page.getByText('Live', { exact: true }).first().waitFor();
await page.waitForLoadState('networkidle');
await watchFrames(page);
const writing = await whileAsked(writeMessages);
const frames = await longestFrame(page);
const ticket = await opening(`/manage/${server.guild_id}/tickets/view/${open_ticket}`);
const transcript = await opening(`/manage/${server.guild_id}/transcripts/view/1`);

report(
  'attacks/markdown',
  [
    atMost('/healthz while pages are read, the longest', Math.max(...reading.waits), 'ms', 200),
    atMost('/healthz while messages are written, the longest', Math.max(...writing.waits), 'ms', 200),
    atMost('the browser stands still while they arrive, the longest', frames.worst, 'ms', 100),
    atMost('the browser stands still while the ticket opens', ticket.opening, 'ms', 100),
    atMost('the browser stands still while the ticket is scrolled', ticket.scrolling, 'ms', 100),
    atMost('the browser stands still while the transcript opens', transcript.opening, 'ms', 100),
    atMost('the browser stands still while the transcript is scrolled', transcript.scrolling, 'ms', 100),
    atLeast('pages that were read whole', reading.done.whole, `of ${READS}`, READS),
  ],
  {
    slowest_before: round(Math.max(...calm.waits)),
    median_wait: round(median(reading.waits)),
    p99_wait: round(percentile(reading.waits, 99)),
    median_page: round(median(reading.done.times)),
    slowest_page: round(Math.max(...reading.done.times)),
    frames,
  },
);

/** Reads as fast as the limits of the API let one person, and waits for them where they do not. */
async function readPages() {
  const times: number[] = [];
  let whole = 0;
  for (let n = 0; whole < READS && n < 10 * READS; n += 1) {
    const began = performance.now();
    const answer = await fetch(render, {
      headers: {
        'x-tickets': 'true',
        'x-forwarded-for': `203.0.113.${n % 250}`,
        authorization: token,
        accept: 'text/html',
        // Between two pages the server may close a connection that waits.
        connection: 'close',
      },
    });
    const text = await answer.text();
    if (answer.status === 429) {
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
      continue;
    }
    if (answer.status !== 200 || !text.includes('</html>'))
      throw new Error(`${answer.status}: ${text.slice(0, 300)}`);
    times.push(performance.now() - began);
    whole += 1;
  }
  return { times, whole };
}

async function writeMessages() {
  for (let n = 0; n < MESSAGES; n += 1) {
    world.sim.world.addMessage({ channel_id, author_id: opener?.id ?? '', content: slowText(n) });
    await sleep(WRITE_EVERY_MS);
  }
  // Of messages that take long to draw, few stand there at once.
  await page.locator('article').first().waitFor();
  await sleep(1000);
}

/** Opens a page of which the code is there already, and scrolls through what it shows. */
async function opening(path: string) {
  const page = await desk.open('/');
  await page.waitForLoadState('networkidle');
  await watchStillness(page);
  await page.goto(new URL(path, address).href);
  await page.locator('article').first().waitFor();
  await sleep(1000);
  const opening = await stillness(page);
  await page.getByRole('region', { name: 'Conversation' }).hover();
  for (const step of [-1200, 1200])
    for (let n = 0; n < 60; n += 1) {
      await page.mouse.wheel(0, step);
      await sleep(30);
    }
  const scrolling = await stillness(page);
  await page.close();
  return { opening: round(opening), scrolling: round(scrolling) };
}

/** Asks for /healthz all the while, whether the last answer has come or not. */
async function whileAsked<T>(work: () => Promise<T>): Promise<{ done: T; waits: number[] }> {
  const waits: number[] = [];
  const asked: Promise<void>[] = [];
  const timer = setInterval(() => {
    const began = performance.now();
    asked.push(
      fetch(new URL('/healthz', address)).then(async (answer) => {
        await answer.arrayBuffer();
        waits.push(performance.now() - began);
      }),
    );
  }, HEALTH_EVERY_MS);
  try {
    const done = await work();
    return { done, waits };
  } finally {
    clearInterval(timer);
    await Promise.all(asked);
  }
}

function watchFrames(on: Page): Promise<void> {
  return on.evaluate(() => {
    const gaps: number[] = [];
    let before = performance.now();
    const tick = (now: number) => {
      gaps.push(now - before);
      before = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { gaps });
  });
}

async function longestFrame(on: Page) {
  const gaps = await on.evaluate(() => (window as unknown as { gaps: number[] }).gaps);
  return {
    worst: round(Math.max(...gaps)),
    p99: round(percentile(gaps, 99)),
    past_50_ms: gaps.filter((ms) => ms > 50).length,
  };
}
