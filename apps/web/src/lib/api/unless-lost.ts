import { translate } from '../page/translate.ts';
import { ApiError } from './api.ts';

/**
 * Asks, and gives up when the network goes or the patience ends: on a connection that was cut an answer may never come.
 */
export async function unlessLost<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  patience_ms: number,
): Promise<T> {
  const lost = new AbortController();
  const giveUp = () => lost.abort();
  const timer = window.setTimeout(giveUp, patience_ms);
  window.addEventListener('offline', giveUp);
  try {
    return await ask(lost.signal);
  } catch (error) {
    if (!lost.signal.aborted) throw error;
    throw new ApiError(0, { error: translate('common.error.unreachable') }, { cause: error });
  } finally {
    window.clearTimeout(timer);
    window.removeEventListener('offline', giveUp);
  }
}
