/** Where the bytes of an entry lie in a zip, and how they are packed. */
export interface Entry {
  relativeOffsetOfLocalHeader: number;
  compressedSize: number;
  uncompressedSize: number;
  compressionMethod: number;
}

/** The entries of a zip by name: numbers in four arrays, because there may be a quarter of a million of them. */
export class Directory {
  readonly #places = new Map<string, number>();
  readonly #offsets: Float64Array;
  readonly #packed: Float64Array;
  readonly #unpacked: Float64Array;
  readonly #methods: Uint16Array;

  /** `entries_max` is what the zip says of itself, and may be more than it holds. */
  constructor(entries_max: number) {
    this.#offsets = new Float64Array(entries_max);
    this.#packed = new Float64Array(entries_max);
    this.#unpacked = new Float64Array(entries_max);
    this.#methods = new Uint16Array(entries_max);
  }

  add(name: string, entry: Entry): void {
    const place = this.#places.size;
    this.#places.set(name, place);
    this.#offsets[place] = entry.relativeOffsetOfLocalHeader;
    this.#packed[place] = entry.compressedSize;
    this.#unpacked[place] = entry.uncompressedSize;
    this.#methods[place] = entry.compressionMethod;
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  get(name: string): Entry | undefined {
    const place = this.#places.get(name);
    return place === undefined ? undefined : this.#at(place);
  }

  names(): Iterable<string> {
    return this.#places.keys();
  }

  /** Of two entries that share bytes, the later one; else the first one that ends behind `file_bytes`. Undefined: all lie apart. */
  misplaced(file_bytes: number, header_bytes: number): { name: string; is_cut_off: boolean } | undefined {
    const order = Uint32Array.from(this.#places.values()).sort(
      (a, b) => (this.#offsets[a] ?? 0) - (this.#offsets[b] ?? 0),
    );
    let end = 0;
    for (const place of order) {
      const from = this.#offsets[place] ?? 0;
      if (from < end) return { name: this.#nameAt(place), is_cut_off: false };
      end = from + header_bytes + (this.#packed[place] ?? 0);
      if (end > file_bytes) return { name: this.#nameAt(place), is_cut_off: true };
    }
    return undefined;
  }

  #at(place: number): Entry {
    return {
      relativeOffsetOfLocalHeader: this.#offsets[place] ?? 0,
      compressedSize: this.#packed[place] ?? 0,
      uncompressedSize: this.#unpacked[place] ?? 0,
      compressionMethod: this.#methods[place] ?? 0,
    };
  }

  #nameAt(wanted: number): string {
    for (const [name, place] of this.#places) if (place === wanted) return name;
    return '';
  }
}
