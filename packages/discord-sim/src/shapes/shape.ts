type OptionalKey<T, K extends keyof T> = object extends Pick<T, K> ? true : false;

/**
 * By key: whether an object has it. What the types of discord-api-types require is `always` there, or `never` where
 * Discord's documents know better than the types. What they leave open is `always` or `sometimes` there, as the
 * documents have it, or `never` where the simulator has no such thing.
 */
export type Keys<T> = {
  [K in keyof T]-?: OptionalKey<T, K> extends true ? 'always' | 'sometimes' | 'never' : 'always' | 'never';
};

export interface Shape {
  keys: Readonly<Record<string, 'always' | 'sometimes' | 'never'>>;
  /** The shapes of what is inside, by key. Lists are checked item by item. */
  inside: Readonly<Record<string, Shape | ((value: object) => Shape)>>;
}

/** The compiler holds the keys against a type of Discord's: one that is forgotten or invented does not compile. */
export function shapeOf<T extends object>() {
  return (keys: Keys<T>, inside: { [K in keyof T]?: Shape | ((value: object) => Shape) } = {}): Shape => ({
    keys,
    inside: inside as Shape['inside'], // without the absent ones
  });
}

/** The same shape with keys that Discord's documents have and the types lack, or in another place. */
export function withKeys(shape: Shape, keys: Shape['keys'], inside: Shape['inside'] = {}): Shape {
  return { keys: { ...shape.keys, ...keys }, inside: { ...shape.inside, ...inside } };
}

/** What is missing in a value as it went over the wire, and what is too much in it, by path. */
export function differences(shape: Shape, value: unknown, path: string): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => differences(shape, item, `${path}[]`));
  if (typeof value !== 'object') return [`${path} is not an object`];
  const found = Object.entries(shape.keys).flatMap(([key, mark]) => {
    if (mark === 'always' && !(key in value)) return [`${path} lacks ${key}`];
    if (mark === 'never' && key in value) return [`${path} has ${key}`];
    return [];
  });
  for (const [key, inner] of Object.entries(value)) {
    if (!(key in shape.keys)) found.push(`${path} has ${key}`);
    const next = shape.inside[key];
    if (!next) continue;
    for (const item of [inner].flat()) {
      if (item === null || typeof item !== 'object') continue;
      found.push(...differences(typeof next === 'function' ? next(item) : next, item, `${path}.${key}`));
    }
  }
  return [...new Set(found)];
}
