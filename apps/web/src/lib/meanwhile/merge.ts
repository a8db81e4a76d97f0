import { type Json, sameJson, withValueAt } from '@tickets/contract/audit/changes';

/** One field that somebody else changed, while somebody edits it or what stands beside it. */
export interface MetField {
  /** `auto_close.enabled` */
  path: string;
  /** Undefined: there is none any more, or there was none. */
  mine: Json | undefined;
  theirs: Json | undefined;
  /** I changed it as well, and to something else. */
  both: boolean;
}

interface Three {
  base: object;
  mine: object;
  theirs: object;
}

/**
 * What they changed since the base, field by field. Objects are compared by their own fields, lists as wholes, and so
 * are objects that are told to be `whole`, because parts of two of them make no sense together.
 */
export function metFields(
  { base, mine, theirs }: Three,
  isWhole: (path: string) => boolean = () => false,
): MetField[] {
  return compared({ base: jsonOf(base), mine: jsonOf(mine), theirs: jsonOf(theirs) }, '', isWhole);
}

/** What I edited over what they left: of a field that both changed mine, unless theirs was chosen. */
export function mergedOver<T extends object>(
  mine: T,
  fields: readonly MetField[],
  theirsChosen: ReadonlySet<string> = new Set(),
): T {
  const merged = fields
    .filter(({ path, both }) => !both || theirsChosen.has(path))
    .reduce((form, { path, theirs }) => withValueAt(form, path, theirs), jsonOf(mine));
  // Every field has its own value or that of a form of the same kind.
  return merged as T;
}

type Fields = { [key: string]: Json };
interface Values {
  base: Json | undefined;
  mine: Json | undefined;
  theirs: Json | undefined;
}

function compared(values: Values, path: string, isWhole: (path: string) => boolean): MetField[] {
  const { base, mine, theirs } = values;
  if (isObject(base) && isObject(mine) && isObject(theirs) && !isWhole(path)) {
    const keys = new Set([base, mine, theirs].flatMap((fields) => Object.keys(fields)));
    return [...keys].flatMap((key) =>
      compared(
        { base: base[key], mine: mine[key], theirs: theirs[key] },
        path ? `${path}.${key}` : key,
        isWhole,
      ),
    );
  }
  if (sameJson(base, theirs)) return [];
  return [{ path, mine, theirs, both: !sameJson(base, mine) && !sameJson(mine, theirs) }];
}

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Forms hold nothing but what JSON can; what is undefined is not there. */
const jsonOf = (form: object) => JSON.parse(JSON.stringify(form)) as Fields;
