// What the image has in the place of bootstrap.mjs: there is nothing to install or to build.
import { endWithNpm } from './parent.mjs';

endWithNpm();
const { main } = await import('../apps/tickets/src/main.ts');
await main(process.argv.slice(2));
