/** Escapes that JSON allows and the database refuses: the zero character, and halves of surrogate pairs. */
const suspicious = /\\u(0000|d[89a-f])/i;
/** Every escape, so that `\\u0000` is a backslash with letters behind it. */
const escapes = /\\(?:u(?:0000|d[89ab]..(\\ud[c-f]..)?|d[c-f]..)|.)/gis;

/** JSON without the characters that the database cannot keep. It is not parsed, so it may be as deep as it likes. */
export function storableJson(json: string): string {
  if (!suspicious.test(json)) return json;
  return json.replace(escapes, (found, isPair: string | undefined) => {
    if (isPair || !suspicious.test(found)) return found;
    return found.endsWith('0000') ? '' : '\\ufffd';
  });
}

/** What came from someone else as JSON, as far as the database can keep it. */
export function storable<T>(value: T): T {
  const json = JSON.stringify(value);
  return suspicious.test(json) ? JSON.parse(storableJson(json)) : value;
}
