// @vitest-environment jsdom

import { hexFromInt } from '@tickets/discord-ui/colour';
import { describe, expect, it } from 'vitest';
import { testConfig } from '../test/render.tsx';
import { blankToNull, withNulls, withoutBlanks } from './api/blank.ts';
import { avatarUrl, guildIconUrl } from './discord/cdn.ts';
import { intFromHex, normaliseHex } from './discord/colour.ts';
import { setConfig } from './page/config.ts';
import { durationFromSeconds, relativeParts, secondsFromDuration } from './time/time.ts';

describe('blank values', () => {
  it('"" and "null" become null, anything else stays', () => {
    expect(['', 'null', '0', 0, false, null].map(blankToNull)).toEqual([null, null, '0', 0, false, null]);
  });

  it('whole objects keep their keys, deep inside too', () => {
    expect(withNulls({ a: '', b: { c: 'null', d: [''] }, e: 'x' })).toEqual({
      a: null,
      b: { c: null, d: [null] },
      e: 'x',
    });
  });

  it('filters lose the keys that have no value', () => {
    expect(
      withoutBlanks({ id: '', username: 'nelly', rating: 0, panel_id: 'null', page: undefined }),
    ).toEqual({
      username: 'nelly',
      rating: 0,
    });
  });
});

describe('pictures', () => {
  it('animated hashes ask for a gif, others for webp, in size 256', () => {
    setConfig(testConfig);
    expect(guildIconUrl({ id: '1', icon: 'a_ff' })).toBe('http://cdn.test/icons/1/a_ff.gif?size=256');
    expect(guildIconUrl({ id: '1', icon: 'ff' })).toBe('http://cdn.test/icons/1/ff.webp?size=256');
    expect(guildIconUrl({ id: '1', icon: '' })).toBeUndefined();
  });

  it('without an avatar the id picks one of six, exactly also for ids that no number holds', () => {
    setConfig(testConfig);
    // 1156842137839599667 >> 22 is 275812658747, which leaves 5 by 6; as a float it is off.
    const id = '1156842137839599667';
    expect(avatarUrl({ id, avatar: '' })).toBe(
      `http://cdn.test/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`,
    );
  });
});

describe('colours', () => {
  it('are the same as number and as hex', () => {
    expect(hexFromInt(3066993)).toBe('#2ecc71');
    expect(hexFromInt(10)).toBe('#00000a');
    expect(intFromHex('#2ECC71')).toBe(3066993);
  });

  it('are read with or without #, short or long, and nothing else is a colour', () => {
    expect(normaliseHex('fff')).toBe('#ffffff');
    expect(normaliseHex(' #2Ecc71 ')).toBe('#2ecc71');
    expect(normaliseHex('#2ecc7')).toBeUndefined();
    expect(normaliseHex('red')).toBeUndefined();
  });
});

describe('time', () => {
  it('durations split into days, hours and minutes and back', () => {
    expect(durationFromSeconds(93_780)).toEqual({ days: 1, hours: 2, minutes: 3 });
    expect(secondsFromDuration({ days: 1, hours: 2, minutes: 3 })).toBe(93_780);
  });

  it.each([
    [0, 0, 'second'],
    [-59, -59, 'second'],
    [-60, -1, 'minute'],
    [-7199, -1, 'hour'],
    [-86_400, -1, 'day'],
    [-2_592_000, -1, 'month'],
    [-31_536_000, -1, 'year'],
    [7200, 2, 'hour'],
  ])('%i seconds away reads as %i %s', (seconds, value, unit) => {
    const now = new Date('2025-01-01T00:00:00Z');
    expect(relativeParts(new Date(now.getTime() + seconds * 1000), now)).toEqual({ value, unit });
  });

  it('a moment less than a minute ahead is now, because the clocks of two machines differ', () => {
    const now = new Date('2025-01-01T00:00:00Z');
    const ahead = (ms: number) => relativeParts(new Date(now.getTime() + ms), now);
    expect([40, 900, 59_400].map(ahead)).toEqual(Array(3).fill({ value: 0, unit: 'second' }));
    expect(ahead(60_000)).toEqual({ value: 1, unit: 'minute' });
  });
});
