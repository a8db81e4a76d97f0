/** "#2ecc71", "2ecc71" and "#2e7" -> 3066993; undefined for anything else. */
export function intFromHex(text: string): number | undefined {
  const hex = normaliseHex(text);
  return hex === undefined ? undefined : Number.parseInt(hex.slice(1), 16);
}

/** The same colour as "#rrggbb" in lower case; undefined when the text is no colour. */
export function normaliseHex(text: string): string | undefined {
  const match = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim());
  const digits = match?.[1]?.toLowerCase();
  if (!digits) return undefined;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
