// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { formatSize, imagesFirst } from './files.ts';

describe('files', () => {
  test('pictures come first, the others keep their order', () => {
    const files = [
      { filename: 'notes.txt', content_type: 'text/plain' },
      { filename: 'photo', content_type: 'image/png' },
      { filename: 'old.JPG', content_type: null },
      { filename: 'fake.png', content_type: 'application/octet-stream' },
      { filename: 'drawing.svg', content_type: 'image/svg+xml' },
      { filename: 'moving.GIFV', content_type: null },
      { filename: 'scan.tiff', content_type: 'image/tiff' },
    ];
    expect(imagesFirst(files).map((file) => file.filename)).toEqual([
      'photo',
      'old.JPG',
      'moving.GIFV',
      'notes.txt',
      'fake.png',
      'drawing.svg',
      'scan.tiff',
    ]);
  });

  test.each([
    [0, '0 B'],
    [500, '500 B'],
    [2048, '2 KB'],
    [1536, '1.5 KB'],
    [3 * 1024 ** 2, '3 MB'],
    [5 * 1024 ** 3, '5 GB'],
    [5000 * 1024 ** 3, '5000 GB'],
    [1024 * 1024 - 1, '1 MB'],
  ])('%d bytes read %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
