import { Agent, request } from 'node:http';

/** Asks the same thing over and over on some connections; answers requests a second. */
export async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  { seconds, connections = 16 }: { seconds: number; connections?: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      request(url, { agent, headers }, (response) => {
        response.resume();
        response.once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${url} answered ${response.statusCode}`));
        });
      })
        .once('error', reject)
        .end();
    });
  const connection = async () => {
    while (performance.now() < until) {
      await ask();
      answered += 1;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return answered / ((performance.now() - started) / 1000);
}
