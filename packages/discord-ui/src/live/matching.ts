interface Findable {
  label: string;
  /** Words by which it is found beside its label. */
  search?: string | undefined;
}

/** Those that have a text in their words. */
export function matching<C extends Findable>(choices: readonly C[], text: string): C[] {
  const wanted = text.toLowerCase();
  return choices.filter(({ label, search = '' }) => `${label} ${search}`.toLowerCase().includes(wanted));
}
