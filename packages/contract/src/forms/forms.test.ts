import { describe, expect, test } from 'vitest';
import { FormInputsSave, FormTitleInput } from './forms.ts';

function problems(schema: typeof FormInputsSave | typeof FormTitleInput, input: unknown) {
  const { error } = schema.safeParse(input);
  return error && Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
}
const question = { label: 'Why?', position: 1, style: 1 };
const created = (changes: object) => problems(FormInputsSave, { create: [{ ...question, ...changes }] });
const kept = (changes: object) => FormInputsSave.parse({ create: [{ ...question, ...changes }] }).create[0];

describe('the title of a form', () => {
  test('has 1 to 45 characters, without the blanks around it', () => {
    expect(FormTitleInput.parse({ title: ' Appeal ' })).toEqual({ title: 'Appeal' });
    expect(problems(FormTitleInput, { title: '👋'.repeat(45) })).toBeUndefined();
    expect(problems(FormTitleInput, { title: 'x'.repeat(46) })).toEqual({
      title: 'Form title must be 45 characters or less (current: 46 characters)',
    });
    for (const title of ['', '  ', null, undefined, 5])
      expect(problems(FormTitleInput, { title })).toEqual({ title: 'Form title cannot be empty' });
  });
});

describe('an input of a form', () => {
  test('is a required text of any length where nothing else is said', () => {
    expect(kept({})).toEqual({
      ...question,
      type: 4,
      placeholder: null,
      required: true,
      min_length: 0,
      max_length: 255,
    });
    expect(kept({ style: 2, max_length: 0 })).toMatchObject({ max_length: 1024 });
  });

  test('has a label of 1 to 45 characters', () => {
    expect(created({ label: '👋'.repeat(45) })).toBeUndefined();
    expect(created({ label: 'x'.repeat(46) })).toEqual({
      'create.0.label': 'Labels have at most 45 characters.',
    });
    for (const label of ['', ' ', null, undefined])
      expect(created({ label })).toEqual({ 'create.0.label': 'Enter a label.' });
  });

  test('has a placeholder of up to 100 characters, or none', () => {
    expect(created({ placeholder: 'x'.repeat(100) })).toBeUndefined();
    expect(created({ placeholder: 'x'.repeat(101) })).toEqual({
      'create.0.placeholder': 'Placeholders have at most 100 characters.',
    });
    for (const placeholder of ['', ' ', null, undefined])
      expect(kept({ placeholder })?.placeholder).toBeNull();
  });

  test('is short or multi-line, also as text', () => {
    expect(kept({ style: '2' })?.style).toBe(2);
    for (const style of [0, 3, 'x', null, undefined])
      expect(created({ style })).toEqual({ 'create.0.style': 'Choose Short or Multi-line.' });
  });

  test.each([
    [1, 255],
    [2, 1024],
  ])('of style %i takes answers of 0 to %i characters', (style, most) => {
    expect(created({ style, min_length: 0, max_length: most })).toBeUndefined();
    expect(created({ style, min_length: most, max_length: most })).toBeUndefined();
    expect(created({ style, max_length: most + 1 })).toEqual({
      'create.0.max_length': `Answers have at most ${most} characters in this style.`,
    });
    expect(created({ style, min_length: -1 })).toEqual({ 'create.0.min_length': 'Enter 0 or more.' });
    expect(created({ style, max_length: 1.5 })).toEqual({ 'create.0.max_length': 'Enter a whole number.' });
  });

  test('has a shortest answer that is no longer than its longest', () => {
    const message = 'The shortest answer cannot be longer than the longest.';
    expect(created({ min_length: 11, max_length: 10 })).toEqual({ 'create.0.min_length': message });
    expect(created({ min_length: 256 })).toEqual({ 'create.0.min_length': message });
  });

  test('is a text input and nothing else', () => {
    expect(created({ type: 4 })).toBeUndefined();
    expect(created({ type: 3 })).toEqual({ 'create.0.type': 'Only text inputs (type 4) are supported.' });
  });

  test('that exists is named by its id, as a number or as digits', () => {
    const changed = (id: unknown) => FormInputsSave.safeParse({ update: [{ ...question, id }] });
    expect(changed('7').data?.update[0]?.id).toBe(7);
    for (const id of [0, -1, 1.5, 'x', undefined, 2 ** 31])
      expect([id, changed(id).success]).toEqual([id, false]);
    expect(FormInputsSave.parse({ delete: ['7', 8] }).delete).toEqual([7, 8]);
  });

  test('may be absent: nothing is created, changed or deleted then', () => {
    const nothing = { create: [], update: [], delete: [] };
    expect(FormInputsSave.parse({})).toEqual(nothing);
    expect(FormInputsSave.parse({ create: null, update: null, delete: null })).toEqual(nothing);
  });
});
