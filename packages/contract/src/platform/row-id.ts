import { z } from 'zod';

const message = 'Enter a number: digits only.';

/** The number of a row as a path has it: digits only, so neither `0x10` nor `1e2`. */
export const RowId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[1-9]\d{0,9}$/, message))
  .transform(Number)
  .pipe(z.number().max(2_147_483_647, message));
