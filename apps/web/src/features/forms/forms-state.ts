import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import {
  answerLimits,
  type FormInputStyle,
  formInputDefaults,
  formLimits,
} from '@tickets/contract/forms/form-limits';
import type { Form, FormInput, FormInputFields } from '@tickets/contract/forms/forms';
import type { State } from '../../lib/meanwhile/edits.ts';

/** A field as it is edited. Its place in the list is its position. */
export interface EditedInput extends Omit<FormInputFields, 'type' | 'position'> {
  /** Stays while it is edited and saved, so that the page keeps the focus in it. */
  key: string;
  /** Null while it is new. */
  id: number | null;
  placeholder: string;
}

export interface EditedForm {
  inputs: readonly EditedInput[];
  /** Stored fields that go when this is saved. */
  deleted: readonly number[];
}

let made = 0;

export function newInput(): EditedInput {
  made += 1;
  const { type: _, position: __, ...initial } = formInputDefaults;
  return {
    ...initial,
    key: `new-${made}`,
    id: null,
    placeholder: '',
    max_length: answerLimits[initial.style],
  };
}

/** A form without stored fields begins with one that is not saved yet. */
export function editedOf(form: Pick<Form, 'inputs'>): EditedForm {
  return { inputs: form.inputs.length ? form.inputs.map(editedInput) : [newInput()], deleted: [] };
}

export const stateOf = (form: Pick<Form, 'inputs' | 'version'>): State<EditedForm> => ({
  value: editedOf(form),
  version: form.version,
});

function editedInput({
  id,
  label,
  placeholder,
  style,
  required,
  min_length,
  max_length,
}: FormInput): EditedInput {
  return {
    key: `stored-${id}`,
    id,
    label,
    placeholder: placeholder ?? '',
    style,
    required,
    min_length,
    max_length,
  };
}

export function addInput(form: EditedForm): EditedForm {
  if (form.inputs.length >= formLimits.inputs) return form;
  return { ...form, inputs: [...form.inputs, newInput()] };
}

/** A new field is gone at once; a stored one when the form is saved. */
export function removeInput({ inputs, deleted }: EditedForm, key: string): EditedForm {
  const id = inputs.find((input) => input.key === key)?.id ?? null;
  return {
    inputs: inputs.filter((input) => input.key !== key),
    deleted: id === null ? deleted : [...deleted, id],
  };
}

/** Swaps a field with its neighbour above (-1) or below (1). At the end of the list nothing moves. */
export function moveInput(form: EditedForm, key: string, by: -1 | 1): EditedForm {
  const from = form.inputs.findIndex((input) => input.key === key);
  const moved = form.inputs[from];
  const neighbour = form.inputs[from + by];
  if (!moved || !neighbour) return form;
  return { ...form, inputs: form.inputs.with(from, neighbour).with(from + by, moved) };
}

export function changeInput(form: EditedForm, key: string, change: Partial<EditedInput>): EditedForm {
  return {
    ...form,
    inputs: form.inputs.map((input) => (input.key === key ? { ...input, ...change } : input)),
  };
}

/** Short answers have less room, so a longer range is cut. Multi-line keeps the range as it is. */
export function lengthsFor(
  style: FormInputStyle,
  { min_length, max_length }: Pick<EditedInput, 'min_length' | 'max_length'>,
): Pick<EditedInput, 'style' | 'min_length' | 'max_length'> {
  const limit = answerLimits[style];
  return { style, min_length: Math.min(min_length, limit), max_length: Math.min(max_length, limit) };
}

/** What one save sends. Every stored field that stays is in `update`, also an unchanged one. */
export function payloadOf({ inputs, deleted }: EditedForm) {
  const placed = inputs.map((input, index) => ({ id: input.id, sent: sentInput(input, index + 1) }));
  return {
    create: placed.flatMap(({ id, sent }) => (id === null ? [sent] : [])),
    update: placed.flatMap(({ id, sent }) => (id === null ? [] : [{ id, ...sent }])),
    delete: [...deleted],
  };
}

function sentInput({ key: _, id: __, ...input }: EditedInput, position: number): FormInputFields {
  return {
    ...input,
    type: formInputDefaults.type,
    position,
    label: input.label.trim(),
    placeholder: input.placeholder.trim() || null,
  };
}

/** What is edited, when it is saved over these stored fields: those that are not in it go, and others are new. */
export function savedOver({ inputs }: EditedForm, stored: EditedForm): EditedForm {
  const known = new Set(stored.inputs.flatMap(({ id }) => id ?? []));
  const kept = new Set(inputs.map(({ id }) => id));
  return {
    inputs: inputs.map((input) =>
      input.id === null || known.has(input.id) ? input : { ...input, id: null },
    ),
    deleted: [...known].filter((id) => !kept.has(id)),
  };
}

/** The questions as they are asked, whichever rows they are. */
export const questionsIn = ({ inputs }: EditedForm) => ({
  inputs: inputs.map(({ key: _, id: __, ...input }) => input),
});

/** Whether saving would change anything. */
export function isChanged(form: EditedForm, stored: EditedForm): boolean {
  return JSON.stringify(content(form)) !== JSON.stringify(content(stored));
}

const content = ({ inputs, deleted }: EditedForm) => [inputs.map(({ key: _, ...input }) => input), deleted];

/**
 * What is being edited once a save is through: new fields have become stored ones, and what was changed while the
 * save was on its way stays changed.
 */
export function afterSave(now: EditedForm, submitted: EditedForm, stored: readonly FormInput[]): EditedForm {
  const saved = new Map(
    submitted.inputs.map((input, index) => [input.key, { submitted: input, stored: stored[index] }] as const),
  );
  const inputs = now.inputs.map((input) => {
    const known = saved.get(input.key);
    if (!known?.stored) return input;
    if (known.submitted === input) return { ...editedInput(known.stored), key: input.key };
    return { ...input, id: known.stored.id };
  });
  const kept = new Set(now.inputs.map(({ key }) => key));
  const goneSince = submitted.inputs.flatMap(({ key, id }) => {
    const now_stored = saved.get(key)?.stored;
    return id === null && !kept.has(key) && now_stored ? [now_stored.id] : [];
  });
  const deleted = now.deleted.filter((id) => !submitted.deleted.includes(id));
  return { inputs, deleted: [...deleted, ...goneSince] };
}

/** The name under which a problem of a field is shown. Both ends of the range are one control. */
export function fieldName(key: string, of: string): string {
  return `${key}.${of === 'min_length' || of === 'max_length' ? 'length' : of}`;
}

/** The field that a path of the request body is about: `create.0.label` is the label of the first new field. */
export function fieldOfPath({ inputs }: EditedForm, path: string): string {
  const place = inputOfPath(inputs, path);
  return place ? fieldName(place.input.key, place.of) : path;
}

function inputOfPath(inputs: EditedForm['inputs'], path: string) {
  const [list, index, of] = path.split('.');
  const listed = inputs.filter(({ id }) => (list === 'create' ? id === null : id !== null));
  const input = list === 'create' || list === 'update' ? listed[Number(index)] : undefined;
  return input && of ? { input, of } : undefined;
}

/** Where in the form a path of the request body is: the position of the field, and what of it, as the page names it. */
export function placeOfPath({ inputs }: EditedForm, path: string) {
  const place = inputOfPath(inputs, path);
  if (!place) return undefined;
  const of = partNames[place.of];
  return of && { position: inputs.indexOf(place.input) + 1, of };
}

const partNames: Record<string, 'label' | 'placeholder' | 'style' | 'required' | 'length' | undefined> = {
  label: 'label',
  placeholder: 'placeholder',
  style: 'style',
  required: 'required',
  min_length: 'length',
  max_length: 'length',
};

export type InputProblem = 'label' | 'label_long' | 'placeholder_long';

/** What the server would refuse, found before it is asked. */
export function problemsIn({ inputs }: EditedForm): { path: string; problem: InputProblem }[] {
  return inputs.flatMap(({ key, label, placeholder }) => {
    const problems: { path: string; problem: InputProblem }[] = [];
    if (!label.trim()) problems.push({ path: fieldName(key, 'label'), problem: 'label' });
    if (charactersIn(label.trim()) > formLimits.label)
      problems.push({ path: fieldName(key, 'label'), problem: 'label_long' });
    if (charactersIn(placeholder.trim()) > formLimits.placeholder)
      problems.push({ path: fieldName(key, 'placeholder'), problem: 'placeholder_long' });
    return problems;
  });
}

export function titleProblem(title: string): 'empty' | 'long' | undefined {
  if (!title.trim()) return 'empty';
  return charactersIn(title.trim()) > formLimits.title ? 'long' : undefined;
}
