import type { Locator } from '@playwright/test';

/** What staff and members are promised: each sees the other's every step this soon after it was done. */
const SECOND_MS = 1_000;

/** Called when a step was acknowledged to whoever did it: it appears everywhere within a second. */
export async function seenWithinASecond(...shown: Locator[]): Promise<void> {
  await Promise.all(shown.map((one) => one.first().waitFor({ timeout: SECOND_MS })));
}

export async function goneWithinASecond(...hidden: Locator[]): Promise<void> {
  await Promise.all(hidden.map((one) => one.waitFor({ state: 'hidden', timeout: SECOND_MS })));
}
