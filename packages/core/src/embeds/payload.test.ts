import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import { type CustomEmbed, CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import type { APIEmbed } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { embedPayload } from './payload.ts';

const ours = { text: 'Powered by Tickets' };
const free = { look: { footer: ours }, premium: false };
const premium = { look: {}, premium: true };
const embed = (given: Partial<CustomEmbed>): CustomEmbed => ({ ...CustomEmbedInput.parse({}), ...given });
const field = (value: string, name = 'Name') => ({ name, value, inline: false });
const sizeOf = ({ title, description, author, footer, fields = [] }: APIEmbed) =>
  [title, description, author?.name, footer?.text, ...fields.flatMap(({ name, value }) => [name, value])]
    .map((text) => charactersIn(text ?? ''))
    .reduce((sum, size) => sum + size, 0);

describe('an embed for Discord', () => {
  test('has every part that was set', async () => {
    const full = embed({
      title: 'Title',
      url: 'https://a.example/t',
      description: 'Text',
      colour: 0xff0000,
      author: { name: 'Ann', icon_url: 'https://a.example/a.png', url: 'https://a.example/ann' },
      image_url: 'https://a.example/i.png',
      thumbnail_url: 'https://a.example/s.png',
      footer: { text: 'Foot', icon_url: 'https://a.example/f.png' },
      timestamp: '2026-03-01T09:30',
      fields: [{ name: 'One', value: '1', inline: true }, field('2', 'Two')],
    });
    expect(await embedPayload(full, premium)).toEqual({
      title: 'Title',
      url: 'https://a.example/t',
      description: 'Text',
      color: 0xff0000,
      author: { name: 'Ann', icon_url: 'https://a.example/a.png', url: 'https://a.example/ann' },
      image: { url: 'https://a.example/i.png' },
      thumbnail: { url: 'https://a.example/s.png' },
      footer: { text: 'Foot', icon_url: 'https://a.example/f.png' },
      timestamp: '2026-03-01T09:30:00.000Z',
      fields: [
        { name: 'One', value: '1', inline: true },
        { name: 'Two', value: '2', inline: false },
      ],
    });
  });

  test('leaves out addresses that Discord refuses, which were kept before they were checked', async () => {
    const local = 'http://localhost:8080/a.png';
    const kept = embed({
      title: 'T',
      colour: 0,
      url: local,
      author: { name: 'Ann', icon_url: local, url: local },
      image_url: local,
      thumbnail_url: '%avatar_url%',
      footer: { text: 'Foot', icon_url: local },
    });
    // The avatar's address is Discord's own, wherever that is.
    expect(await embedPayload(kept, { ...premium, avatar_url: 'http://localhost:8081/cdn/a.png' })).toEqual({
      title: 'T',
      color: 0,
      author: { name: 'Ann' },
      thumbnail: { url: 'http://localhost:8081/cdn/a.png' },
      footer: { text: 'Foot' },
    });
  });

  test('leaves out what was not set', async () => {
    expect(await embedPayload(embed({ title: 'T', colour: 0 }), premium)).toEqual({ title: 'T', color: 0 });
  });

  test('has no author and no footer of a picture or link alone, because Discord knows none', async () => {
    const given = embed({
      title: 'T',
      author: { name: null, icon_url: 'https://a.example/a.png', url: 'https://a.example' },
      footer: { text: null, icon_url: 'https://a.example/a.png' },
    });
    expect(await embedPayload(given, premium)).toEqual({ title: 'T', color: 3066993 });
  });

  test('carries our footer without premium, whatever its own', async () => {
    for (const text of [null, 'Mine']) {
      const given = embed({ title: 'T', footer: { text, icon_url: null } });
      expect((await embedPayload(given, free)).footer).toEqual(ours);
    }
  });

  test('is filled in its description and the values of its fields, and nowhere else', async () => {
    const given = embed({
      title: '%user%',
      description: '%user%',
      author: { name: '%user%', icon_url: null, url: null },
      footer: { text: '%user%', icon_url: null },
      fields: [field('%user%', '%user%')],
    });
    const fill = async (text: string) => text.replace('%user%', 'Mia');
    expect(await embedPayload(given, { ...premium, fill })).toMatchObject({
      title: '%user%',
      description: 'Mia',
      author: { name: '%user%' },
      footer: { text: '%user%' },
      fields: [{ name: '%user%', value: 'Mia' }],
    });
  });

  test('shows the avatar where its placeholder stands alone, and no picture where there is none', async () => {
    const given = embed({
      title: 'T',
      image_url: '%avatar_url%',
      thumbnail_url: 'https://a.example/%avatar_url%.png',
    });
    const avatar_url = 'https://cdn.example/a.png';
    expect(await embedPayload(given, { ...premium, avatar_url })).toMatchObject({
      image: { url: avatar_url },
      thumbnail: { url: 'https://a.example/%avatar_url%.png' },
    });
    expect(await embedPayload(given, premium)).not.toHaveProperty('image');
  });

  test('stays within 4096 and 1024 characters after filling, and no emoji is cut in half', async () => {
    const given = embed({ description: 'a', fields: [field('a'), field('b')] });
    const fill = (text: string) => (text === 'a' ? '👋'.repeat(5000) : text);
    const { description, fields } = await embedPayload(given, { ...premium, fill, room: 10_000 });
    expect(description).toBe(`${'👋'.repeat(4095)}…`);
    expect(fields?.map(({ value }) => value)).toEqual([`${'👋'.repeat(1023)}…`, 'b']);
    const exact = embed({ description: 'x'.repeat(4096) });
    expect((await embedPayload(exact, premium)).description).toBe('x'.repeat(4096));
  });

  test('stays within the room of the message, our footer included: first its description gives way', async () => {
    const long = embed({
      description: 'd'.repeat(4000),
      fields: [field('v'.repeat(996)), field('v'.repeat(996))],
    });
    const shown = await embedPayload(long, free);
    expect(sizeOf(shown)).toBe(6000);
    expect(shown.fields).toEqual(long.fields);
    expect(shown.footer).toEqual(ours);
    const squeezed = await embedPayload(long, { ...free, room: 100 });
    expect(sizeOf(squeezed)).toBeLessThanOrEqual(100);
    expect(squeezed).toMatchObject({ description: '…', fields: [{ name: 'Name' }, { name: 'Name' }] });
    const names = Array.from({ length: 23 }, () => field('v', 'n'.repeat(256)));
    const named = await embedPayload(embed({ fields: names }), { ...free, room: 520 });
    expect(named.fields).toHaveLength(1);
  });

  test('keeps a field whose value is filled with nothing, and is never empty, for Discord takes neither', async () => {
    const given = embed({ description: '%nickname%', fields: [field('%nickname%')] });
    const fill = () => '';
    const shown = await embedPayload(given, { ...premium, fill });
    expect(shown.fields).toEqual([field('\u200b')]);
    expect(shown).not.toHaveProperty('description');
    const alone = await embedPayload(embed({ description: '%nickname%' }), { ...premium, fill });
    expect(alone.description).toBe('\u200b');
    const picture = await embedPayload(embed({ image_url: '%avatar_url%' }), premium);
    expect(picture).toEqual({ color: 3066993, description: '\u200b' });
  });
});
