import { describe, expect, test } from 'vitest';
import { charactersIn } from './embed-limits.ts';
import { CustomEmbedInput, MessageEmbedInput, PictureUrl } from './embeds.ts';

/** What is wrong with an input, by path; undefined where nothing is. */
function problems(
  input: unknown,
  schema: typeof CustomEmbedInput | typeof MessageEmbedInput = CustomEmbedInput,
) {
  const { error } = schema.safeParse(input);
  return error && Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
}
const field = (name: string, value: string) => ({ name, value });
const address = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;

test('an embed of which nothing is said has nothing but its colour', () => {
  const nothing = {
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
  };
  expect(CustomEmbedInput.parse({})).toEqual(nothing);
  const nulls = Object.fromEntries(Object.keys(nothing).map((key) => [key, null]));
  expect(CustomEmbedInput.parse(nulls)).toEqual(nothing);
  const blanks = {
    ...nulls,
    title: '',
    url: ' ',
    description: '\n',
    colour: '',
    image_url: '',
    timestamp: '',
  };
  expect(CustomEmbedInput.parse(blanks)).toEqual(nothing);
  expect(CustomEmbedInput.parse({ author: { name: ' ' }, footer: { text: '' } })).toEqual(nothing);
});

test('an embed that is full in every part is kept as it is', () => {
  const full = {
    title: 'T',
    url: 'https://a.example/t?x=1#y',
    description: 'null',
    colour: 0,
    author: { name: 'A', icon_url: 'https://a.example/a.png', url: 'http://a.example' },
    image_url: 'https://a.example/i.png',
    thumbnail_url: '%avatar_url%',
    footer: { text: 'F', icon_url: 'https://a.example/f.png' },
    timestamp: '2026-03-01T09:30',
    fields: [{ name: 'N', value: 'V', inline: true }],
  };
  expect(CustomEmbedInput.parse(full)).toEqual(full);
});

describe('texts', () => {
  test.each([
    ['title', 256, 'Title', (text: string) => ({ title: text })],
    ['description', 4096, 'Description', (text: string) => ({ description: text })],
    ['author.name', 256, 'Name', (text: string) => ({ author: { name: text } })],
    ['footer.text', 2048, 'Text', (text: string) => ({ footer: { text } })],
    ['fields.0.name', 256, 'Name', (text: string) => ({ fields: [field(text, 'v')] })],
    ['fields.0.value', 1024, 'Value', (text: string) => ({ fields: [field('n', text)] })],
  ])('%s has at most %i characters, of which an emoji is one', (path, max, name, build) => {
    expect(problems(build('x'.repeat(max)))).toBeUndefined();
    expect(problems(build('👋'.repeat(max)))).toBeUndefined();
    expect(problems(build('x'.repeat(max + 1)))).toEqual({
      [path]: `Field "${name}" cannot exceed ${max} characters in length`,
    });
  });

  test('a field without a name or a value is told', () => {
    const blank = (name: string) => `Field "${name}" must be at least 1 characters in length`;
    for (const text of ['', '  ', null, undefined])
      expect(problems({ fields: [field('n', 'v'), { name: text, value: text }] })).toEqual({
        'fields.1.name': blank('Name'),
        'fields.1.value': blank('Value'),
      });
  });

  test('something that is no text is told, not made one', () => {
    expect(problems({ title: 5, author: { name: {} } })).toEqual({
      title: 'Field "Title" is not a text',
      'author.name': 'Field "Name" is not a text',
    });
  });

  test('there are at most 25 fields', () => {
    const fields = Array.from({ length: 26 }, () => field('n', 'v'));
    expect(problems({ fields: fields.slice(1) })).toBeUndefined();
    expect(problems({ fields })).toEqual({ fields: 'An embed has at most 25 fields' });
  });

  test('all texts together have at most 6000 characters', () => {
    const embed = (last: string) => ({
      title: 't'.repeat(200),
      description: 'd'.repeat(4000),
      author: { name: 'a'.repeat(100) },
      footer: { text: 'f'.repeat(600) },
      fields: [field('n'.repeat(99), '👋'.repeat(1000)), field('n', last)],
      url: address(200),
    });
    expect(problems(embed(''))).toHaveProperty(['fields.1.value']);
    expect(problems({ ...embed('v'), title: 't'.repeat(199) })).toBeUndefined();
    expect(problems(embed('v'))).toEqual({
      '': "Total embed characters (6001) exceeds Discord's 6000 character limit",
    });
  });
});

describe('colour', () => {
  test.each([
    [0, 0],
    [0xffffff, 0xffffff],
    ['#ff0000', 0xff0000],
    ['FF0000', 0xff0000],
    ['#000000', 0],
    [null, 3066993],
  ])('%s is %i', (given, colour) => {
    expect(CustomEmbedInput.parse({ colour: given }).colour).toBe(colour);
  });

  test.each([-1, 0x1000000, 1.5, '#ff00', '#gggggg', 'red', '##ff000', true, []])('%s is none', (colour) => {
    expect(problems({ colour })).toEqual({ colour: 'Choose a colour.' });
  });
});

describe('addresses', () => {
  const links = {
    url: (url: unknown) => ({ url }),
    'author.icon_url': (icon_url: unknown) => ({ author: { icon_url } }),
    'author.url': (url: unknown) => ({ author: { url } }),
    'footer.icon_url': (icon_url: unknown) => ({ footer: { icon_url } }),
  };
  const pictures = {
    image_url: (image_url: unknown) => ({ image_url }),
    thumbnail_url: (thumbnail_url: unknown) => ({ thumbnail_url }),
  };
  const all = Object.entries({ ...links, ...pictures });

  test.each(all)('%s is on the web and has at most 255 characters', (path, build) => {
    for (const good of [
      address(255),
      'http://a.example',
      ' https://a.example/x.png ',
      'https://a.b.c:80/x?y=z',
      'http://192.168.0.7:8080/x.png',
    ])
      expect(problems(build(good))).toBeUndefined();
    const wrong = [
      address(256),
      'a.example/x.png',
      'ftp://a.example/x.png',
      'javascript:alert(1)',
      'https://',
      'https://a.example/x y',
      'http://localhost:8080/x.png',
      'http://wiki/x.png',
      'http://a.example@wiki/x.png',
      'http://[::1]/x.png',
      5,
    ];
    for (const url of wrong) expect(problems(build(url))).toEqual({ [path]: 'Invalid URL' });
  });

  test.each(Object.entries(links))('%s is no place for the avatar', (path, build) => {
    expect(problems(build('%avatar_url%'))).toEqual({ [path]: 'Invalid URL' });
  });

  test.each(Object.entries(pictures))('%s may be the avatar, and that alone', (path, build) => {
    expect(problems(build('%avatar_url%'))).toBeUndefined();
    expect(problems(build('%avatar_url%.png'))).toEqual({ [path]: 'Invalid URL' });
  });

  test('a picture has a host with a dot, plain characters, and at most 255 bytes', () => {
    const accepted = (url: string) => PictureUrl.safeParse(url).success;
    expect(accepted('https://a.example/~x_(1).png?a=b&c=%20#d')).toBe(true);
    for (const url of [
      'https://localhost/x.png',
      'https://a.example/ü.png',
      'https://a.example/"x"',
      '%avatar_url%',
    ])
      expect([url, accepted(url)]).toEqual([url, false]);
    expect(accepted(address(255))).toBe(true);
    expect(accepted(address(256))).toBe(false);
  });
});

describe('timestamp', () => {
  test.each([
    ['2026-03-01T09:30', '2026-03-01T09:30'],
    ['2026-03-01 09:30', '2026-03-01T09:30'],
    ['2026-03-01T09:30:59.999', '2026-03-01T09:30'],
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30'],
    ['2026-03-01T00:30:00+01:00', '2026-02-28T23:30'],
    ['2024-02-29T00:00', '2024-02-29T00:00'],
  ])('%s is %s in UTC', (given, timestamp) => {
    expect(CustomEmbedInput.parse({ timestamp: given }).timestamp).toBe(timestamp);
  });

  test.each([
    '2026-03-01',
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-03-01T25:00',
    '9999-12-31T23:59-01:00',
    'soon',
    5,
  ])('%s is none', (timestamp) => {
    expect(problems({ timestamp })).toEqual({ timestamp: 'Enter a date and a time.' });
  });
});

describe('an embed that a message consists of', () => {
  test.each([
    { title: 'T' },
    { description: 'D' },
    { fields: [field('n', 'v')] },
    { image_url: 'https://a.example/i.png' },
    { thumbnail_url: '%avatar_url%' },
  ])('has something to show: %j', (embed) => {
    expect(problems(embed, MessageEmbedInput)).toBeUndefined();
  });

  test.each([
    {},
    { colour: 1 },
    { author: { name: 'A' } },
    { footer: { text: 'F' } },
    { url: 'https://a.example', timestamp: '2026-03-01T09:30' },
    { title: ' ' },
  ])('is refused without: %j', (embed) => {
    expect(problems(embed, MessageEmbedInput)).toEqual({
      '': 'Your embed message does not contain any content',
    });
  });
});

test('characters are counted as Discord counts them', () => {
  expect([charactersIn('abc'), charactersIn('👋'), charactersIn('ü'), charactersIn('')]).toEqual([
    3, 1, 1, 0,
  ]);
});
