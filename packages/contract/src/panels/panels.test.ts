import { describe, expect, test } from 'vitest';
import { PanelInput } from './panels.ts';

function problems(input: unknown) {
  const { error } = PanelInput.safeParse(input);
  return error && Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
}
const parsed = (input: unknown) => PanelInput.parse(input);

test('what is absent stays absent, so that a change keeps it', () => {
  expect(parsed({})).toEqual({});
});

test('what is only answered is ignored', () => {
  expect(parsed({ panel_id: 1, guild_id: '2', message_id: '3', custom_id: 'x' })).toEqual({});
});

test('null and blank ask for the default, or for none', () => {
  expect(parsed({ title: '', content: ' ', colour: null, button_style: null, button_label: '' })).toEqual({
    title: null,
    content: null,
    colour: 3066993,
    button_style: 1,
    button_label: null,
  });
  expect(parsed({ image_url: '', thumbnail_url: 'null', naming_scheme: ' ', emote: null })).toEqual({
    image_url: null,
    thumbnail_url: null,
    naming_scheme: null,
    emote: '',
  });
  expect(parsed({ mentions: null, teams: null, welcome_message: null })).toEqual({
    mentions: [],
    teams: [],
    welcome_message: null,
  });
  for (const none of [null, '', 'null', '0', 0])
    expect(
      parsed({ form_id: none, exit_survey_form_id: none, category_id: none, pending_category: none }),
    ).toEqual({
      form_id: null,
      exit_survey_form_id: null,
      category_id: null,
      pending_category: null,
    });
});

test.each([
  ['title', 80, 'Panel title must be less than 80 characters'],
  ['content', 4096, 'Panel content must be less than 4096 characters'],
  ['button_label', 80, 'Button label must be less than 80 characters'],
  ['naming_scheme', 100, 'Naming scheme must be less than 100 characters'],
])('%s has at most %i characters, of which an emoji is one', (key, most, message) => {
  expect(problems({ [key]: '👋'.repeat(most) })).toBeUndefined();
  expect(problems({ [key]: 'x'.repeat(most + 1) })).toEqual({ [key]: message });
});

test('the button is one of four colours, as a number or as text', () => {
  expect([1, '2', 3, '4'].map((button_style) => parsed({ button_style }).button_style)).toEqual([1, 2, 3, 4]);
  for (const button_style of [0, 5, 1.5, 'blue', ''])
    expect(problems({ button_style })).toEqual({ button_style: 'Invalid button style' });
});

test('the colour is a number or a hex text', () => {
  expect(parsed({ colour: '#ff0000' })).toEqual({ colour: 0xff0000 });
  for (const colour of [-1, 0x1000000, 'red'])
    expect(problems({ colour })).toEqual({ colour: 'Choose a colour.' });
});

test('pictures have an address on the web, which the avatar is not', () => {
  expect(
    problems({ image_url: 'https://a.example/i.png', thumbnail_url: 'http://a.example' }),
  ).toBeUndefined();
  expect(problems({ image_url: 'https://a', thumbnail_url: '%avatar_url%' })).toEqual({
    image_url: 'Invalid URL',
    thumbnail_url: 'Invalid URL',
  });
});

test('an emoji is a glyph, or a name and an id', () => {
  expect(parsed({ emote: ' 📩 ' })).toEqual({ emote: '📩' });
  expect(parsed({ emote: { name: 'wave', id: '12', animated: true } })).toEqual({
    emote: { name: 'wave', id: '12' },
  });
  // An id that is missing is told by the use-case, which knows the server's emojis.
  expect(parsed({ emote: { name: 'wave', id: null } })).toEqual({ emote: { name: 'wave', id: '0' } });
  expect(problems({ emote: { name: '', id: '12' } })).toEqual({ 'emote.name': 'Emoji name was empty' });
  for (const emote of ['x'.repeat(65), 5, []])
    expect(Object.values(problems({ emote }) ?? {})).toEqual(['Invalid emoji']);
});

test('forms are named by their id', () => {
  expect(parsed({ form_id: '7', exit_survey_form_id: 8 })).toEqual({ form_id: 7, exit_survey_form_id: 8 });
  for (const form_id of [-1, 1.5, 'x', 2 ** 31])
    expect(problems({ form_id })).toEqual({ form_id: 'Form not found' });
});

test('mentions are roles, the opener and @here', () => {
  expect(parsed({ mentions: ['user', 'here', '123'] })).toEqual({ mentions: ['user', 'here', '123'] });
  expect(problems({ mentions: ['user', 'everyone', '12x'] })).toEqual({
    'mentions.1': 'Invalid role ID in mentions: everyone',
    'mentions.2': 'Invalid role ID in mentions: 12x',
  });
});

test('teams are named by their id', () => {
  expect(parsed({ teams: [1, '2'] })).toEqual({ teams: [1, 2] });
  expect(problems({ teams: [1, 'default', 0] })).toEqual({
    'teams.1': 'Invalid support team',
    'teams.2': 'Invalid support team',
  });
});

test('the spaces of a naming scheme become hyphens, and what it names must be known', () => {
  expect(parsed({ naming_scheme: ' help %id% now ' })).toEqual({ naming_scheme: 'help-%id%-now' });
  expect(Object.keys(problems({ naming_scheme: '%nope%' }) ?? {})).toEqual(['naming_scheme']);
  expect(problems({ naming_scheme: '%nope%' })).toEqual({
    naming_scheme: 'Invalid naming scheme placeholder: nope',
  });
  expect(problems({ naming_scheme: '%date:x%' })).toEqual({
    naming_scheme: 'Invalid placeholder format: date:x',
  });
});

test('a welcome message shows something', () => {
  expect(parsed({ welcome_message: { description: 'Hi %user%' } }).welcome_message?.description).toBe(
    'Hi %user%',
  );
  expect(problems({ welcome_message: {} })).toEqual({
    welcome_message: 'Your embed message does not contain any content',
  });
  expect(problems({ welcome_message: { description: 'x'.repeat(4097) } })).toEqual({
    'welcome_message.description': 'Field "Description" cannot exceed 4096 characters in length',
  });
});

describe('the access list', () => {
  const rules = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ role_id: String(index + 1), action: 'allow' }));

  test('has 1 to 10 rules, in their order', () => {
    expect(parsed({ access_control_list: rules(10) }).access_control_list).toEqual(rules(10));
    expect(problems({ access_control_list: [] })).toEqual({
      access_control_list: 'Access control list is empty',
    });
    expect(problems({ access_control_list: rules(11) })).toEqual({
      access_control_list: 'Access control list cannot have more than 10 roles',
    });
  });

  test('allows or denies, and nothing else', () => {
    expect(problems({ access_control_list: [{ role_id: '1', action: 'deny' }] })).toBeUndefined();
    for (const action of ['ALLOW', '', 'maybe'])
      expect(problems({ access_control_list: [{ role_id: '1', action }] })).toEqual({
        'access_control_list.0.action': `Invalid access control action "${action}"`,
      });
  });

  test('names a role once', () => {
    const [rule] = rules(1);
    expect(problems({ access_control_list: [...rules(2), { ...rule, action: 'deny' }] })).toEqual({
      'access_control_list.2.role_id':
        'This role is in the access control list already. Remove one of its rules.',
    });
  });
});
