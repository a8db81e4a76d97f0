import type { DiscordComponent } from '../types.ts';

const STRINGS = 3;

/** What a menu says while nothing is picked, by its type. */
const placeholders: Record<number, string> = {
  3: 'Make a selection',
  5: 'Select a user',
  6: 'Select a role',
  7: 'Select a user or role',
  8: 'Select a channel',
};

export const isSelect = ({ type }: DiscordComponent) => type !== undefined && type in placeholders;

/** What is picked before anyone picks. */
export function initialValues(component: DiscordComponent): string[] {
  if (component.type !== STRINGS) return (component.default_values ?? []).map(({ id }) => id);
  return (component.options ?? []).filter((option) => option.default).map(({ value = '' }) => value);
}

/** What a menu's box needs to know of it, wherever it stands. */
export function selectProps(component: DiscordComponent) {
  return {
    placeholder: component.placeholder ?? placeholders[component.type ?? STRINGS] ?? '',
    max: component.max_values ?? 1,
    isSearchable: component.type !== STRINGS,
  };
}
