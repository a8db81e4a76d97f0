/** Stands in the page itself and runs before anything is drawn, while everything else is still on its way. */
import { askAhead, readFirstView } from './lib/api/first-view.ts';

// Before the first paint, so that a chosen theme never flashes.
const theme = localStorage.getItem('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const view = readFirstView();
if (view) askAhead(view);
