/** Writes .env.example from the table of variables. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample } from '../apps/tickets/src/config/variables.ts';

writeFileSync(join(import.meta.dirname, '../.env.example'), envExample());
