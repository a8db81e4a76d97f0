import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '@tickets/core/platform/files/ignore-missing';

/** Two changes of a folder in one step of the file system's clock look like one; the second is seen after this. */
const keptMs = 5_000;

interface Listing {
  changed_at_ms: number;
  until_ms: number;
  names: Promise<ReadonlySet<string>>;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * The files of a folder that may be built again while the program runs. Each folder is listed when it has changed, not when it is
 * asked for: that takes milliseconds where it holds thousands of files. A name is there as it is written and in no other
 * spelling, also where the file system takes others for the same.
 */
export class BuiltFiles {
  readonly #root: string;
  readonly #listings = new Map<string, Listing>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Whether a decoded address names something. It goes no further than what is there, however long the address is. */
  async has(path: string): Promise<boolean> {
    let folder = this.#root;
    for (let from = 1; ; ) {
      const slash = path.indexOf('/', from);
      const name = path.slice(from, slash < 0 ? undefined : slash);
      if (!(await this.#namesIn(folder)).has(name)) return false;
      if (slash < 0) return true;
      folder = join(folder, name);
      from = slash + 1;
    }
  }

  async #namesIn(folder: string): Promise<ReadonlySet<string>> {
    const found = await stat(folder).catch(ignoreMissing);
    if (!found?.isDirectory()) return nothing;
    const known = this.#listings.get(folder);
    const now = performance.now();
    if (known?.changed_at_ms === found.mtimeMs && now < known.until_ms) return known.names;
    const names = readdir(folder).then(
      (all) => new Set(all),
      (error: NodeJS.ErrnoException) => {
        this.#listings.delete(folder);
        return ignoreMissing(error) ?? nothing;
      },
    );
    this.#listings.set(folder, { changed_at_ms: found.mtimeMs, until_ms: now + keptMs, names });
    return names;
  }
}
