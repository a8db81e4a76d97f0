/**
 * Stands in the page itself, after its root, and runs before anything is painted, while everything else is still on its way: draws the
 * frame of the page that is opened.
 */
import { drawFrame } from './first-shell.ts';
import { beginFirstView, readFirstView } from './lib/api/first-view.ts';

if (blocksSiteData()) {
  const sentence = document.getElementById('blocked');
  if (sentence) sentence.hidden = false;
  // The app would run into the same.
  window.stop();
} else begin();

/** A browser that blocks it for this address throws at the first word. */
function blocksSiteData(): boolean {
  try {
    return !localStorage;
  } catch {
    return true;
  }
}

function begin(): void {
  // Before the first paint, so that a chosen theme never flashes.
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  const view = readFirstView();
  if (view) {
    const ask = beginFirstView(view);
    const isDrawn = drawFrame(view);
    // Sending requests takes processor time that the frame needs first. If no frame is drawn, or nobody sees it, they are sent at once.
    if (isDrawn && !document.hidden) requestAnimationFrame(() => setTimeout(ask));
    else ask();
  }

  // What a browser knows of plurals takes it a while to load, and now it has nothing else to do.
  setTimeout(() => new Intl.PluralRules('en'));
}
