import './styles/page.css';
import { tokens } from '@tickets/discord-ui/surface.tsx';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { become } from './client/become.ts';
import { Client, ClientContext } from './client/client.ts';
import { goTo } from './client/navigation.ts';
import { showTheme } from './client/theme.ts';
import { Refused, wordsOf } from './simulator/refused.ts';

const element = document.getElementById('app');
if (!element) throw new Error('index.html has no #app');

const client = new Client();
document.documentElement.classList.add(...(tokens ?? '').split(' '));
showTheme();
void start(element);

async function start(root: HTMLElement): Promise<void> {
  const { as, channel, server } = addressed();
  try {
    const id = as ?? (await whoToBe());
    if (!id) {
      location.replace('/');
      return;
    }
    await become(client, id, { channel, server });
    createRoot(root).render(
      <ClientContext value={client}>
        <App />
      </ClientContext>,
    );
  } catch (error) {
    const text = document.createElement('p');
    text.className = 'boot';
    text.setAttribute('role', 'alert');
    text.textContent = wordsOf(error);
    root.replaceChildren(text);
  }
}

function addressed() {
  const parameters = new URLSearchParams(location.search);
  return {
    as: parameters.get('as'),
    channel: parameters.get('channel'),
    server: parameters.get('server') ?? undefined,
  };
}

/** Whom this browser was last, else the first person there is. */
async function whoToBe(): Promise<string | undefined> {
  try {
    return (await client.api.me()).me.id;
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    return (await client.api.people()).people[0]?.id;
  }
}

addEventListener('popstate', () => {
  const { as, channel, server } = addressed();
  if (as && as !== client.state.me?.id) void become(client, as, { channel, server });
  else void goTo(client, channel, { server });
});
