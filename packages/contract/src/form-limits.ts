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
