import { z } from 'zod';

/** A switch in an address: only "true" is on. */
export const QueryFlag = z.preprocess((value) => value === 'true', z.boolean());
