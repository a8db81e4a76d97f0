import { AppError } from '@tickets/contract/platform/errors';
import { plainProblem } from '@tickets/contract/platform/plain-problems';
import { buildUser } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { parseJson } from './body.ts';
import { invalidFields, problemsOf } from './errors.ts';
import { namedMentions } from './mentions.ts';

test('a refused input is told in words, and its paths only to programs', () => {
  const body = z.object({
    form_id: z.string('Choose a form.'),
    embed: z.object({ fields: z.array(z.object({ name: z.string('Enter a name.') })) }),
  });
  const { error } = body.safeParse({ form_id: 1, embed: { fields: [{ name: 2 }] } });
  if (!error) throw new Error('the input is not valid');
  const refusal = invalidFields(problemsOf(error, 'body'));
  expect(refusal.message).toBe(
    'Some of what was sent is not valid: Form: Choose a form.; Embed fields 1 name: Enter a name.',
  );
  expect(refusal.fields?.map(({ path }) => path)).toEqual(['form_id', 'embed.fields.0.name']);
});

test('a text that names its field names it once to a person, and stays whole for programs', () => {
  const told = 'Field "Description" cannot exceed 4 characters in length';
  const { error } = z.object({ description: z.string().max(4, told) }).safeParse({ description: 'longer' });
  const refusal = error && invalidFields(problemsOf(error, 'body'));
  expect(refusal?.message).toBe(`Some of what was sent is not valid: ${told}`);
  expect(refusal?.fields).toEqual([{ path: 'description', message: told }]);
});

const body = z.object({
  name: z.string().min(1).max(3),
  count: z.number().int().min(1).max(9),
  list: z.array(z.string()).max(1),
  kind: z.enum(['open', 'closed']),
  on: z.boolean(),
  link: z.url(),
  webhook_url: z.string().optional(),
  http_method: z.string().optional(),
});
const good = { name: 'a', count: 1, list: [], kind: 'open', on: true, link: 'https://a.test' };

test.each([
  [{ name: undefined }, 'Name: This is missing.'],
  [{ kind: undefined }, 'Kind: This is missing.'],
  [{ name: 5 }, 'Name: This must be a text.'],
  [{ name: '' }, 'Name: This must be at least 1 character long.'],
  [{ name: 'four' }, 'Name: This must be at most 3 characters long.'],
  [{ count: '1' }, 'Count: This must be a number.'],
  [{ count: 1.5 }, 'Count: This must be a whole number.'],
  [{ count: 10 }, 'Count: This must be at most 9.'],
  [{ list: 'a' }, 'List: This must be a list.'],
  [{ list: ['a', 'b'] }, 'List: This must be at most 1 entry.'],
  [{ kind: 'ajar' }, 'Kind: This must be one of open, closed.'],
  [{ on: 'yes' }, 'On: This must be true or false.'],
  [{ link: 'x' }, 'Link: This is not valid.'],
  [{ webhook_url: 5 }, 'Webhook URL: This must be a text.'],
  [{ http_method: 5 }, 'HTTP method: This must be a text.'],
])('%j is refused in plain words', (change, words) => {
  const { error } = body.safeParse({ ...good, ...change }, { error: plainProblem });
  expect(error && invalidFields(problemsOf(error, 'body')).message).toBe(
    `Some of what was sent is not valid: ${words}`,
  );
});

test('a text with more values than a body may hold is refused before anything is made of it', () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const text of [`{${'"a1":0,'.repeat(150_000)}"a":0}`, '['.repeat(1_000_000), '[[],'.repeat(250_000)])
    expect(() => parseJson(text)).toThrow('Some of what was sent is not valid');
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  expect(parseJson('["[[[,,,,", {"a": "\\"["}]')).toEqual(['[[[,,,,', { a: '"[' }]);
});

test('an error calls whom it is about by name, and nobody whom the sender mentions', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { user_id } = await buildUser(ctx, { username: 'olive' });
  const claimed = new AppError('ticket.claimed_to_see', { params: { user: `<@${user_id}>` } });
  expect(await namedMentions(ctx, claimed)).toContain('olive');
  const invalid = invalidFields([{ path: `<@${user_id}>`, message: `not <@${user_id}>` }]);
  expect(await namedMentions(ctx, invalid)).not.toContain('olive');
});
