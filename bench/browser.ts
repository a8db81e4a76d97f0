import type { Browser } from 'playwright-core';

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
