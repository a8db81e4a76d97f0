import type { OutdatedDetails } from '@tickets/contract/audit/audit';
import type { ApiError } from '../api/api.ts';
import type { Edit, SaveOver } from './edits.ts';
import { metFields } from './merge.ts';

/** Saves over what they left where that makes no difference; otherwise tells whom one met, and what stands there now. */
export async function meet<T extends object, R>(
  { value, base }: Edit<T>,
  how: SaveOver<T, R>,
  refusal: ApiError,
  saveOver: (edit: Edit<T>, how: SaveOver<T, R>) => Promise<R>,
): Promise<R> {
  const { read, onMet, contentOf = (of: T): object => of } = how;
  const theirs = await read();
  const isLike = (other: T) =>
    theirs && metFields({ base: contentOf(other), mine: {}, theirs: contentOf(theirs.value) }).length === 0;
  // Over a version that is no other than the refused one it would be refused again.
  if (theirs && theirs.version !== base.version && (isLike(base.value) || isLike(value)))
    return saveOver({ value, base: theirs }, how);
  // The contract promises these details for this error.
  const { changed = [] } = refusal.body as Partial<OutdatedDetails>;
  onMet({ base: base.value, mine: value, theirs, changed });
  throw refusal;
}
