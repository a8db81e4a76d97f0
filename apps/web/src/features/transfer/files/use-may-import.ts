import { useGuild } from '../../../lib/page/use-guild.ts';
import { useSession } from '../../../lib/session/session.ts';

/** False for whoever is known not to be the owner. As long as it is not known the server decides. */
export function useMayImport(): boolean {
  const { data } = useGuild(2);
  const self = useSession()?.user_data;
  return !data?.owner_id || data.owner_id === self?.id || self?.admin === true;
}
