import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** Runs axe in the page itself, which costs a small part of what a second page does, which its own builder opens. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe looks at the page alone, and there are frames in it');
  await page.evaluate(`window.axe || ${axe.source}`);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  });
}
