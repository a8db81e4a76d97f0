import { beforeAll, describe, expect, test } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { embedFormOf, embedPayload, embedPreview, newEmbed } from './embed-form.ts';
import { embedProblems } from './embed-problems.ts';

beforeAll(() => loadMessages('editors'));

const full = {
  title: 'Welcome',
  url: 'https://example.com/',
  description: 'Hello %user%',
  colour: 0xff0000,
  author: { name: 'Desk', icon_url: 'https://example.com/a.png', url: 'https://example.com/desk' },
  image_url: '%avatar_url%',
  thumbnail_url: 'https://example.com/t.png',
  footer: { text: 'Bye', icon_url: 'https://example.com/f.png' },
  timestamp: '2026-12-24T18:00',
  fields: [
    { name: 'One', value: '%ticket_id%', inline: true },
    { name: 'Two', value: 'second', inline: false },
  ],
};
const field = (name: string, value: string) => ({ key: 0, name, value, inline: false });

describe('an embed as a form', () => {
  test('comes back as it was saved', () => {
    expect(embedPayload(embedFormOf(full))).toEqual(full);
  });

  test('sends nothing but the default colour while nothing is set', () => {
    expect(embedPayload(newEmbed({ title: '  ' }))).toEqual({
      title: null,
      url: null,
      description: null,
      colour: 3066993,
      author: { name: null, icon_url: null, url: null },
      image_url: null,
      thumbnail_url: null,
      footer: { text: null, icon_url: null },
      timestamp: null,
      fields: [],
    });
  });

  test('sends the colour as a number, and addresses without the spaces of a careless paste', () => {
    expect(embedPayload(newEmbed({ colour: '#ff0000', url: ' https://example.com ' }))).toMatchObject({
      colour: 16711680,
      url: 'https://example.com',
    });
  });
});

describe('its preview', () => {
  test('fills placeholders where the bot does: in the description and in the values of fields', () => {
    const form = { ...embedFormOf(full), title: '%x%' };
    form.fields[0] = { key: 0, name: '%x%', value: '%x%', inline: true };
    const shown = embedPreview({ ...form, description: '%x%' }, (text) => text.replace('%x%', 'filled'));
    expect(shown).toMatchObject({ title: '%x%', description: 'filled' });
    expect(shown.fields?.[0]).toMatchObject({ name: '%x%', value: 'filled' });
  });

  test('shows a moment in UTC as such, and the avatar only where there is one', () => {
    const form = embedFormOf(full);
    expect(embedPreview(form).timestamp).toBe('2026-12-24T18:00:00Z');
    expect(embedPreview(form).image?.url).toBe(null);
    expect(embedPreview(form, undefined, 'https://cdn.test/a.png').image?.url).toBe('https://cdn.test/a.png');
  });

  test('leaves out a field in which nothing was written yet', () => {
    expect(embedPreview(newEmbed({ fields: [field('', ' '), field('A', '')] })).fields).toHaveLength(1);
  });
});

describe('what is wrong is told before it is sent', () => {
  const paths = (form: ReturnType<typeof newEmbed>) => embedProblems(form, 'embed').map(({ path }) => path);

  test('nothing, for an embed that the server takes', () => {
    expect(embedProblems(embedFormOf(full), 'embed')).toEqual([]);
  });

  test('an embed of which Discord would show nothing', () => {
    expect(embedProblems(newEmbed(), 'welcome_message')).toEqual([
      { path: 'welcome_message', message: 'Your embed message does not contain any content' },
    ]);
  });

  test.each([
    ['title', 256, (text: string) => newEmbed({ title: text })],
    ['description', 4096, (text: string) => newEmbed({ description: text })],
    [
      'author.name',
      256,
      (text: string) => newEmbed({ title: 'T', author: { name: text, icon_url: '', url: '' } }),
    ],
    ['footer.text', 2048, (text: string) => newEmbed({ title: 'T', footer: { text, icon_url: '' } })],
    ['fields.0.name', 256, (text: string) => newEmbed({ fields: [field(text, 'V')] })],
    ['fields.0.value', 1024, (text: string) => newEmbed({ fields: [field('N', text)] })],
  ])('%s of more than %i characters, counted as Discord counts', (path, limit, formOf) => {
    expect(paths(formOf('😀'.repeat(limit)))).toEqual([]);
    expect(paths(formOf('😀'.repeat(limit + 1)))).toEqual([`embed.${path}`]);
  });

  test('more than 6000 characters in all', () => {
    const six = [0, 1, 2, 3, 4].map((key) => ({ ...field('N', 'x'.repeat(1023)), key }));
    const rest = 6000 - 5 * 1024;
    expect(paths(newEmbed({ description: 'x'.repeat(rest), fields: six }))).toEqual([]);
    expect(paths(newEmbed({ description: 'x'.repeat(rest + 1), fields: six }))).toEqual(['embed']);
  });

  test('addresses that are none, and the avatar where no picture can be one', () => {
    const form = newEmbed({
      title: 'T',
      url: 'example.com',
      author: { name: '', icon_url: '%avatar_url%', url: 'ftp://example.com' },
      image_url: '%avatar_url%',
      thumbnail_url: 'https://localhost',
      footer: { text: '', icon_url: `https://example.com/${'x'.repeat(255)}` },
    });
    expect(paths(form)).toEqual([
      'embed.url',
      'embed.author.icon_url',
      'embed.author.url',
      'embed.thumbnail_url',
      'embed.footer.icon_url',
    ]);
  });

  test('each field without a name or a value, by its place', () => {
    const form = newEmbed({ fields: [field('A', 'B'), { ...field(' ', ''), key: 1 }] });
    expect(paths(form)).toEqual(['embed.fields.1.name', 'embed.fields.1.value']);
  });
});
