import type { Page } from 'playwright-core';

/** From the page's next navigation on, its tasks of more than 50 ms are noted. */
export async function watchStillness(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const still: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) still.push(duration);
    }).observe({ type: 'longtask', buffered: true });
    Object.assign(window, { still });
  });
}

/** The longest time, in milliseconds and since the last call, for which the page answered nothing; 0 below 50. */
export function stillness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { still } = window as unknown as { still: number[] };
    return Math.max(0, ...still.splice(0));
  });
}
