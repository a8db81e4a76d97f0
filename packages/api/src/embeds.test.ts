import { buildPanel } from '@tickets/testkit/data/factories';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** An embed as a script may send it: whatever. */
type Embed = Record<string, unknown>;

let world: PanelWorld;
let desk: PanelDesk;
let parts: Record<'welcome_message' | 'embed', Door>;

/** Where embeds are sent to: each is made with one, then changed to another. */
interface Door {
  create(embed: Embed): Promise<Answer>;
  update(embed: Embed): Promise<Answer>;
  /** What is stored of the thing that `update` changes. */
  stored(): Promise<unknown>;
}
interface Answer {
  status: number;
  fields: Record<string, string>;
}

beforeAll(async () => {
  world = await startPanelWorld();
  desk = await world.addDesk({ premium: true });
  const { app } = world;
  const { guild_id, token, lobby } = desk;
  const panels = [
    (await buildPanel(app.ctx, { guild_id })).panel_id,
    (await buildPanel(app.ctx, { guild_id })).panel_id,
  ];
  const { panel_id } = await desk.create({ channel_id: lobby });
  const multi = await app.call('multi_panels.create', {
    params: { guild_id },
    token,
    body: { channel_id: lobby, panels, embed: { title: 'Topics' } } as never,
  });
  const { id } = multi.body.data;
  const answer = ({ status, error }: Pick<typeof multi, 'status' | 'error'>): Answer => ({
    status,
    fields: Object.fromEntries((error.fields ?? []).map(({ path, message }) => [path, message])),
  });
  parts = {
    welcome_message: {
      create: (welcome_message) => desk.create({ channel_id: lobby, welcome_message }),
      update: (welcome_message) => desk.update(panel_id, { welcome_message }),
      async stored() {
        const { body } = await app.call('panels.list', { params: { guild_id }, token });
        return body.find((panel) => panel.panel_id === panel_id)?.welcome_message;
      },
    },
    embed: {
      create: async (embed) =>
        answer(
          await app.call('multi_panels.create', {
            params: { guild_id },
            token,
            body: { channel_id: lobby, panels, embed } as never,
          }),
        ),
      update: async (embed) =>
        answer(
          await app.call('multi_panels.update', {
            params: { guild_id, multi_panel_id: id },
            token,
            body: { embed } as never,
          }),
        ),
      async stored() {
        const { body } = await app.call('multi_panels.list', { params: { guild_id }, token });
        return body.data.find((each) => each.id === id)?.embed;
      },
    },
  };
});
afterAll(() => world[Symbol.asyncDispose]());

const letters = (count: number) => 'x'.repeat(count);
const address = (length: number) => `https://a.example/${letters(length - 18)}`;
const fields = (count: number) => Array.from({ length: count }, () => ({ name: 'N', value: 'V' }));
const tooLong = (name: string, max: number) => `Field "${name}" cannot exceed ${max} characters in length`;
const blank = (name: string) => `Field "${name}" must be at least 1 characters in length`;
/** Just so many characters, in more than one of its texts. */
const ofLength = (total: number) => ({
  description: letters(4096),
  footer: { text: letters(900) },
  fields: [{ name: 'N', value: letters(total - 4996 - 1) }],
});

/** Each row: the field's path, its text, what is wrong, what is right. */
const rules: [path: string, text: string, wrong: Embed, right: Embed][] = [
  ['title', tooLong('Title', 256), { title: letters(257) }, { title: '😀'.repeat(256) }],
  [
    'description',
    tooLong('Description', 4096),
    { description: letters(4097) },
    { description: letters(4096) },
  ],
  ['url', 'Invalid URL', { url: 'a.example' }, { url: 'https://a.example' }],
  ['url', 'Invalid URL', { url: address(256) }, { url: address(255) }],
  ['colour', 'Choose a colour.', { colour: 0x1000000 }, { colour: 0xffffff }],
  ['colour', 'Choose a colour.', { colour: '#12' }, { colour: '#ff0000' }],
  [
    'author.name',
    tooLong('Name', 256),
    { author: { name: letters(257) } },
    { author: { name: letters(256) } },
  ],
  [
    'author.icon_url',
    'Invalid URL',
    { author: { name: 'A', icon_url: 'icon' } },
    { author: { name: 'A', icon_url: address(255) } },
  ],
  [
    'author.url',
    'Invalid URL',
    { author: { name: 'A', url: 'ftp://a.example' } },
    { author: { name: 'A', url: 'http://a.example' } },
  ],
  ['image_url', 'Invalid URL', { image_url: 'https://localhost' }, { image_url: '%avatar_url%' }],
  ['image_url', 'Invalid URL', { image_url: address(256) }, { image_url: address(255) }],
  ['thumbnail_url', 'Invalid URL', { thumbnail_url: '%avatar%' }, { thumbnail_url: address(255) }],
  [
    'footer.text',
    tooLong('Text', 2048),
    { footer: { text: letters(2049) } },
    { footer: { text: letters(2048) } },
  ],
  [
    'footer.icon_url',
    'Invalid URL',
    { footer: { text: 'F', icon_url: 'icon' } },
    { footer: { text: 'F', icon_url: address(255) } },
  ],
  [
    'timestamp',
    'Enter a date and a time.',
    { timestamp: '2026-02-30T10:00' },
    { timestamp: '2026-02-28T10:00' },
  ],
  ['fields', 'An embed has at most 25 fields', { fields: fields(26) }, { fields: fields(25) }],
  [
    'fields.1.name',
    tooLong('Name', 256),
    { fields: [...fields(1), { name: letters(257), value: 'V' }] },
    { fields: [...fields(1), { name: letters(256), value: 'V' }] },
  ],
  [
    'fields.0.value',
    tooLong('Value', 1024),
    { fields: [{ name: 'N', value: letters(1025) }] },
    { fields: [{ name: 'N', value: letters(1024) }] },
  ],
  [
    'fields.0.name',
    blank('Name'),
    { fields: [{ name: ' ', value: 'V' }] },
    { fields: [{ name: '.', value: 'V' }] },
  ],
  ['fields.0.value', blank('Value'), { fields: [{ name: 'N' }] }, { fields: fields(1) }],
  [
    '',
    'Your embed message does not contain any content',
    { title: ' ', colour: 5 },
    { title: 'T', colour: 5 },
  ],
  [
    '',
    "Total embed characters (6001) exceeds Discord's 6000 character limit",
    ofLength(6001),
    ofLength(6000),
  ],
];

describe.each(['welcome_message', 'embed'] as const)(
  'what is wrong in the %s is refused with its field',
  (key) => {
    test.each(rules.map(([path, text, wrong, right], index) => ({ path, text, wrong, right, index })))(
      '$path: $text ($index)',
      async ({ path, text, wrong, right }) => {
        const door = parts[key];
        const content = path ? { title: 'T' } : {};
        const before = await door.stored();
        const refused = { status: 400, fields: { [path ? `${key}.${path}` : key]: text } };
        expect(await door.create({ ...content, ...wrong })).toMatchObject(refused);
        expect(await door.update({ ...content, ...wrong })).toMatchObject(refused);
        expect(await door.stored()).toEqual(before);

        expect(await door.create({ ...content, ...right })).toMatchObject({ status: 200 });
        expect(await door.update({ ...content, ...right })).toMatchObject({ status: 200 });
        expect(await door.stored()).not.toEqual(before);
      },
    );
  },
);
