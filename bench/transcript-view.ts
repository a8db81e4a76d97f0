/**
 * A transcript of 20,000 messages, opened at its beginning and at a message in its middle, scrolled through and searched:
 * when the first message stands there, and for how long the page stands still.
 */
import { startDesk } from './live/desk.ts';
import { messageId, writeTranscript } from './live/long-transcript.ts';
import { stillness, watchStillness } from './live/stillness.ts';
import { atMost, report } from './report.ts';

const MESSAGES = Number(process.argv[2] ?? 20_000);
const MIDDLE = Math.floor(MESSAGES / 2);
const ticket_id = 1;

await using desk = await startDesk({ members: 4 }, (world) => writeTranscript(world, MESSAGES));
const path = `/manage/${desk.server.guild_id}/transcripts/view/${ticket_id}`;

const fromStart = await opening(path, 'words 0');
const fromMiddle = await opening(`${path}#m-${messageId(MIDDLE)}`, `words ${MIDDLE}`);

const { page } = fromStart;
const conversation = page.getByRole('region', { name: 'Conversation' });
await conversation.hover();
await stillness(page);
for (let n = 0; n < 40; n += 1) {
  await page.mouse.wheel(0, 1200);
  await page.waitForTimeout(30);
}
const scrolling = await stillness(page);

await page.keyboard.press('Control+f');
await page.keyboard.type(`words ${MESSAGES - 7}`, { delay: 60 });
const asked = performance.now();
await page.keyboard.press('Enter');
await page
  .locator('article[data-place]')
  .filter({ hasText: `words ${MESSAGES - 7}` })
  .waitFor();
const found = performance.now() - asked;
const finding = await stillness(page);
const elements = await page.evaluate(() => document.querySelectorAll('*').length);

report(
  'transcript-view',
  [
    atMost('the first message stands there after', fromStart.ms, 'ms', 1000),
    atMost('the message of a link stands there after', fromMiddle.ms, 'ms', 2000),
    atMost('the page stands still while it opens', fromStart.still, 'ms', 150),
    atMost('the page stands still while one scrolls', scrolling, 'ms', 100),
    atMost('the page stands still while one looks for words', finding, 'ms', 100),
    atMost('the last message is found after', found, 'ms', 500),
    atMost('elements in the page', elements, 'elements', 3000),
  ],
  { messages: MESSAGES, still_in_the_middle: fromMiddle.still, bytes: fromStart.bytes },
);

async function opening(address: string, text: string) {
  // Once before, so that the code is there and what is measured is the transcript.
  const page = await desk.open('/');
  await page.waitForLoadState('networkidle');
  await watchStillness(page);
  let bytes = 0;
  page.on('response', (response) => {
    if (response.url().includes('/render'))
      void response.body().then(
        (body) => (bytes += body.length),
        () => undefined,
      );
  });
  const started = performance.now();
  await page.goto(new URL(address, desk.address).href);
  await page
    .locator('article')
    .filter({ hasText: new RegExp(`${text}$`) })
    .first()
    .waitFor();
  const ms = performance.now() - started;
  await page.waitForTimeout(1000);
  return { page, ms, still: await stillness(page), bytes };
}
