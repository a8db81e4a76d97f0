/**
 * Works in the panel editor of a server with 500 channels, 250 roles and 100 panels, in a browser whose processor is
 * slowed four times: how long each press and click takes until the screen shows what came of it.
 */
import { sql } from 'kysely';
import { chromium, type Page } from 'playwright-core';
import { createDb, createPool } from '../packages/core/src/platform/db/db.ts';
import { findRunningPostgres } from '../packages/core/src/platform/db/embedded/supervisor.ts';
import { buildWebWhenStale } from '../scripts/build-web.ts';
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts';
import { interactionTimes, signInAs } from './browser.ts';
import { startDemo } from './demo.ts';
import { atMost, type Figure, median, percentile, report, round } from './report.ts';

const slowdown = 4;
const limit_ms = 100;
/** 120 words a minute. */
const typing = { delay: 100 };
/** A finger stays on the button for a moment, in which the page draws the pressed button. */
const clicking = { delay: 80 };

const interactions: Record<string, (page: Page) => Promise<void>> = {
  'typing the title': async (page) => {
    await open(page, 'Panel Message');
    await page.getByRole('textbox', { name: 'Title', exact: true }).click(clicking);
    await page.keyboard.type('Something went overboard', typing);
  },
  'choosing among 500 channels': async (page) => {
    await page.getByRole('combobox', { name: /^Channel/ }).click(clicking);
    await page.keyboard.type('channel-4', typing);
    for (let i = 0; i < 8; i += 1) await page.keyboard.press('ArrowDown', typing);
    await page.keyboard.press('Enter');
  },
  'choosing among 250 roles to mention': async (page) => {
    await open(page, 'Ticket Properties');
    await page.getByRole('combobox', { name: /^Mention on open/ }).click(clicking);
    await page.keyboard.type('Role 2', typing);
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowDown', typing);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
  },
  'typing the welcome message of 25 fields': async (page) => {
    await open(page, 'Welcome Message');
    await page.getByRole('button', { name: /^Fields/ }).click(clicking);
    const add = page.getByRole('button', { name: 'Add Field' });
    for (let i = 0; i < 25; i += 1) await add.click(clicking);
    await page.getByRole('textbox', { name: 'Field Value' }).last().click(clicking);
    await page.keyboard.type('Proof helps us a lot', typing);
    await page.getByRole('textbox', { name: 'Description' }).first().click(clicking);
    await page.keyboard.type('Hello %user%, welcome', typing);
  },
  'building the access list': async (page) => {
    await open(page, 'Access Control');
    for (let i = 1; i < 9; i += 1) {
      await page.getByRole('combobox', { name: /Add a role/i }).click(clicking);
      await page.keyboard.type(`Role 1${i}`, typing);
      await page.keyboard.press('Enter', typing);
    }
    await page
      .getByRole('button', { name: /^Move .* down/ })
      .first()
      .click(clicking);
  },
};

/** Opens a section of the editor, if it is closed. */
async function open(page: Page, section: string): Promise<void> {
  const head = page.getByRole('button', { name: new RegExp(`^${section}`) }).first();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click(clicking);
}

buildWebWhenStale();
await using demo = await startDemo();
const { address } = demo;
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
try {
  const { state, guild_id } = await signInAs(browser, address, { person: 'Olive', server: 'Harbour Games' });
  await fill(guild_id);

  const context = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${address}/manage/${guild_id}/panels/create`);
  await page.getByRole('button', { name: 'Panel Message' }).waitFor();
  await page.waitForLoadState('networkidle');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ??
    0;
  const measured: Record<string, number[]> = {};
  // What the page itself worked for each interaction, which other programs on the machine do not change.
  const cpu_ms_each: Record<string, number> = {};
  for (const [name, work] of Object.entries(interactions)) {
    const before = await worked();
    const values = await interactionTimes(page, () => work(page));
    measured[name] = values;
    cpu_ms_each[name] = round(((await worked()) - before) * (1000 / values.length));
  }
  const figures: Figure[] = Object.entries(measured).map(([name, values]) =>
    atMost(`${name}, 95th percentile of ${values.length}`, percentile(values, 95), 'ms', limit_ms),
  );
  const medians = Object.fromEntries(
    Object.entries(measured).map(([name, values]) => [name, round(median(values))]),
  );
  report('editor', figures, { slowdown, medians, cpu_ms_each });
} finally {
  await browser.close();
}

/** As large as Discord lets a server become. */
async function fill(guild_id: string): Promise<void> {
  const url = await findRunningPostgres(demo.data_dir);
  if (!url) throw new Error('the demo has no database');
  const db = createDb(createPool(url, { max: 1 }));
  const base = 9_000_000_000_000_000n;
  await sql`insert into guild_channels (guild_id, channel_id, name, type, position, parent_id)
    select ${guild_id}::bigint, ${String(base)}::bigint + n, 'channel-' || n, case when n % 20 = 0 then 4 else 0 end, n, null
    from generate_series(1, 480) n`.execute(db);
  await sql`insert into guild_roles (guild_id, role_id, name, color, position, permissions, managed)
    select ${guild_id}::bigint, ${String(base)}::bigint + 1000 + n, 'Role ' || n, n * 60000, n, 0, false
    from generate_series(1, 245) n`.execute(db);
  await sql`insert into panels (guild_id, custom_id, title, content, colour, channel_id, message_id, message_state, button_label)
    select ${guild_id}::bigint, lpad(n::text, 30, 'x'), 'Panel ' || n, 'Press', 0, ${String(base)}::bigint + 1, n, 'posted', 'Open'
    from generate_series(1, 96) n`.execute(db);
  await db.destroy();
}
