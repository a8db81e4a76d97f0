import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import type { WhitelabelBots } from '../platform/db/schema.generated.ts';

export type OwnBot = Selectable<WhitelabelBots>;

/** The bot that somebody runs. In a transaction it is held until its end. */
export function findOwnBot(db: Db | Tx, user_id: string): Promise<OwnBot | undefined> {
  return db
    .selectFrom('whitelabel_bots')
    .selectAll()
    .where('user_id', '=', user_id)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
}
