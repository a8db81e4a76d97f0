import { createHash } from 'node:crypto';

/** Pictures that follow from an id: the same face for the same person, every time and everywhere. */

const SKIN = ['#f6d7c3', '#eec1a0', '#d9a07a', '#b97a56', '#8d5a3c', '#5f3b29'];
const HAIR = ['#2b2320', '#4a3228', '#7b4a2b', '#b5713a', '#d9b36c', '#8f8f98', '#a4413a', '#3a3f63'];
const DEFAULTS = ['#5865a8', '#747f8d', '#3d9b72', '#c98a2b', '#c4525b', '#a85a9c'];

const HAIR_SHAPES = [
  // short
  'M34 58c-3-26 10-36 30-36s33 10 30 36c-4-14-12-20-30-20s-26 6-30 20z',
  // side part
  'M33 60c-4-30 14-40 34-38 22 1 32 16 27 40-5-10-8-18-22-22-12 8-28 6-34 4-3 5-4 10-5 16z',
  // curls
  'M32 56a11 11 0 0 1 4-18 13 13 0 0 1 16-14 14 14 0 0 1 24 0 13 13 0 0 1 16 14 11 11 0 0 1 4 18c-5-9-10-12-32-12s-27 3-32 12z',
  // bun
  'M64 8a11 11 0 0 1 9 17c15 3 24 15 21 34-4-14-12-20-30-20s-26 6-30 20c-3-19 6-31 21-34a11 11 0 0 1 9-17z',
];
const LONG_HAIR =
  'M30 62c-4-34 14-42 34-42s38 8 34 42l3 40c-8 6-16 6-22 4V60c-6-10-24-10-30 0v46c-6 2-14 2-22-4z';

/** A picker whose choices depend on nothing but the seed. */
function choices(seed: string) {
  const bytes = createHash('sha256').update(seed).digest();
  let at = 0;
  const next = () => bytes[at++ % bytes.length] ?? 0;
  return {
    next,
    pick: <T>(list: readonly T[]): T => list[next() % list.length] as T, // every list here has members
  };
}

function picture(size: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${body}</svg>`;
}

function gradient(hue: number, spread = 40, light = 0.68): string {
  return `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="oklch(${light} 0.13 ${hue})"/><stop offset="1" stop-color="oklch(${light - 0.16} 0.15 ${hue + spread})"/></linearGradient></defs>`;
}

/** The face of a person. */
export function drawFace(seed: string): string {
  const { next, pick } = choices(`face:${seed}`);
  const hue = (next() * 360) / 256;
  const shirt = `oklch(0.55 0.12 ${(hue + 150 + next() / 4) % 360})`;
  const skin = pick(SKIN);
  const hair = pick(HAIR);
  const long = next() % 3 === 0;
  const shape = pick(HAIR_SHAPES);
  const mouth = pick([
    '<path d="M55 80q9 8 18 0" fill="none" stroke="#7a2f2f" stroke-width="3" stroke-linecap="round"/>',
    '<path d="M54 79q10 12 20 0z" fill="#fff" stroke="#7a2f2f" stroke-width="2" stroke-linejoin="round"/>',
    '<path d="M57 82h14" fill="none" stroke="#7a2f2f" stroke-width="3" stroke-linecap="round"/>',
  ]);
  const glasses =
    next() % 4 === 0
      ? '<g fill="none" stroke="#2d2d33" stroke-width="2.5"><circle cx="52" cy="64" r="9"/><circle cx="76" cy="64" r="9"/><path d="M61 63h6"/></g>'
      : '';
  const beard =
    !long && next() % 4 === 0
      ? `<path d="M40 70c0 24 12 30 24 30s24-6 24-30c-4 6-8 5-12 3-8-3-16-3-24 0-4 2-8 3-12-3z" fill="${hair}"/>`
      : '';
  return picture(
    128,
    `${gradient(hue, 40, 0.78)}<rect width="128" height="128" fill="url(#g)"/>` +
      (long ? `<path d="${LONG_HAIR}" fill="${hair}"/>` : '') +
      `<path d="M20 134c0-26 18-36 44-36s44 10 44 36z" fill="${shirt}"/>` +
      `<path d="M54 84h20v16c0 8-20 8-20 0z" fill="${skin}"/><path d="M54 92c6 5 14 5 20 0v4c-6 6-14 6-20 0z" fill="#0002"/>` +
      `<ellipse cx="64" cy="64" rx="27" ry="31" fill="${skin}"/>${beard}` +
      `<circle cx="53" cy="65" r="3.4" fill="#26221f"/><circle cx="75" cy="65" r="3.4" fill="#26221f"/>` +
      `<path d="M48 57q5-3 9 0M71 57q5-3 9 0" fill="none" stroke="${hair}" stroke-width="2.5" stroke-linecap="round"/>` +
      `${mouth}<path d="${shape}" fill="${hair}"/>${glasses}`,
  );
}

/** The face of a program: a ticket with eyes. */
export function drawBot(seed: string): string {
  const { next } = choices(`bot:${seed}`);
  const hue = 250 + (next() * 60) / 256;
  return picture(
    128,
    `${gradient(hue)}<rect width="128" height="128" fill="url(#g)"/>` +
      `<g transform="rotate(-8 64 64)"><path d="M26 40h76a6 6 0 0 1 6 6v8a10 10 0 0 0 0 20v8a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6v-8a10 10 0 0 0 0-20v-8a6 6 0 0 1 6-6z" fill="#fff"/>` +
      `<path d="M86 46v36" stroke="oklch(0.75 0.1 ${hue})" stroke-width="4" stroke-dasharray="5 6" stroke-linecap="round"/>` +
      `<circle cx="44" cy="60" r="5" fill="oklch(0.45 0.16 ${hue})"/><circle cx="66" cy="60" r="5" fill="oklch(0.45 0.16 ${hue})"/>` +
      `<path d="M46 72q9 8 18 0" fill="none" stroke="oklch(0.45 0.16 ${hue})" stroke-width="4" stroke-linecap="round"/></g>`,
  );
}

/** A server's icon: its initials on a colour of its own, over a quiet pattern. */
export function drawGuild(seed: string, name: string): string {
  const { next, pick } = choices(`guild:${seed}`);
  const hue = (next() * 360) / 256;
  const pattern = pick([
    '<circle cx="112" cy="20" r="44" fill="#fff2"/><circle cx="10" cy="122" r="36" fill="#0001"/>',
    '<path d="M0 128 128 0v50L50 128z" fill="#fff2"/>',
    '<path d="M0 96q32-26 64 0t64 0v32H0z" fill="#fff2"/>',
    '<path d="M64-20 148 64 64 148-20 64z" fill="none" stroke="#fff2" stroke-width="22"/>',
  ]);
  return picture(
    128,
    `${gradient(hue, 50, 0.6)}<rect width="128" height="128" fill="url(#g)"/>${pattern}` +
      `<text x="64" y="66" fill="#fff" font-family="system-ui,sans-serif" font-size="${initials(name).length > 1 ? 50 : 60}" font-weight="700" text-anchor="middle" dominant-baseline="central">${initials(name)}</text>`,
  );
}

/** Who has chosen no picture gets one of six plain ones. */
export function drawDefaultAvatar(index: number): string {
  return picture(
    128,
    `<rect width="128" height="128" fill="${DEFAULTS[index % 6]}"/><circle cx="64" cy="52" r="22" fill="#fff"/><path d="M22 116c4-26 20-36 42-36s38 10 42 36z" fill="#fff"/>`,
  );
}

/** A custom emoji: a sticker-like shape with an expression. */
export function drawEmoji(seed: string): string {
  const { next, pick } = choices(`emoji:${seed}`);
  const hue = (next() * 360) / 256;
  const shape = pick([
    '<circle cx="32" cy="32" r="26"/>',
    '<rect x="7" y="7" width="50" height="50" rx="16"/>',
    '<path d="M32 4l8.2 17 18.8 2.600-13.600 13.200 3.300 18.700L32 46.600 15.300 55.500l3.300-18.700L5 23.600 23.800 21z"/>',
    '<path d="M32 57C-4 33 8 6 24 9c5 1 8 6 8 6s3-5 8-6c16-3 28 24-8 48z"/>',
  ]);
  return picture(
    64,
    `${gradient(hue, 30, 0.8)}<g fill="url(#g)">${shape}</g><circle cx="24" cy="28" r="3.5" fill="#222"/><circle cx="40" cy="28" r="3.5" fill="#222"/><path d="M25 37q7 6 14 0" fill="none" stroke="#222" stroke-width="3" stroke-linecap="round"/>`,
  );
}

function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}
