import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { emojiFile } from '@tickets/discord-ui/emoji/emoji-file';
import type { Plugin } from 'vite';
import { emojiPictureUrl } from './src/lib/discord/emoji-picture.ts';

const require = createRequire(import.meta.url);

/** Ships a picture for every emoji, one file each, so that a page fetches those that it shows. */
export function emojiPictures(): Plugin {
  let outDir = '';
  return {
    name: 'tickets:emoji-pictures',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      await mkdir(join(outDir, 'emoji'), { recursive: true });
      await writeFile(join(outDir, 'emoji/licences.txt'), LICENCES);
      const pictures = await readPictures();
      await Promise.all([...pictures].map(([file, svg]) => write(join(outDir, 'emoji', file), svg)));
    },
    configureServer(server) {
      let pictures: Promise<Map<string, string>> | undefined;
      const folder = emojiPictureUrl('').replace('.svg', '');
      server.middlewares.use(folder, async (request, response) => {
        pictures ??= readPictures();
        const svg = (await pictures).get(request.url?.slice(1) ?? '');
        response.statusCode = svg ? 200 : 404;
        response.setHeader('content-type', 'image/svg+xml').end(svg);
      });
    },
  };
}

const LICENCES = `Emojis: Noto Emoji, Google, Apache License 2.0 (https://github.com/googlefonts/noto-emoji)
Flags: flag-icons, Panayiotis Lipiridis, MIT (https://github.com/lipis/flag-icons)
`;

async function write(path: string, svg: string) {
  // The best quality takes twenty times as long and saves a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: svg.length };
  const packed = await promisify(brotliCompress)(svg, { params });
  await Promise.all([writeFile(path, svg), writeFile(`${path}.br`, packed)]);
}

interface IconSet {
  width: number;
  height: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
  aliases?: Record<string, { parent: string }>;
}

interface Emoji {
  emoji: string;
  hexcode: string;
  skins?: Emoji[];
}

/** By the names of their files. Noto has everything but the flags of countries. */
export async function readPictures(): Promise<Map<string, string>> {
  const read = async (name: string) => JSON.parse(await readFile(require.resolve(name), 'utf8'));
  const set: IconSet = await read('@iconify-json/noto/icons.json');
  const names: Record<string, string> = await read('@iconify-json/noto/chars.json');
  const emojis: Emoji[] = await read('emojibase-data/en/data.json');
  const found = await Promise.all(
    emojis
      .flatMap((emoji) => [emoji, ...(emoji.skins ?? [])])
      .map(async ({ emoji, hexcode }) => {
        const code = hexcode.toLowerCase();
        const name = names[code] ?? names[code.replaceAll('-fe0f', '')];
        const svg = name ? drawing(set, name) : (toneSwatch(code) ?? (await countryFlag(emoji)));
        return svg === undefined ? [] : [[emojiFile(emoji), svg] as const];
      }),
  );
  return new Map(found.flat());
}

function drawing(set: IconSet, name: string): string | undefined {
  const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''];
  if (!icon) return undefined;
  const box = `0 0 ${icon.width ?? set.width} ${icon.height ?? set.height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${icon.body}</svg>`;
}

/** The five skin tones by themselves, in the colours that Noto gives them. */
const TONES: Record<string, string> = {
  '1f3fb': '#fadcbc',
  '1f3fc': '#e0bb95',
  '1f3fd': '#bf8f68',
  '1f3fe': '#9b643d',
  '1f3ff': '#70534a',
};

function toneSwatch(code: string): string | undefined {
  const colour = TONES[code];
  return (
    colour &&
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect x="12" y="12" width="104" height="104" rx="20" fill="${colour}"/></svg>`
  );
}

/** Territories whose flag stands under another name. */
const FLAG_NAMES: Record<string, string> = { ac: 'sh-ac', ta: 'sh-ta', ea: 'es' };

/** A flag of three to four in the middle of a square, with round corners. */
async function countryFlag(emoji: string): Promise<string | undefined> {
  const code = countryOf(emoji);
  if (!code) return undefined;
  const path = require.resolve('flag-icons/package.json').replace('package.json', 'flags/4x3');
  const flag = await readFile(join(path, `${FLAG_NAMES[code] ?? code}.svg`), 'utf8').catch(() => undefined);
  const placed = flag?.replace(
    '<svg ',
    '<svg y="80" width="640" height="480" clip-path="inset(0 round 56px)" ',
  );
  return placed && `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640">${placed}</svg>`;
}

/** `de` for two letters, `gb-eng` for a black flag with the letters of a part of a country. */
function countryOf(emoji: string): string | undefined {
  const codes = Array.from(emoji, (character) => character.codePointAt(0) ?? 0);
  const isLetter = (code: number) => code >= 0x1f1e6 && code <= 0x1f1ff;
  if (codes.length === 2 && codes.every(isLetter)) {
    return String.fromCharCode(...codes.map((code) => code - 0x1f1e6 + 0x61));
  }
  if (codes[0] !== 0x1f3f4 || (codes[1] ?? 0) < 0xe0000) return undefined;
  const letters = String.fromCharCode(...codes.slice(1, -1).map((code) => code - 0xe0000));
  return `${letters.slice(0, 2)}-${letters.slice(2)}`;
}
