import { describe, expect, test } from 'vitest';
import { settings } from '../../messages/en/settings.ts';
import { findSettings, type SettingName, sections } from './settings-sections.ts';

const words = {
  section: (id: (typeof sections)[number]['id']) => settings.sections[id],
  field: (name: SettingName) => {
    const [group, key] = name.split('.');
    const entry: unknown = Object.entries(settings.fields).find(([field]) => field === group)?.[1];
    const texts = key ? Object.entries(entry ?? {}).find(([field]) => field === key)?.[1] : entry;
    return Object.values(texts ?? {}).join(' ');
  },
};

describe('sections', () => {
  test('every field stands in exactly one section', () => {
    const names = sections.flatMap((section) => [...section.fields]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('finding a setting by its words', () => {
  test('blank text looks for nothing', () => {
    expect(findSettings('  ', words)).toBeUndefined();
  });

  test('words of label and hint find a field, in any order and case', () => {
    expect(findSettings('MESSAGE welcome', words)).toContain('welcome_message');
    expect(findSettings('stars', words)).toEqual(new Set(['feedback_enabled']));
  });

  test('the name of a section finds all of its fields', () => {
    expect(findSettings('colour scheme', words)).toEqual(new Set(['colours.0', 'colours.1']));
  });

  test('words that no setting has find nothing', () => {
    expect(findSettings('zebra', words)).toEqual(new Set());
  });
});
