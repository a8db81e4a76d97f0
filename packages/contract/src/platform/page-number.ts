import { z } from 'zod';

/** Of a list. A text that is no page asks for the first one, as the lists of this API always did: nothing is hidden by that. */
export const PageNumber = z.coerce.number().int().min(1).max(2_147_483_647).catch(1);
