import { Agent, request } from 'node:http';

export interface Question {
  url: string;
  headers: Record<string, string>;
}

/** Asks each of these over and over on a connection of its own; answers requests a second. */
export async function requestsPerSecond(questions: readonly Question[], seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: questions.length });
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const ask = ({ url, headers }: Question) =>
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
  const connection = async (question: Question) => {
    while (performance.now() < until) {
      await ask(question);
      answered += 1;
    }
  };
  const started = performance.now();
  await Promise.all(questions.map(connection));
  agent.destroy();
  return answered / ((performance.now() - started) / 1000);
}
