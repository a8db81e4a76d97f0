import { expect, test } from 'vitest';
import { z } from 'zod';
import { invalid } from './errors.ts';

test('a refused input is told in words, and its paths only to programs', () => {
  const body = z.object({
    form_id: z.string('Choose a form.'),
    embed: z.object({ fields: z.array(z.object({ name: z.string('Enter a name.') })) }),
  });
  const { error } = body.safeParse({ form_id: 1, embed: { fields: [{ name: 2 }] } });
  if (!error) throw new Error('the input is not valid');
  const refusal = invalid(error, 'body');
  expect(refusal.message).toBe(
    'Some of what was sent is not valid: Form: Choose a form.; Embed fields 1 name: Enter a name.',
  );
  expect(refusal.fields?.map(({ path }) => path)).toEqual(['form_id', 'embed.fields.0.name']);
});
