/** Builds what browsers are sent when its sources changed since, and hands over to the program in the same process. */
import { buildWebWhenStale } from './build-web.ts';

const [command = 'start', ...args] = process.argv.slice(2);
if (command === 'start') buildWebWhenStale();
const { main } = await import('../apps/tickets/src/main.ts');
await main([command, ...args]);
