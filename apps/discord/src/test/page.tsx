import { act, cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { App } from '../app.tsx';
import { become } from '../client/become.ts';
import { Client, ClientContext } from '../client/client.ts';
import type { LiveEvents, Message, Overview } from '../simulator/types.ts';
import { overviewOf } from './samples.ts';

// The formatter of texts is loaded from disk, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** Stands for the live line; a test plays the simulator. */
class FakeSource extends EventTarget {
  static last: FakeSource | undefined;
  constructor() {
    super();
    FakeSource.last = this;
  }
  close() {}
}

type Answers = Record<string, unknown>;

/** What a page without a layout lacks. */
function pretendBrowser() {
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  // A page without a layout has no top layer.
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
}

function leaveNothing() {
  cleanup();
  history.replaceState(null, '', '/');
}

interface OpenPage {
  overview?: Partial<Overview>;
  messages?: Message[];
  /** By `METHOD path`, also of what comes later; what is not here is answered with nothing. */
  answers?: Answers;
}

/** Opens the page as Olive, with a simulator that answers as told. */
export async function openPage({ overview, messages = [], answers = {} }: OpenPage = {}) {
  pretendBrowser();
  onTestFinished(leaveNothing);
  const sent: Sent[] = [];
  const known: Answers = {
    'POST /client-api/as': overviewOf(overview),
    'GET /client-api/channels/100/messages': { messages, more: false },
    'GET /client-api/channels/100/commands': { commands: [] },
    'GET /client-api/channels/100/viewers': { ids: ['10', '20'] },
    ...answers,
  };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : body });
    const answer = await known[`${method} ${path}`];
    if (answer instanceof Response) return answer;
    return new Response(answer === undefined ? '' : JSON.stringify(answer));
  });
  const client = new Client();
  await become(client, '10');
  render(
    <ClientContext value={client}>
      <App />
    </ClientContext>,
  );
  return {
    client,
    hands: userEvent.setup(),
    /** What the page has sent that changes something. */
    done: () => sent.filter(({ method, path }) => method !== 'GET' && path !== '/client-api/as'),
    /** The mark with which the page sent its last interaction. */
    nonce: () => (sent.at(-1) as { body: { nonce: string } }).body.nonce, // Every interaction has one.
    /** Tells the page what has happened. */
    tell: <Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]) =>
      act(() => {
        FakeSource.last?.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
      }),
  };
}
