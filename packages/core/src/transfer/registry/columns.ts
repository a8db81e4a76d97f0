import { z } from 'zod';

/** What the values of a column may be, as they stand in a line of an archive. */

/** An id of Discord's, in digits. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,18}$/)
  .refine((digits) => digits.length < 19 || digits <= '9223372036854775807');
export const optionalId = id.nullable();
/** A number of ours. */
export const number = z.number().int().min(0).max(2_147_483_647);
export const optionalNumber = number.nullable();
/** One that is counted on from, within what the column holds: an erasure gives each message that it empties the next number. */
export const count = number.max(1_000_000_000);
export const flag = z.boolean();
export const optionalFlag = flag.nullable();

/** PostgreSQL keeps no zero character, and halves of pairs are no text. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'characters that cannot be kept');
export const optionalText = (max: number) => text(max).nullable();

const earliest = Date.UTC(2010, 0);
/** A clock may be ahead of ours, and the clocks of the world are within a day. */
const aheadMs = 24 * 3_600_000;
/** Of what has happened. In UTC, as RFC 3339 has it. What is finer than PostgreSQL keeps is cut off: it would round it. */
export const time = z.iso
  .datetime()
  .overwrite((value) => value.replace(/(\.\d{6})\d+/, '$1'))
  .refine((value) => {
    const at = Date.parse(value);
    return at >= earliest && at <= Date.now() + aheadMs;
  }, 'a time out of range');
export const optionalTime = time.nullable();

/** The SHA-256 of a file, in hexadecimal. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** How deep a line may be was looked at before it was parsed. */
export const texts = z.array(text(100)).max(200);
export const object = z.record(z.string(), z.unknown());
