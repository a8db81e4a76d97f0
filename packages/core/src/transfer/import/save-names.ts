import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { storableJson } from '../../platform/db/storable.ts';
import type { Archive } from '../format/archive.ts';

const batch = 1000;

/** Keeps how people are called whom nobody knows here. Those who are known keep the names that Discord told. */
export async function saveNames(db: Db, archive: Archive): Promise<void> {
  let waiting: object[] = [];
  const save = async () => {
    if (!waiting.length) return;
    const json = storableJson(JSON.stringify(waiting));
    waiting = [];
    await sql`
      insert into users (user_id, username, global_name, avatar, bot, updated_at)
      select user_id, username, global_name, avatar, bot, to_timestamp(0)
      from jsonb_populate_recordset(null::users, ${json}::jsonb)
      on conflict do nothing`.execute(db);
  };
  for await (const user of archive.names('users')) {
    waiting.push(user);
    if (waiting.length >= batch) await save();
  }
  await save();
}
