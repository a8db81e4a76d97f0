import type { Form, FormInput } from '@tickets/contract/forms/forms';
import { buildGuild, buildMember, buildPanel, buildSession } from '@tickets/testkit/data/factories';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: TestApp;
let guild_id: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const guild = await buildGuild(app.ctx);
  guild_id = guild.guild_id;
  token = await buildSession(app.ctx, guild.owner_id);
});

const create = (title: unknown = 'Report a player') =>
  app.call('forms.create', { params: { guild_id }, token, body: { title: title as string } });
const list = async (): Promise<Form[]> =>
  (await app.call('forms.list', { params: { guild_id }, token })).body;
const inputsOf = async (form_id: number): Promise<FormInput[]> =>
  (await list()).find((form) => form.form_id === form_id)?.inputs ?? [];

interface Save {
  create?: unknown;
  update?: unknown;
  delete?: unknown;
}
/** Sends whatever a client may send. */
const save = (form_id: number, body: Save) =>
  app.call('forms.save_inputs', { params: { guild_id, form_id }, token, body: body as never });

const question = (position: number, more: object = {}) => ({
  label: `Question ${position}`,
  placeholder: null,
  position,
  style: 1,
  required: true,
  min_length: 0,
  max_length: 255,
  ...more,
});
const questions = (count: number) => Array.from({ length: count }, (_, index) => question(index + 1));
/** An input as the dashboard sends it back. */
const kept = ({ custom_id: _, form_id: __, ...input }: FormInput, more: object = {}) => ({
  ...input,
  ...more,
});

/** A form with so many questions, and these as they are stored. */
async function formWith(count: number): Promise<{ form_id: number; inputs: FormInput[] }> {
  const { form_id } = (await create()).body;
  expect((await save(form_id, { create: questions(count) })).status).toBe(204);
  return { form_id, inputs: await inputsOf(form_id) };
}

describe('a form', () => {
  test('is created without questions and listed, oldest first, with its trimmed title', async () => {
    const { status, body } = await create('  Appeal a ban  ');
    expect(status).toBe(200);
    expect(body).toEqual({
      form_id: expect.any(Number),
      guild_id,
      title: 'Appeal a ban',
      custom_id: expect.stringMatching(/^[A-Za-z]{30}$/),
      version: expect.any(Number),
      inputs: [],
    });
    const { body: second } = await create();
    expect(await list()).toEqual([body, second]);
    expect(second.custom_id).not.toBe(body.custom_id);
  });

  test('is renamed', async () => {
    const { form_id } = (await create()).body;
    const params = { guild_id, form_id };
    const renamed = await app.call('forms.rename', { params, token, body: { title: 'Another' } });
    expect([renamed.status, renamed.body]).toEqual([200, { success: true, version: expect.any(Number) }]);
    expect(await list()).toMatchObject([{ form_id, title: 'Another' }]);
  });

  test.each<[string, unknown, string]>([
    ['nothing', null, 'Form title cannot be empty'],
    ['blanks', '   ', 'Form title cannot be empty'],
    ['a number', 5, 'Form title cannot be empty'],
    ['46 characters', 'x'.repeat(46), 'Form title must be 45 characters or less (current: 46 characters)'],
  ])('does not take %s for a title', async (_, title, message) => {
    const { form_id } = (await create()).body;
    const body = { title: title as string };
    for (const refused of [
      await create(title),
      await app.call('forms.rename', { params: { guild_id, form_id }, token, body }),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.error.fields).toEqual([{ path: 'title', message }]);
    }
    expect(await list()).toHaveLength(1);
  });

  test('takes a title of 45 characters, also when each is an emoji', async () => {
    const title = '👋'.repeat(45);
    expect((await create(title)).body.title).toBe(title);
  });

  test('that panels use is deleted, and they stay without one', async () => {
    const { form_id } = await formWith(2);
    const { body: other } = await create('Survey');
    const asking = await buildPanel(app.ctx, { guild_id, form_id, exit_survey_form_id: other.form_id });
    const surveying = await buildPanel(app.ctx, { guild_id, exit_survey_form_id: form_id });
    const removed = await app.call('forms.remove', { params: { guild_id, form_id }, token });
    expect([removed.status, removed.body]).toEqual([200, { success: true }]);
    expect(await list()).toEqual([other]);
    const panels = await app.ctx.db
      .selectFrom('panels')
      .where('guild_id', '=', guild_id)
      .select(['panel_id', 'form_id', 'exit_survey_form_id'])
      .orderBy('panel_id')
      .execute();
    expect(panels).toEqual([
      { panel_id: asking.panel_id, form_id: null, exit_survey_form_id: other.form_id },
      { panel_id: surveying.panel_id, form_id: null, exit_survey_form_id: null },
    ]);
  });

  test('of another server answers exactly like one that is not there, and nothing happens to it', async () => {
    const theirs = await buildGuild(app.ctx);
    const their_token = await buildSession(app.ctx, theirs.owner_id);
    const { body: form } = await app.call('forms.create', {
      params: { guild_id: theirs.guild_id },
      token: their_token,
      body: { title: 'Theirs' },
    });
    for (const form_id of [form.form_id, 2_000_000_000]) {
      const params = { guild_id, form_id };
      for (const refused of [
        await app.call('forms.rename', { params, token, body: { title: 'Mine' } }),
        await app.call('forms.remove', { params, token }),
        await save(form_id, { create: questions(1) }),
      ]) {
        const { request_id: _, ...error } = refused.error;
        expect([refused.status, error]).toEqual([
          404,
          { success: false, error: `Form #${form_id} not found`, code: 'form.not_found' },
        ]);
      }
    }
    const after = await app.call('forms.list', { params: { guild_id: theirs.guild_id }, token: their_token });
    expect(after.body).toEqual([form]);
  });

  test('is listed for support staff, who cannot change it', async () => {
    const { form_id } = await formWith(1);
    const user_id = await buildMember(app.ctx, { guild_id, level: 1 });
    const staff = await buildSession(app.ctx, user_id);
    const listed = await app.call('forms.list', { params: { guild_id }, token: staff });
    expect(listed.body).toMatchObject([{ form_id }]);
    const params = { guild_id, form_id };
    const removed = await app.call('forms.remove', { params, token: staff });
    expect([removed.status, removed.error.code]).toEqual([403, 'permission.denied']);
  });
});

describe('saving the questions of a form', () => {
  test('creates, changes and deletes at once; what answers are told apart by stays the same', async () => {
    const { form_id, inputs } = await formWith(3);
    const [first, second, third] = inputs as [FormInput, FormInput, FormInput]; // Just made.
    expect(first).toEqual({
      id: expect.any(Number),
      form_id,
      type: 4,
      custom_id: expect.stringMatching(/^[A-Za-z]{30}$/),
      position: 1,
      style: 1,
      label: 'Question 1',
      placeholder: null,
      required: true,
      min_length: 0,
      max_length: 255,
    });
    const changes = {
      label: 'Tell us more',
      placeholder: 'As much as you like',
      style: 2,
      required: false,
      min_length: 10,
      max_length: 1024,
    };
    const saved = await save(form_id, {
      create: [question(2, { label: 'New' })],
      update: [kept(third, { position: 1 }), kept(first, { ...changes, position: 3 })],
      delete: [second.id],
    });
    expect([saved.status, saved.body]).toEqual([204, undefined]);
    const after = await inputsOf(form_id);
    expect(after).toEqual([
      { ...third, position: 1 },
      expect.objectContaining({ label: 'New', position: 2 }),
      { ...first, ...changes, position: 3 },
    ]);
    expect(new Set([second.custom_id, ...after.map(({ custom_id }) => custom_id)]).size).toBe(4);
  });

  test('fills in what is left out: a short text input of any length that must be answered', async () => {
    const { form_id } = (await create()).body;
    const saved = await save(form_id, {
      create: [{ label: ' Why? ', placeholder: '  ', position: 1, style: 2 }],
    });
    expect(saved.status).toBe(204);
    expect(await inputsOf(form_id)).toMatchObject([
      { label: 'Why?', placeholder: null, type: 4, required: true, min_length: 0, max_length: 1024 },
    ]);
  });

  test('never keeps or answers what only the dashboard knows', async () => {
    const { form_id } = (await create()).body;
    await save(form_id, { create: [question(1, { is_new: true, form_id: 1, custom_id: 'x' })] });
    const [input] = await inputsOf(form_id);
    expect(input).not.toHaveProperty('is_new');
    expect(input).toMatchObject({ form_id, custom_id: expect.stringMatching(/^[A-Za-z]{30}$/) });
  });

  test.each<[string, object, string, string]>([
    ['an empty label', { label: '' }, 'label', 'Enter a label.'],
    ['a blank label', { label: ' \n ' }, 'label', 'Enter a label.'],
    ['no label', { label: undefined }, 'label', 'Enter a label.'],
    ['a label of 46 characters', { label: 'x'.repeat(46) }, 'label', 'Labels have at most 45 characters.'],
    [
      'a placeholder of 101 characters',
      { placeholder: 'x'.repeat(101) },
      'placeholder',
      'Placeholders have at most 100 characters.',
    ],
    ['style 3', { style: 3 }, 'style', 'Choose Short or Multi-line.'],
    ['style 0', { style: 0 }, 'style', 'Choose Short or Multi-line.'],
    ['no style', { style: undefined }, 'style', 'Choose Short or Multi-line.'],
    ['another type of input', { type: 3 }, 'type', 'Only text inputs (type 4) are supported.'],
    ['a minimum below 0', { min_length: -1 }, 'min_length', 'Enter 0 or more.'],
    [
      '256 characters in a short answer',
      { max_length: 256 },
      'max_length',
      'Answers have at most 255 characters in this style.',
    ],
    [
      '1,025 characters in a long answer',
      { style: 2, max_length: 1025 },
      'max_length',
      'Answers have at most 1024 characters in this style.',
    ],
    [
      'a minimum above the maximum',
      { min_length: 10, max_length: 5 },
      'min_length',
      'The shortest answer cannot be longer than the longest.',
    ],
  ])('refuses %s, in new and in stored questions, at its field', async (_, wrong, key, message) => {
    const { form_id, inputs } = await formWith(1);
    const [stored] = inputs as [FormInput]; // Just made.
    const refused = await save(form_id, {
      create: [question(2), question(3, wrong)],
      update: [kept(stored, wrong)],
    });
    expect([refused.status, refused.error.code]).toEqual([400, 'request.invalid']);
    expect(refused.error.fields).toEqual([
      { path: `create.1.${key}`, message },
      { path: `update.0.${key}`, message },
    ]);
    expect(await inputsOf(form_id)).toEqual(inputs);
  });

  test.each<[string, object]>([
    ['a label of 45 emojis', { label: '👋'.repeat(45) }],
    ['a placeholder of 100 emojis', { placeholder: '👋'.repeat(100) }],
    ['the longest short answer', { max_length: 255 }],
    ['the longest long answer', { style: 2, max_length: 1024 }],
    ['an answer of exactly one length', { min_length: 7, max_length: 7 }],
  ])('takes %s', async (_, right) => {
    const { form_id } = (await create()).body;
    expect((await save(form_id, { create: [question(1, right)] })).status).toBe(204);
    expect(await inputsOf(form_id)).toMatchObject([right]);
  });

  test('takes the number of a style also as a text, and stores a number', async () => {
    const { form_id } = (await create()).body;
    expect((await save(form_id, { create: [question(1, { style: '2' })] })).status).toBe(204);
    expect((await inputsOf(form_id))[0]?.style).toBe(2);
  });

  describe('of a form with questions A and B', () => {
    let form_id: number;
    let a: FormInput;
    let b: FormInput;
    beforeEach(async () => {
      const form = await formWith(2);
      form_id = form.form_id;
      [a, b] = form.inputs as [FormInput, FormInput]; // Just made.
    });

    const refusals: [string, () => Save, string, () => string, string[]][] = [
      [
        'leaving none',
        () => ({ delete: [a.id, b.id] }),
        'form.input_count',
        () => 'Forms must have between 1 and 5 inputs (current: 0 inputs)',
        ['create'],
      ],
      [
        'nothing at all',
        () => ({}),
        'form.input_count',
        () => 'Forms must have between 1 and 5 inputs (current: 0 inputs)',
        ['create'],
      ],
      [
        'six',
        () => ({ create: questions(6).slice(2), update: [kept(a), kept(b)] }),
        'form.input_count',
        () => 'Forms must have between 1 and 5 inputs (current: 6 inputs)',
        ['create'],
      ],
      [
        'changing one that is not there',
        () => ({ update: [kept(a), kept(b, { id: 2_000_000_000 })] }),
        'form.input_not_found',
        () => `Input #2000000000 (to be updated) not found in form #${form_id}`,
        ['update.1.id'],
      ],
      [
        'deleting one that is not there',
        () => ({ update: [kept(a), kept(b)], delete: [2_000_000_000] }),
        'form.input_not_found',
        () => `Input #2000000000 (to be deleted) not found in form #${form_id}`,
        ['delete.0'],
      ],
      [
        'both deleting and changing one',
        () => ({ update: [kept(a), kept(b)], delete: [b.id] }),
        'form.input_deleted_and_updated',
        () => `Input #${b.id} cannot be both deleted and updated`,
        ['delete.0'],
      ],
      [
        'saying nothing of B',
        () => ({ create: [question(2)], update: [kept(a)] }),
        'form.inputs_missing',
        () => 'All 2 existing inputs must be included in the update array (found 1)',
        ['update'],
      ],
      [
        'naming A twice and B not',
        () => ({ update: [kept(a), kept(a, { position: 2 })] }),
        'form.input_missing',
        () => `Input #${b.id} must be included in the update array`,
        ['update'],
      ],
      [
        'a gap in the positions',
        () => ({ create: [question(4)], update: [kept(a), kept(b)] }),
        'form.positions',
        () => 'Input positions must be unique and in ascending order (1, 2, 3, etc.)',
        ['create.0.position'],
      ],
      [
        'two at one position',
        () => ({ create: [question(3), question(2)], update: [kept(a), kept(b)] }),
        'form.positions',
        () => 'Input positions must be unique and in ascending order (1, 2, 3, etc.)',
        ['create.1.position', 'update.1.position'],
      ],
      [
        'a position below 1',
        () => ({ update: [kept(a, { position: 0 }), kept(b)] }),
        'form.positions',
        () => 'Input positions must be unique and in ascending order (1, 2, 3, etc.)',
        ['update.0.position'],
      ],
    ];
    test.each(refusals)('refuses %s, and changes nothing', async (_, body, code, message, paths) => {
      const { status, error } = await save(form_id, body());
      expect([status, error.code, error.error]).toEqual([400, code, message()]);
      expect(error.fields).toEqual(paths.map((path) => ({ path, message: message() })));
      expect(await inputsOf(form_id)).toEqual([a, b]);
    });

    test('a question of another form is not found, whosever form that is', async () => {
      const other = await formWith(1);
      const [foreign] = other.inputs as [FormInput]; // Just made.
      for (const body of [
        { update: [kept(a), kept(b), kept(foreign, { position: 3 })] },
        { update: [kept(a), kept(b)], delete: [foreign.id] },
      ])
        expect((await save(form_id, body)).error.code).toBe('form.input_not_found');
      expect(await inputsOf(other.form_id)).toEqual(other.inputs);
    });

    test('of saves at once that each add a question, one is taken and the others are told why not', async () => {
      const labels = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
      const answers = await Promise.all(
        labels.map((label) =>
          save(form_id, { create: [question(3, { label })], update: [kept(a), kept(b)] }),
        ),
      );
      const taken = labels.filter((_, index) => answers[index]?.status === 204);
      expect(taken).toHaveLength(1);
      for (const { status, error } of answers)
        if (status !== 204)
          expect([status, error.error]).toEqual([
            400,
            'All 3 existing inputs must be included in the update array (found 2)',
          ]);
      expect((await inputsOf(form_id)).map(({ label }) => label)).toEqual([a.label, b.label, ...taken]);
    });

    test('a save beside a deletion of the form is either before it or finds no form', async () => {
      const [saved, removed] = await Promise.all([
        save(form_id, { update: [kept(a, { position: 2 }), kept(b, { position: 1 })] }),
        app.call('forms.remove', { params: { guild_id, form_id }, token }),
      ]);
      expect([204, 404]).toContain(saved.status);
      expect(removed.status).toBe(200);
      expect(await list()).toEqual([]);
    });
  });
});

test('a server makes 30 forms an hour, and is told to wait for the next', async () => {
  const clock = createTestClock();
  await using limited = await startTestApp({ clock, api: { limits_scale: 1 } });
  const guild = await buildGuild(limited.ctx);
  const session = await buildSession(limited.ctx, guild.owner_id);
  const make = () =>
    limited.call('forms.create', {
      params: { guild_id: guild.guild_id },
      token: session,
      body: { title: 'Another' },
    });
  for (let made = 1; made <= 30; made++) {
    // One address may call 20 times in ten seconds.
    if (made % 15 === 0) clock.advance(10_000);
    expect((await make()).status).toBe(200);
  }
  const refused = await make();
  expect([refused.status, refused.error.code]).toEqual([429, 'request.rate_limited']);
  expect(refused.headers.get('x-ratelimit-limit')).toBe('30');
});
