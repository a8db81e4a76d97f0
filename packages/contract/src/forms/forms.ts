import { z } from 'zod';
import { Version } from '../audit/audit.ts';
import { charactersIn } from '../embeds/embed-limits.ts';
import { type FieldTable, partOf } from '../platform/fields.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { answerLimits, formInputDefaults, formLimits } from './form-limits.ts';

export const FormTitleInput = z.object({
  title: z.preprocess(
    (value) => value ?? '',
    z
      .string('Form title cannot be empty')
      .trim()
      .min(1, 'Form title cannot be empty')
      .superRefine((title, ctx) => {
        const length = charactersIn(title);
        if (length > formLimits.title)
          ctx.addIssue({
            code: 'custom',
            message: `Form title must be ${formLimits.title} characters or less (current: ${length} characters)`,
          });
      }),
  ),
});
export type FormTitleInput = z.infer<typeof FormTitleInput>;

/** With the version that was read, a change of somebody else is not written over. */
export const FormRename = FormTitleInput.extend({ based_on: Version.optional() });
export type FormRename = z.infer<typeof FormRename>;

const Id = z.coerce.number().int().min(1).max(2_147_483_647);
const answerLength = z.coerce
  .number('Enter a number.')
  .int('Enter a whole number.')
  .min(0, 'Enter 0 or more.');

/** Every field of a question. A save names all of them: what it leaves out has its default. */
const fields = {
  label: {
    read: z.string(),
    sent: z.preprocess(
      (value) => value ?? formInputDefaults.label,
      z
        .string()
        .trim()
        .min(1, 'Enter a label.')
        .refine(
          (text) => charactersIn(text) <= formLimits.label,
          `Labels have at most ${formLimits.label} characters.`,
        ),
    ),
  },
  placeholder: {
    read: z.string().nullable(),
    sent: z.preprocess(
      (value) =>
        typeof value === 'string' && !value.trim() ? null : (value ?? formInputDefaults.placeholder),
      z
        .string()
        .trim()
        .refine(
          (text) => charactersIn(text) <= formLimits.placeholder,
          `Placeholders have at most ${formLimits.placeholder} characters.`,
        )
        .nullable(),
    ),
  },
  /** 4, a text input: Discord's component type. */
  type: {
    read: z.literal(4),
    sent: z.literal(4, 'Only text inputs (type 4) are supported.').default(formInputDefaults.type),
  },
  /** From 1. */
  position: { read: z.number().int(), sent: z.number().int() },
  /** 1 short, 2 multi-line. */
  style: {
    read: z.union([z.literal(1), z.literal(2)]),
    sent: z.preprocess(
      (value) => (typeof value === 'string' ? Number(value) : value),
      z.union([z.literal(1), z.literal(2)], 'Choose Short or Multi-line.'),
    ),
  },
  required: { read: z.boolean(), sent: z.boolean().default(formInputDefaults.required) },
  /** Characters. */
  min_length: { read: z.number().int(), sent: answerLength.default(formInputDefaults.min_length) },
  /** 0 or absent means the longest that the style allows. */
  max_length: { read: z.number().int(), sent: answerLength.default(formInputDefaults.max_length) },
} satisfies FieldTable<typeof formInputDefaults>;
const sent = partOf(fields, 'sent');

export const FormInputFields = z.object(partOf(fields, 'read'));
export type FormInputFields = z.infer<typeof FormInputFields>;

export const FormInput = z.object({
  id: z.number().int(),
  form_id: z.number().int(),
  custom_id: z.string(),
  ...FormInputFields.shape,
});
export type FormInput = z.infer<typeof FormInput>;

/** A set of questions, shown as a modal. */
export const Form = z.object({
  form_id: z.number().int(),
  guild_id: Snowflake,
  title: z.string(),
  custom_id: z.string(),
  version: Version,
  /** In their order. */
  inputs: z.array(FormInput),
});
export type Form = z.infer<typeof Form>;

type Lengths = { style: 1 | 2; min_length: number; max_length: number };

/** Switching a long question to Short cuts its range, as the dashboard does; nothing else is changed silently. */
function checkLengths(input: Lengths, ctx: z.RefinementCtx): void {
  const limit = answerLimits[input.style];
  const add = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (input.max_length > limit) add('max_length', `Answers have at most ${limit} characters in this style.`);
  if (input.min_length > (input.max_length || limit))
    add('min_length', 'The shortest answer cannot be longer than the longest.');
}
const withFullLength = <T extends Lengths>(input: T): T => ({
  ...input,
  max_length: input.max_length || answerLimits[input.style],
});

const NewFormInput = z.object(sent).superRefine(checkLengths).transform(withFullLength);
const ChangedFormInput = z
  .object({ id: Id, ...sent })
  .superRefine(checkLengths)
  .transform(withFullLength);

/** One save of all inputs of a form. `update` names every input that stays, also when it is unchanged. */
export const FormInputsSave = z.object({
  create: z.preprocess((value) => value ?? [], z.array(NewFormInput).max(100)),
  update: z.preprocess((value) => value ?? [], z.array(ChangedFormInput).max(100)),
  delete: z.preprocess((value) => value ?? [], z.array(Id).max(100)),
  based_on: Version.optional(),
});
export type FormInputsSave = z.infer<typeof FormInputsSave>;
