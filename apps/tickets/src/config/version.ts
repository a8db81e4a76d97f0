import { readFileSync } from 'node:fs';

/** The version of the program, as its manifest says. */
export function programVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
