import { buttonRows } from './button.rows.ts';
import { formRows } from './form.rows.ts';
import { generalRows } from './general.rows.ts';
import { settingsRows } from './settings.rows.ts';
import type { Row } from './table.ts';
import { tagRows } from './tag.rows.ts';
import { ticketRows } from './ticket.rows.ts';

/** Everything that people can do to the bot. */
export const allRows: readonly Row[] = [
  ...generalRows,
  ...settingsRows,
  ...ticketRows,
  ...tagRows,
  ...buttonRows,
  ...formRows,
];
