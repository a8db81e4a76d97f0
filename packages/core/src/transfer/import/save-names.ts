import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { storableJson } from '../../platform/db/storable.ts';
import type { Archive } from '../format/archive.ts';

const batch = 1000;

/**
 * Keeps how an archive calls people whom nobody knows here, for the server that imports it: an archive may say anything of
 * anybody. Those who are known keep the names that Discord told.
 */
export async function saveNames(db: Db, guild_id: string, archive: Archive): Promise<void> {
  let waiting: object[] = [];
  const save = async () => {
    if (!waiting.length) return;
    const json = storableJson(JSON.stringify(waiting));
    waiting = [];
    await sql`
      insert into imported_people (guild_id, user_id, username, global_name, avatar, bot)
      select ${guild_id}::bigint, user_id, username, global_name, avatar, bot
      from jsonb_populate_recordset(null::users, ${json}::jsonb) p
      where not exists (select from users u where u.user_id = p.user_id)
      on conflict do nothing`.execute(db);
  };
  for await (const user of archive.names('users')) {
    waiting.push({ ...user, username: readable(user.username), global_name: readable(user.global_name) });
    if (waiting.length >= batch) await save();
  }
  await save();
}

/** Without characters that turn the text after a name round. */
const readable = (name: unknown) =>
  typeof name === 'string' ? name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '') : name;
