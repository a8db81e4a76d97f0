import { expect, test } from 'vitest';
import { MultiPanelInput } from './multi-panels.ts';

function problems(input: unknown) {
  const { error } = MultiPanelInput.safeParse(input);
  return error && Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
}
const parsed = (input: unknown) => MultiPanelInput.parse(input);
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('what is absent stays absent, so that a change keeps it', () => {
  expect(parsed({})).toEqual({});
  expect(parsed({ id: 5, guild_id: '1', message_id: '2' })).toEqual({});
});

test('panels are ids or objects with one, and become ids in their order', () => {
  expect(parsed({ panels: [3, '1', { panel_id: 2, custom_label: null }] })).toEqual({ panels: [3, 1, 2] });
});

test('there are 2 to 15 panels', () => {
  expect(problems({ panels: ids(2) })).toBeUndefined();
  expect(problems({ panels: ids(15) })).toBeUndefined();
  const tooFew = 'a multi-panel must contain at least 2 sub-panels';
  for (const panels of [[], [1], null, 'x', {}]) expect(problems({ panels })).toEqual({ panels: tooFew });
  expect(problems({ panels: ids(16) })).toEqual({
    panels: 'multi-panels cannot contain more than 15 sub-panels',
  });
});

test('what is no id of a panel is told where it stands', () => {
  for (const id of [0, -1, 1.5, 'x', null, 2 ** 31, { panel_id: null }, { id: 4 }, []])
    expect(problems({ panels: [1, id] })).toEqual({ 'panels.1': 'invalid panel ID' });
});

test('a panel is in it once', () => {
  const twice = { panels: 'A panel is listed twice. Remove it once.' };
  expect(problems({ panels: [1, 2, 1] })).toEqual(twice);
  expect(problems({ panels: [1, { panel_id: '1' }] })).toEqual(twice);
});

test('the placeholder has up to 150 characters, or is none', () => {
  const most = '👋'.repeat(150);
  expect(parsed({ select_menu_placeholder: ` ${most} ` })).toEqual({ select_menu_placeholder: most });
  expect(problems({ select_menu_placeholder: `${most}x` })).toEqual({
    select_menu_placeholder: 'The placeholder has at most 150 characters.',
  });
  for (const none of [null, '', '  '])
    expect(parsed({ select_menu_placeholder: none })).toEqual({ select_menu_placeholder: null });
});

test('a channel that is no id is none of the server, and does not hide other problems', () => {
  for (const channel_id of [null, '', 'x', {}]) expect(parsed({ channel_id })).toEqual({ channel_id: '0' });
});

test('its embed shows something, and its problems are told by their paths', () => {
  const empty = { embed: 'Your embed message does not contain any content' };
  for (const embed of [null, {}, { colour: 1 }, { title: '' }]) expect(problems({ embed })).toEqual(empty);
  expect(problems({ embed: { title: 'x'.repeat(257), fields: [{ name: 'a', value: '' }] } })).toEqual({
    'embed.title': 'Field "Title" cannot exceed 256 characters in length',
    'embed.fields.0.value': 'Field "Value" must be at least 1 characters in length',
  });
  expect(parsed({ embed: { title: 'T' } }).embed?.title).toBe('T');
});

test('the menu is on or off', () => {
  expect(parsed({ select_menu: true })).toEqual({ select_menu: true });
  for (const select_menu of [null, 'true', 1])
    expect(problems({ select_menu })).toHaveProperty('select_menu');
});
