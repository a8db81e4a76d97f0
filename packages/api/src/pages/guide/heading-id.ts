/** By what an address names a heading: "Who may do what" is `who-may-do-what`. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '');
}
