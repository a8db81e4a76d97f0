import { expect, test } from 'vitest';
import { type Facts, fact, withFacts } from './facts.ts';

interface Shelf {
  facts?: Facts;
  titles: string[];
  asked: string[];
}

const titleFor = fact(async (shelf: Shelf, place: number, language: string) => {
  shelf.asked.push(`${place} ${language}`);
  const title = shelf.titles[place];
  if (title === undefined) throw new Error('nothing stands there');
  return title;
});

const shelf = (): Shelf => ({ titles: ['Bread', 'Rolls'], asked: [] });

test('what is asked for at the same time and again in a call is read once, each thing for itself', async () => {
  const call = withFacts(shelf());
  const both = [titleFor(call, 0, 'en'), titleFor(call, 0, 'en'), titleFor(call, 1, 'en')];
  expect(await Promise.all(both)).toEqual(['Bread', 'Bread', 'Rolls']);
  expect(await titleFor(call, 0, 'de')).toBe('Bread');
  expect(await titleFor({ ...call }, 0, 'en')).toBe('Bread');
  expect(call.asked).toEqual(['0 en', '1 en', '0 de']);
});

test('no call knows what another one read, and outside of a call everything is read each time', async () => {
  const root = shelf();
  for (const ctx of [withFacts(root), withFacts(root), root, root]) await titleFor(ctx, 0, 'en');
  expect(root.asked).toHaveLength(4);
});

test('what was written is read again, and what another statement brought is not', async () => {
  const call = withFacts(shelf());
  await titleFor(call, 0, 'en');
  call.titles[0] = 'Cake';
  titleFor.forget(call);
  expect(await titleFor(call, 0, 'en')).toBe('Cake');
  titleFor.tell(call, 'Pie', 0, 'en');
  expect(await titleFor(call, 0, 'en')).toBe('Pie');
  expect(call.asked).toHaveLength(2);
});

test('what could not be read is asked for again', async () => {
  const call = withFacts(shelf());
  await expect(titleFor(call, 2, 'en')).rejects.toThrow('nothing stands there');
  call.titles[2] = 'Cake';
  expect(await titleFor(call, 2, 'en')).toBe('Cake');
});
