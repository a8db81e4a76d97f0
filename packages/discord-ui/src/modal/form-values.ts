import { initialValues, isSelect } from '../live/menus.ts';
import type { DiscordComponent } from '../types.ts';

/** What is filled in, by the field's own id. */
export type FormValues = Readonly<Record<string, string | string[]>>;

export const FIELD = {
  text: 4,
  row: 1,
  words: 10,
  label: 18,
  radio: 21,
  checkboxes: 22,
  checkbox: 23,
} as const;

/** What a form begins with. */
export function initialFormValues(components: readonly DiscordComponent[]): FormValues {
  return Object.fromEntries(components.flatMap(entriesOf));
}

function entriesOf(component: DiscordComponent): [string, string | string[]][] {
  const { custom_id: id, components = [], component: inner } = component;
  const value = initialOf(component);
  return [
    ...(id && value !== undefined ? [[id, value] as [string, string | string[]]] : []),
    ...components.flatMap(entriesOf),
    ...(inner ? entriesOf(inner) : []),
  ];
}

function initialOf(component: DiscordComponent): string | string[] | undefined {
  if (isSelect(component)) return initialValues(component);
  switch (component.type) {
    case FIELD.text:
      return component.value ?? '';
    case FIELD.radio:
    case FIELD.checkboxes:
      return (component.options ?? []).filter((option) => option.default).map(({ value = '' }) => value);
    case FIELD.checkbox:
      return component.default ? 'true' : 'false';
    default:
      return undefined;
  }
}
