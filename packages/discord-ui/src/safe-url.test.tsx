import { expect, test } from 'vitest';
import { fileUrl, isOwnFile } from './safe-url.ts';

test("a file of the page's own server has an address below it, however the browser reads what was written", () => {
  for (const own of ['/files/a.b', '/image-proxy?token=a.b', `blob:${location.origin}/1`])
    expect([own, isOwnFile(own), fileUrl(own)]).toEqual([own, true, own]);
  const foreign = [
    '//evil.example/i.png',
    '/\\evil.example/i.png',
    '/\t/evil.example/i.png',
    '/\n\\evil.example',
  ];
  for (const url of [
    ...foreign,
    'blob:https://evil.example/1',
    'javascript:alert(1)',
    '',
    '/\\',
    'files/a.b',
  ])
    expect([url, isOwnFile(url), fileUrl(url)]).toEqual([url, false, undefined]);
});
