/** Width and height of a PNG, GIF, JPEG or WebP, read from its head; nothing for other bytes. */
export function imageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 30) return undefined;
  if (view.readUInt32BE(0) === 0x89504e47)
    return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
  if (view.toString('latin1', 0, 3) === 'GIF')
    return { width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
  if (view.readUInt16BE(0) === 0xffd8) return jpegSize(view);
  if (view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP')
    return webpSize(view);
  return undefined;
}

function jpegSize(view: Buffer): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 < view.length && view[at] === 0xff) {
    const marker = view[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    at += 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(view: Buffer): { width: number; height: number } | undefined {
  const format = view.toString('latin1', 12, 16);
  if (format === 'VP8X') return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (format === 'VP8 ')
    return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
  if (format !== 'VP8L') return undefined;
  const bits = view.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
