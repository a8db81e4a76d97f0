import { z } from 'zod';

/**
 * A Discord id. On the wire it is a string of digits; a safe integer is accepted too, because scripts often send
 * one. Never a JavaScript number inside: ids are larger than 2^53.
 */
export const Snowflake = z
  .union([z.string(), z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)])
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^(0|[1-9]\d{0,18})$/, { error: 'Enter a Discord id: digits only.', abort: true })
      // The database keeps ids as signed 64-bit numbers; Discord's stay below that until the year 2084.
      .refine((id) => id.length < 19 || id <= '9223372036854775807', 'Enter a Discord id: digits only.'),
  );
export type Snowflake = z.infer<typeof Snowflake>;

/**
 * Where an id that cannot be one is refused together with ids that name nothing here, in the same words: it becomes 0, which is the id
 * of nothing.
 */
export const SoughtSnowflake = Snowflake.catch('0');

/** The ways in which a dashboard says "no channel": all become null. */
const unsetForms = new Set<unknown>([undefined, null, '', 'null', '0', 0]);

/** An id that may be unset: null, absent, "", "null", "0" and 0 all mean null. */
export const NullableSnowflake = z.preprocess(
  (value) => (unsetForms.has(value) ? null : value),
  Snowflake.nullable(),
);
