/** The type of a picture by its first bytes, whatever its sender calls it; undefined for all but those that a browser may show. */
export function pictureType(bytes: Buffer): string | undefined {
  const begin = bytes.subarray(0, 16).toString('latin1');
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(begin)) return 'image/gif';
  if (begin.startsWith('RIFF') && begin.slice(8, 12) === 'WEBP') return 'image/webp';
  if (/^ftypavi[fs]$/.test(begin.slice(4, 12))) return 'image/avif';
  return undefined;
}
