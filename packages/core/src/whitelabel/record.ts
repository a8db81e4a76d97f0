import { type ChangedBy, record } from '../audit/record.ts';
import type { Tx } from '../platform/db/db.ts';

/** What somebody does with a bot of theirs is of no server, so none sees it. Never with a token. */
export async function recordWhitelabel(
  tx: Tx,
  by: ChangedBy,
  what: 'create' | 'delete' | 'create_commands' | 'set_status' | 'clear_status' | 'new_token',
  { bot_id, ...change }: { bot_id: string; before?: object; after?: object },
): Promise<void> {
  await record(tx, by, null, {
    action: `whitelabel.${what}`,
    resource: 'whitelabel',
    id: bot_id,
    ...change,
  });
}
