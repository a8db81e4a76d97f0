/** Base64 of the UTF-8 bytes, so that any path survives. */
export function encodeBase64(text: string): string {
  return base64Of(new TextEncoder().encode(text));
}

/** Base64 that needs no escaping in an address, without its padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Throws on anything that is not base64 of UTF-8 text. */
export function decodeBase64(text: string): string {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
