import { describe, expect, it } from 'vitest';
import {
  type EmojiEntry,
  emojisByKey,
  readEmojiLines,
  searchEmojis,
  skinTones,
  tabCategories,
} from './emoji.ts';
import { emojiLines } from './emoji-lines.ts';

const entries = readEmojiLines(emojiLines);
const byKey = new Map(entries.map((entry) => [entry.key, entry]));
const glyphs = (found: readonly EmojiEntry[]) => found.map(({ emoji }) => emoji);

describe('the data', () => {
  it('holds every emoji once, under a key of its own, with a name and an alias', () => {
    expect(entries.length).toBeGreaterThan(1_900);
    expect(byKey.size).toBe(entries.length);
    expect(new Set(glyphs(entries)).size).toBe(entries.length);
    expect(entries.filter(({ name, names }) => !name || !names[0])).toEqual([]);
  });

  it('fills all eight tabs, and the skin tones beside them', () => {
    const categories = new Set(entries.map(({ category }) => category));
    expect([...categories].toSorted()).toEqual([...tabCategories, 'Skin Tones'].toSorted());
    expect(glyphs(entries.filter(({ category }) => category === 'Skin Tones'))).toEqual([
      '🏻',
      '🏼',
      '🏽',
      '🏾',
      '🏿',
    ]);
  });

  it('knows the aliases of Discord and of other places', () => {
    expect(byKey.get('wave')).toMatchObject({
      name: 'Waving hand',
      emoji: '👋',
      names: ['wave', 'waving_hand'],
      category: 'Smileys & People',
    });
    expect(byKey.get('flag_de')?.names).toContain('germany');
    expect(byKey.get('regional_indicator_a')?.emoji).toBe('🇦');
  });

  it('gives the five skin tones to what has them, and to nothing else', () => {
    expect(byKey.get('wave')?.variants).toMatchObject({
      '1F3FB': { emoji: '👋🏻', key: 'wave_tone1', name: 'Waving hand: light skin tone' },
      '1F3FF': { emoji: '👋🏿', key: 'wave_tone5', name: 'Waving hand: dark skin tone' },
    });
    expect(byKey.get('grinning')?.variants).toBeUndefined();
    for (const { emoji, variants } of entries.filter((entry) => entry.variants)) {
      const tones = Object.entries(variants ?? {}).map(([tone, variant]) => {
        const inGlyph = [...variant.emoji].map((point) => point.codePointAt(0)?.toString(16).toUpperCase());
        return inGlyph.includes(tone) ? tone : `${emoji} lacks ${tone}`;
      });
      expect(tones).toEqual([...skinTones]);
    }
  });

  it('draws both people of a pair in the tone', () => {
    const pair = byKey.get('people_holding_hands');
    expect(pair?.variants?.['1F3FD'].emoji).toBe('🧑🏽‍🤝‍🧑🏽');
  });
});

describe('searching', () => {
  it('finds a middle part of any alias', () => {
    expect(glyphs(searchEmojis(entries, 'ving_ha'))).toEqual(['👋']);
    expect(glyphs(searchEmojis(entries, 'germany'))).toEqual(['🇩🇪']);
  });

  it('tells upper from lower case', () => {
    expect(searchEmojis(entries, 'grin').length).toBeGreaterThan(3);
    expect(searchEmojis(entries, 'Grin')).toEqual([]);
  });

  it('does not find a text that only two aliases together contain', () => {
    expect(searchEmojis(entries, 'wave waving_hand')).toEqual([]);
    expect(searchEmojis(entries, 'wavewaving')).toEqual([]);
  });
});

it('finds emojis and their variants by key', () => {
  const found = emojisByKey(entries);
  expect(found.get('wave')?.emoji).toBe('👋');
  expect(found.get('wave_tone3')?.emoji).toBe('👋🏽');
  expect(found.get('no_such_emoji')).toBeUndefined();
});
