import type { Note } from '../erasure/step.ts';

/** A row of a file of the export, as it is written. */
export type Row = Record<string, unknown>;

/** A list as JSON, its rows counted by `note`, of which one row at a time is in memory. */
export async function* jsonList(rows: AsyncIterable<Row>, note: Note): AsyncGenerator<string, void> {
  yield* listed(rows, '', note);
  yield '\n';
}

/** A part of an object: something small, or a list that is read while it is written. */
export type Parts = Readonly<Record<string, AsyncIterable<Row> | (() => Promise<unknown>)>>;

/** An object as JSON, part by part. */
export async function* jsonObject(parts: Parts, note: Note): AsyncGenerator<string, void> {
  let before = '{';
  for (const [name, part] of Object.entries(parts)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    if (typeof part === 'function') yield indented(await part(), '  ');
    else yield* listed(part, '  ', note);
    before = ',';
  }
  yield '\n}\n';
}

async function* listed(rows: AsyncIterable<Row>, margin: string, note: Note): AsyncGenerator<string, void> {
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? '[' : ','}\n${margin}  ${indented(row, `${margin}  `)}`;
    isFirst = false;
    await note(1);
  }
  yield isFirst ? '[]' : `\n${margin}]`;
}

/** Line breaks in texts are escaped, so those that there are lie between values. */
const indented = (value: unknown, margin: string) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${margin}`);
