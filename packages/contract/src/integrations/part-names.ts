/** The name of a placeholder or a secret, as it can stand between percent signs. */
export const placeholderName = (typed: string): string => typed.replace(/\s/g, '_').replaceAll('%', '');

/** The name of a header: without spaces. */
export const headerName = (typed: string): string => typed.replace(/\s/g, '-');

/** Headers that the call itself sets, or that would say something of it that is not so. */
const ownHeaders = new Set([
  'user-agent',
  'x-real-ip',
  'cache-control',
  'content-type',
  'content-length',
  'expect',
  'max-forwards',
  'pragma',
  'range',
  'te',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'accept',
  'from',
  'referer',
  // Of the connection itself.
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'proxy-authorization',
  'accept-encoding',
]);
const ownPrefixes = ['x-forwarded-', 'x-proxy-', 'cf-'];

/** Whether an integration may not send a header of this name. */
export function isOwnHeader(name: string): boolean {
  const small = name.toLowerCase();
  return ownHeaders.has(small) || ownPrefixes.some((prefix) => small.startsWith(prefix));
}

/**
 * An answer in which each placeholder finds its value: dots mean nesting. Undefined where no answer can have all of them,
 * because one path ends where another goes on.
 */
export function exampleAnswer(paths: readonly string[]): Record<string, unknown> | undefined {
  const answer: Record<string, unknown> = Object.create(null);
  for (const path of paths) {
    if (!path) continue;
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let object = answer;
    for (const key of keys) {
      object[key] ??= Object.create(null);
      const inner = object[key];
      if (typeof inner !== 'object' || inner === null) return undefined;
      object = inner as Record<string, unknown>; // only objects and the ellipsis are put in
    }
    if (typeof object[last] === 'object') return undefined;
    object[last] = '...';
  }
  return answer;
}
