import { ApiError } from '../api/api.ts';
import type { Edit, SaveOver } from './edits.ts';

/** Somebody else saved meanwhile. Who saves is asked about it, so it is no failure to tell of. */
export const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'save.outdated';

/**
 * Saves unless somebody else saved since the editing began. Where they left nothing that differs, it is saved all the
 * same; otherwise `onMet` is told, and nothing is saved.
 */
export async function saveOver<T extends object, R>(
  { value, base }: Edit<T>,
  how: SaveOver<T, R>,
): Promise<R> {
  try {
    return await how.save(value, base);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    const { meet } = await import('./meet.ts');
    return meet({ value, base }, how, error, saveOver);
  }
}
