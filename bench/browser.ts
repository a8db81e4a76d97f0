import type { Browser, Page } from 'playwright-core';

/** Signs a person of the demo in, and answers what a browser keeps of it, with the id of one of their servers. */
export async function signInAs(
  browser: Browser,
  address: string,
  { person, server }: { person: string; server: string },
) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('radio', { name: new RegExp(`^${person}`) }).check();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('heading', { name: 'Your Servers' }).waitFor();
  const state = await context.storageState();
  const guilds: { id: string; name: string }[] = JSON.parse(
    (await page.evaluate(() => localStorage.getItem('guilds'))) ?? '[]',
  );
  const guild_id = guilds.find(({ name }) => name === server)?.id;
  if (!guild_id) throw new Error(`${person} is not in ${server}`);
  await context.close();
  return { state, guild_id };
}

/** Runs `work` and answers how long its interactions took, in milliseconds until the next frame. */
export async function interactionTimes(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const seen: Record<number, number> = {};
    const keep = (entries: PerformanceObserverEntryList) => {
      // An interaction is several events; the longest of them is what one waits for.
      for (const entry of entries.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId)
          seen[entry.interactionId] = Math.max(seen[entry.interactionId] ?? 0, entry.duration);
    };
    const observer = new PerformanceObserver(keep);
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const finishMeasuring = () => {
      observer.disconnect();
      return Object.values(seen);
    };
    Object.assign(window, { finishMeasuring });
  });
  await work();
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { finishMeasuring: () => number[] }).finishMeasuring());
}
