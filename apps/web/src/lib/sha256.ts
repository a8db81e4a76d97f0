/**
 * SHA-256 (FIPS 180-4). Browsers have their own in `crypto.subtle`, but only on https and localhost, and a dashboard in
 * somebody's home network is neither.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const view = new DataView(padded(message).buffer);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [at(words, i - 15), at(words, i - 2)];
      const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
    }
    mix(state, words);
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) hash.setUint32(i * 4, word);
  return new Uint8Array(hash.buffer);
}

/** The fractions of the cube roots of the first 64 primes, and of the square roots of the first eight. */
const ROUND = new Uint32Array(64);
const START = new Uint32Array(8);
for (let number = 2, found = 0; found < 64; number++) {
  let isPrime = true;
  for (let by = 2; by * by <= number; by++) if (number % by === 0) isPrime = false;
  if (!isPrime) continue;
  if (found < 8) START[found] = (Math.sqrt(number) % 1) * 2 ** 32;
  ROUND[found++] = (Math.cbrt(number) % 1) * 2 ** 32;
}

/** The message, a one, and zeros up to its length in bits at the end of a block. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(blocks * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return bytes;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const first = h + s1 + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(words, i);
    const second = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word;
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const at = (words: Uint32Array, i: number): number => words[i] ?? 0;
