import { ApiError, call } from '../api/api.ts';
import { storeLevels } from './levels.ts';
import { storeGuilds } from './session.ts';

/** Asks the server for the list again and keeps it. */
export async function reloadServers(): Promise<'refreshed' | 'sign_in_again' | 'refused'> {
  const answer = await call('user.reload_guilds').catch((error: unknown) => {
    // The same demand may come with an error status.
    if (error instanceof ApiError && error.body.reauthenticate_required === true) {
      return { success: false, reauthenticate_required: true, guilds: undefined };
    }
    throw error;
  });
  if (!answer.success) return answer.reauthenticate_required ? 'sign_in_again' : 'refused';
  storeGuilds(answer.guilds ?? []);
  // Whoever asks anew does not mean what was so a minute ago.
  storeLevels({});
  return 'refreshed';
}
