/** What forms hold: Discord's own limits of a modal, and the product's of answers. */
export const formLimits = {
  title: 45,
  inputs: 5,
  label: 45,
  placeholder: 100,
} as const;

/** 1 short, 2 multi-line: Discord's text input styles. */
export type FormInputStyle = 1 | 2;
/** The longest answer by style, in characters. */
export const answerLimits: Record<FormInputStyle, number> = { 1: 255, 2: 1024 };

/**
 * Every field of a question that a form's maker decides about, with what it is at first. Without schemas: they stand
 * beside these names in `forms.ts`.
 */
export const formInputDefaults = {
  /** It cannot be saved without one. */
  label: '',
  placeholder: null,
  /** A text input: Discord's component type. */
  type: 4 as const,
  position: 1,
  style: 1 as const,
  required: true,
  min_length: 0,
  /** The longest that the style allows. */
  max_length: 0,
};
