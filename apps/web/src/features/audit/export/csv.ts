/** What a spreadsheet would take for a formula is kept from being one. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);

function cell(value: string): string {
  const text = isFormula(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as RFC 4180 has them, with the mark by which spreadsheets know UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
