import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = [
  join(import.meta.dirname, 'src'),
  join(import.meta.dirname, '../../packages/discord-ui/src'),
];

/** The files of styles, in an order that every build of the same sources finds. */
const sheets = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.module.css'))
      .sort()
      .map((name) => join(folder, name)),
  ).map((path, at) => [path, at.toString(36)]),
);

/** `title` of the tenth file is `title-a`: what chance makes packs badly, and each name stands in a script and a sheet. */
export function shortName(local: string, path: string): string {
  const sheet = sheets.get(path);
  if (sheet === undefined) throw new Error(`${path} is not in ${FOLDERS.join(' or ')}`);
  return `${local}-${sheet}`;
}
