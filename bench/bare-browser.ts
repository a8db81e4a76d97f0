import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts';

/** Of each method's answer what is used here. */
interface Answer {
  browserContextId: string;
  targetId: string;
  sessionId: string;
  result: { value?: unknown };
}
type Send = (method: string, params?: object) => Promise<Answer>;

/**
 * A browser without a driver, controlled over the DevTools protocol. A driver enables the Runtime domain in every page, and then V8 looks up
 * at once where each `Error` is created. React creates three when it loads, for which V8 parses its whole file again: a tenth of a first
 * view, which no visitor pays.
 */
export interface BareBrowser extends AsyncDisposable {
  /** Has an empty page, with a cache and a storage of its own, do something. */
  inPage<T>(work: (send: Send) => Promise<T>): Promise<T>;
}

export async function startBareBrowser(): Promise<BareBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'tickets-bench-'));
  const flags = [...chromiumFlags, '--headless', `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const browser = spawn(ensureChromium(), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const socket = new WebSocket(await addressSaidIn(createInterface(browser.stderr)));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('the browser does not take a connection'));
  });
  const send = protocolOf(socket);
  return {
    async inPage(work) {
      const { browserContextId } = await send('Target.createBrowserContext');
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      try {
        return await work((method, params) => send(method, params, sessionId));
      } finally {
        await send('Target.disposeBrowserContext', { browserContextId });
      }
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function addressSaidIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('the browser ended before it said where it listens');
}

function protocolOf(socket: WebSocket) {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  };
  let last = 0;
  return (method: string, params: object = {}, sessionId?: string) => {
    const answer = Promise.withResolvers<Answer>();
    last += 1;
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    return answer.promise;
  };
}
