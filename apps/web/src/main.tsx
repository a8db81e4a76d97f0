import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
// Styles of every page stand in the page itself, where first-shell.ts needs these.
import './components/ui/card.module.css';
import './features/manage/server-head.module.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_forceFrameRate as drawInPieces } from 'scheduler';
import { createQueryClient } from './lib/api/query-client.ts';
import { loadConfig } from './lib/page/config.ts';
import { translate } from './lib/page/translate.ts';
import { sleep } from './lib/time/sleep.ts';
import { createAppRouter } from './router.tsx';

window.begun?.begin?.();

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

/** A first view that comes within this time is drawn at once and whole; for a later one its skeleton stands. */
const PATIENCE_MS = 1000;
/** After it the first view is there, and what people do must not wait for what is drawn. */
const FIRST_MS = 2000;
const piecesASecond = { first: 20, usual: 0 }; // 0: what the scheduler does by itself

// Not awaited: a screen's code imports from this file's chunk, and could not run before an `await` here is over.
void start(element);

async function start(root: HTMLElement): Promise<void> {
  try {
    await loadConfig();
    await Promise.race([router.load(), sleep(PATIENCE_MS)]);
    // A transition is drawn in pieces: a whole first view in one would let the browser stand still for a tenth of a second. In pieces of
    // 50 ms it takes less long than in the usual ones of 5, between which the browser paints what has not changed.
    drawInPieces(piecesASecond.first);
    setTimeout(drawInPieces, FIRST_MS, piecesASecond.usual);
    startTransition(() =>
      createRoot(root).render(
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>,
      ),
    );
  } catch (error) {
    console.error(error);
    root.textContent = translate('common.error.start');
  }
}
