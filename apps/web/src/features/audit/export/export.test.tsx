import { expect, test } from 'vitest';
import { setConfig } from '../../../lib/page/config.ts';
import { answerWith, json } from '../../../test/fetch-stub.ts';
import { testConfig } from '../../../test/render.tsx';
import { sampleEntry } from '../sample-entry.ts';
import { sampleWords } from '../wording/sample-words.ts';
import { csvOf } from './csv.ts';
import { exportLog, type Progress } from './export-log.ts';

test('a file begins with the mark of UTF-8, and its lines end as RFC 4180 says', () => {
  expect(csvOf([['a', 'ü'], ['1']])).toBe('\uFEFFa,ü\r\n1\r\n');
});

test('cells that hold commas, quotes or lines are quoted', () => {
  expect(csvOf([['a,b', 'say "hi"', 'two\nlines']])).toBe('\uFEFF"a,b","say ""hi""","two\nlines"\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'no spreadsheet takes %j for a formula',
  (text) => {
    expect(csvOf([[text]])).toContain(`'${text}`);
  },
);

const titled = (id: number, before: string, after: string) =>
  sampleEntry({
    id,
    old_data: JSON.stringify({ title: before, colour: 1 }),
    new_data: JSON.stringify({ title: after, colour: 0x2ecc71 }),
  });

test('a page that came too fast is asked for again when the server says', async () => {
  setConfig(testConfig);
  const page = { total_pages: 1, current_page: 1, has_newer: false, has_older: false, total_count: 1 };
  let asked = 0;
  answerWith(() => {
    asked += 1;
    if (asked > 1) return json(200, { ...page, entries: [titled(1, 'A', 'B')] });
    const refusal = { success: false, error: 'Too fast', code: 'request.rate_limited' };
    return new Response(JSON.stringify(refusal), {
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
    });
  });
  const { count } = await exportLog({
    ...{ guildId: '1', search: {}, words: sampleWords },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
  });
  expect([asked, count]).toEqual([2, 1]);
});

test('every page of what is filtered is read by key, and each field has a line', async () => {
  setConfig(testConfig);
  const page = { total_pages: 2, current_page: 1, has_newer: false, total_count: 2 };
  const seen = answerWith(({ body }) =>
    (body as { older_than?: number }).older_than === 2
      ? json(200, { ...page, entries: [titled(1, 'A', '=B')], has_older: false })
      : json(200, { ...page, entries: [titled(2, '=B', 'C')], has_older: true }),
  );
  const progress: Progress[] = [];
  const { csv, count } = await exportLog({
    guildId: '1',
    search: { type: 'panel', older_than: 7 },
    words: sampleWords,
    signal: new AbortController().signal,
    onProgress: (now) => progress.push(now),
  });
  expect(seen.map(({ body }) => body)).toEqual([
    { resource_type: 2, per_page: 500 },
    { resource_type: 2, per_page: 500, older_than: 2 },
  ]);
  expect(progress).toEqual([
    { done: 1, all: 2 },
    { done: 2, all: 2 },
  ]);
  expect(count).toBe(2);
  const about = '2026-03-01T12:00:00.000Z,olive,9,Dashboard,changed the panel Support,Panels,Support,7';
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFTime,Who,User ID,From where,What,Kind,Name,ID,Field,Before,After,Because,Undoes entry,Undone by entry,Entry',
    `${about},Title,"'=B",C,,,,2`,
    `${about},Colour,#000001,#2ecc71,,,,2`,
    `${about},Title,A,"'=B",,,,1`,
    `${about},Colour,#000001,#2ecc71,,,,1`,
    '',
  ]);
});
