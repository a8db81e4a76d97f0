/** A process that asks each address every 20 ms, whether the last answer has come or not, and says how long each took. */
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;

process.once('message', async (order) => {
  const { urls, ms } = order as { urls: { url: string; headers: Record<string, string> }[]; ms: number }; // sent by a benchmark
  const waits: number[] = [];
  const asked: Promise<void>[] = [];
  const until = performance.now() + ms;
  while (performance.now() < until) {
    for (const { url, headers } of urls) asked.push(ask(url, headers, waits));
    await sleep(EVERY_MS);
  }
  await Promise.all(asked);
  process.send?.(waits);
  process.disconnect();
});

async function ask(url: string, headers: Record<string, string>, waits: number[]): Promise<void> {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  waits.push(performance.now() - began);
}
