import { DiscordError } from '../../errors.ts';
import { isObject } from '../call.ts';

interface Tree {
  _errors?: { code: string; message: string }[];
  [key: string]: Tree | { code: string; message: string }[] | undefined;
}

/** Path to a field, such as `embeds.0.title`. */
export type Path = string;

/** Collects every problem of a body and refuses it once, in Discord's nested shape. */
export class Form {
  #errors: Tree | undefined;
  readonly #home: string | undefined;

  /** `home`: the simulator's own address. Links to it pass, as Discord takes links to itself. */
  constructor(home?: string) {
    this.#home = home;
  }

  fail(path: Path, code: string, message: string): void {
    this.#errors ??= {};
    let node = this.#errors;
    for (const step of path === '' ? [] : path.split('.')) {
      node[step] ??= {};
      node = node[step] as Tree; // steps are field names, never `_errors`
    }
    node._errors ??= [];
    node._errors.push({ code, message });
  }

  missing(path: Path): void {
    this.fail(path, 'BASE_TYPE_REQUIRED', 'This field is required');
  }

  /** A text between two lengths, counted as Discord counts: in code points. */
  text(
    value: unknown,
    path: Path,
    limits: { min?: number; max: number; required?: boolean },
  ): string | undefined {
    if (value === undefined || value === null) {
      if (limits.required) this.missing(path);
      return undefined;
    }
    if (typeof value !== 'string') {
      this.fail(path, 'STRING_TYPE_CONVERT', 'Could not interpret value as string.');
      return undefined;
    }
    const { min = 0, max } = limits;
    const size = lengthOf(value);
    if (size > max || size < min) this.badLength(path, min, max);
    return value;
  }

  integer(value: unknown, path: Path, limits: { min?: number; max?: number }): number | undefined {
    if (value === undefined || value === null) return undefined;
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      this.fail(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not int.`);
      return undefined;
    }
    if (limits.min !== undefined && number < limits.min) {
      this.fail(path, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${limits.min}.`);
    }
    if (limits.max !== undefined && number > limits.max) {
      this.fail(path, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${limits.max}.`);
    }
    return number;
  }

  list(value: unknown, path: Path, limits: { min?: number; max: number }): unknown[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.fail(path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
      return [];
    }
    const { min = 0, max } = limits;
    if (value.length > max || value.length < min) this.badLength(path, min, max);
    return value;
  }

  object(value: unknown, path: Path): Record<string, unknown> | undefined {
    if (value === undefined || value === null) return undefined;
    if (isObject(value)) return value;
    this.fail(path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType');
    return undefined;
  }

  choice<T>(value: unknown, path: Path, choices: readonly T[]): T | undefined {
    if (value === undefined || value === null) return undefined;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) {
      const names = choices.map((choice) => JSON.stringify(choice)).join(', ');
      this.fail(path, 'BASE_TYPE_CHOICES', `Value must be one of {${names}}.`);
    }
    return found;
  }

  /**
   * An address. Discord takes only hosts with a dot in them: a machine's bare name is refused, an IPv4 address is not.
   * Its documents do not say so; https://github.com/go-gitea/gitea/issues/11124 and
   * https://github.com/bugsink/bugsink/issues/280 show it. An empty text is an address without a scheme:
   * https://github.com/discord/discord-api-docs/issues/5837
   */
  url(value: unknown, path: Path, schemes: readonly string[]): string | undefined {
    const text = this.text(value, path, { max: 2048 });
    if (text === undefined) return undefined;
    const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^\s/?#]+)\S*$/i.exec(text) ?? [];
    if (!schemes.includes(scheme.toLowerCase())) {
      const given = /^[^:/?#\s]*(?=:)/.exec(text)?.[0] ?? '';
      const names = schemes.map((name) => `'${name}'`).join(', ');
      const message = `Scheme "${given}" is not supported. Scheme must be one of (${names}).`;
      this.fail(path, 'URL_TYPE_INVALID_SCHEME', message);
    }
    const isWeb = /^https?$/i.test(scheme);
    const isHome = this.#home !== undefined && text.startsWith(`${this.#home}/`);
    const hasDot = /[^.]\.[^.]/.test(host.replace(/^.*@/, '').replace(/:\d*$/, ''));
    if (!scheme || (isWeb && !hasDot && !isHome))
      this.fail(path, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
    return text;
  }

  badLength(path: Path, min: number, max: number): void {
    const text =
      min > 0 ? `Must be between ${min} and ${max} in length.` : `Must be ${max} or fewer in length.`;
    this.fail(path, min > 0 ? 'BASE_TYPE_BAD_LENGTH' : 'BASE_TYPE_MAX_LENGTH', text);
  }

  get isClean(): boolean {
    return this.#errors === undefined;
  }

  done(): void {
    if (this.#errors) throw new DiscordError(400, 50035, 'Invalid Form Body', this.#errors);
  }
}

/** Refuses a body for one problem that shows only after its fields were read. */
export function refuseForm(path: Path, code: string, message: string): never {
  const form = new Form();
  form.fail(path, code, message);
  form.done();
  throw new Error('a form with a problem is never clean');
}

export function lengthOf(text: string): number {
  return [...text].length;
}
