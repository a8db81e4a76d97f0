import { type FormInput, FormInputsSave } from '@tickets/contract/forms/forms';
import { describe, expect, test } from 'vitest';
import {
  addInput,
  afterSave,
  changeInput,
  type EditedForm,
  editedOf,
  fieldOfPath,
  isChanged,
  lengthsFor,
  moveInput,
  payloadOf,
  problemsIn,
  removeInput,
  titleProblem,
} from './forms-state.ts';

const stored = (id: number, label = `Question ${id}`): FormInput => ({
  id,
  form_id: 1,
  type: 4,
  custom_id: `c${id}`,
  position: id,
  style: 1,
  label,
  placeholder: null,
  required: true,
  min_length: 0,
  max_length: 255,
});
const formOf = (...ids: number[]): EditedForm => editedOf({ inputs: ids.map((id) => stored(id)) });
const keyOf = (form: EditedForm, index: number) => form.inputs[index]?.key ?? '';
const ids = (form: EditedForm) => form.inputs.map(({ id }) => id);

describe('a form as it is edited', () => {
  test('begins with one short, required field of 0 to 255 characters when it has none stored', () => {
    const [input, ...others] = editedOf({ inputs: [] }).inputs;
    expect(others).toEqual([]);
    expect(input).toMatchObject({
      id: null,
      label: '',
      placeholder: '',
      style: 1,
      required: true,
      min_length: 0,
      max_length: 255,
    });
  });

  test('grows to five fields and no further', () => {
    let form = formOf(1, 2, 3, 4);
    form = addInput(addInput(form));
    expect(ids(form)).toEqual([1, 2, 3, 4, null]);
  });

  test('remembers which stored field to delete, and forgets a new one', () => {
    let form = addInput(formOf(1, 2));
    form = removeInput(form, keyOf(form, 2));
    form = removeInput(form, keyOf(form, 0));
    expect([ids(form), form.deleted]).toEqual([[2], [1]]);
  });

  test('swaps a field with its neighbour, and leaves the ends where they are', () => {
    const form = formOf(1, 2, 3);
    expect(ids(moveInput(form, keyOf(form, 2), -1))).toEqual([1, 3, 2]);
    expect(ids(moveInput(form, keyOf(form, 0), 1))).toEqual([2, 1, 3]);
    expect(moveInput(form, keyOf(form, 0), -1)).toBe(form);
    expect(moveInput(form, keyOf(form, 2), 1)).toBe(form);
  });

  test('is changed only by what a save would change', () => {
    const form = formOf(1, 2);
    expect(isChanged(form, formOf(1, 2))).toBe(false);
    expect(isChanged(moveInput(form, keyOf(form, 0), 1), form)).toBe(true);
    const there = moveInput(form, keyOf(form, 0), 1);
    expect(isChanged(moveInput(there, keyOf(form, 0), -1), form)).toBe(false);
    expect(isChanged(removeInput(form, keyOf(form, 0)), form)).toBe(true);
  });
});

describe('the style of a field', () => {
  test('cuts the range to 255 when it becomes short', () => {
    expect(lengthsFor(1, { min_length: 300, max_length: 800 })).toEqual({
      style: 1,
      min_length: 255,
      max_length: 255,
    });
    expect(lengthsFor(1, { min_length: 5, max_length: 100 })).toMatchObject({
      min_length: 5,
      max_length: 100,
    });
  });

  test('keeps the range when it becomes multi-line', () => {
    expect(lengthsFor(2, { min_length: 0, max_length: 255 })).toEqual({
      style: 2,
      min_length: 0,
      max_length: 255,
    });
  });
});

describe('what a save sends', () => {
  test('renumbers the fields after a deletion, in all three lists', () => {
    let form = formOf(1, 2, 3, 4);
    form = addInput(removeInput(form, keyOf(form, 1)));
    form = moveInput(form, keyOf(form, 3), -1);
    const { create, update, delete: gone } = payloadOf(form);
    expect(update.map(({ id, position }) => [id, position])).toEqual([
      [1, 1],
      [3, 2],
      [4, 4],
    ]);
    expect(create.map(({ position }) => position)).toEqual([3]);
    expect(gone).toEqual([2]);
  });

  test('has exactly the keys of the contract, a number for the style, and null for a blank placeholder', () => {
    const form = changeInput(formOf(1), 'stored-1', { placeholder: '   ', label: ' Why? ', style: 2 });
    const payload = payloadOf(addInput(form));
    expect(payload.update).toEqual([
      {
        id: 1,
        type: 4,
        label: 'Why?',
        placeholder: null,
        position: 1,
        style: 2,
        required: true,
        min_length: 0,
        max_length: 255,
      },
    ]);
    expect(Object.keys(payload.create[0] ?? {}).toSorted()).toEqual(
      [
        'label',
        'max_length',
        'min_length',
        'placeholder',
        'position',
        'required',
        'style',
        'type',
      ].toSorted(),
    );
    expect(FormInputsSave.parse({ ...payload, create: [] })).toEqual({ ...payload, create: [] });
  });
});

describe('after a save', () => {
  const submitted = () => {
    let form = addInput(formOf(1, 2));
    form = removeInput(form, keyOf(form, 0));
    return changeInput(form, keyOf(form, 1), { label: ' New ' });
  };
  const answered = [stored(2), stored(9, 'New')];

  test('new fields are stored ones, under the keys that they had', () => {
    const form = submitted();
    const after = afterSave(form, form, answered);
    expect(after.inputs.map(({ key }) => key)).toEqual(form.inputs.map(({ key }) => key));
    expect(ids(after)).toEqual([2, 9]);
    expect(isChanged(after, editedOf({ inputs: answered }))).toBe(false);
  });

  test('what was changed, added and deleted while it was on its way stays so', () => {
    const form = submitted();
    const [two, fresh] = [keyOf(form, 0), keyOf(form, 1)];
    let meanwhile = changeInput(form, two, { label: 'Changed' });
    meanwhile = addInput(removeInput(meanwhile, fresh));
    const after = afterSave(meanwhile, form, answered);
    expect(after.inputs.map(({ id, label }) => [id, label])).toEqual([
      [2, 'Changed'],
      [null, ''],
    ]);
    expect(after.deleted).toEqual([9]);
  });
});

describe('problems', () => {
  test('of the server are shown at the field that they are about', () => {
    const form = moveInput(addInput(formOf(1, 2)), 'stored-2', 1);
    expect(fieldOfPath(form, 'create.0.label')).toBe(`${keyOf(form, 1)}.label`);
    expect(fieldOfPath(form, 'update.1.placeholder')).toBe('stored-2.placeholder');
    expect(fieldOfPath(form, 'update.0.min_length')).toBe('stored-1.length');
    expect(fieldOfPath(form, 'update.0.max_length')).toBe('stored-1.length');
    expect(fieldOfPath(form, 'update.7.label')).toBe('update.7.label');
  });

  test('are found before the server is asked', () => {
    let form = formOf(1, 2, 3);
    form = changeInput(form, 'stored-1', { label: '  ' });
    form = changeInput(form, 'stored-2', { label: 'x'.repeat(46), placeholder: 'x'.repeat(101) });
    form = changeInput(form, 'stored-3', { label: '👋'.repeat(45), placeholder: '👋'.repeat(100) });
    expect(problemsIn(form)).toEqual([
      { path: 'stored-1.label', problem: 'label' },
      { path: 'stored-2.label', problem: 'label_long' },
      { path: 'stored-2.placeholder', problem: 'placeholder_long' },
    ]);
  });

  test('of titles: none, blank, or more than 45 characters', () => {
    expect(titleProblem('  ')).toBe('empty');
    expect(titleProblem('x'.repeat(46))).toBe('long');
    expect(titleProblem('👋'.repeat(45))).toBeUndefined();
  });
});
