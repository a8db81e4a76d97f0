import type pg from 'pg';
import { median } from '../report.ts';

const messages = 500;
const rounds = 5;
const said = 'The parcel that I ordered last week has not arrived, and nobody answers me on the phone.';

/**
 * How many times longer a message takes to be written with the triggers and indexes that let it be found than without the
 * triggers; each in a transaction of its own, in turns.
 */
export async function writeCost(client: pg.Client, guild_id: string): Promise<number> {
  let next = 10_000_000_000n;
  const write = async () => {
    const start = performance.now();
    for (let n = 0; n < messages; n += 1) {
      next += 1n;
      await client.query(
        `insert into ticket_messages (guild_id, ticket_id, message_id, seq, first_seq, author_id, content, created_at)
         values ($1, 1, $2, $2::bigint - 10000000000, $2::bigint - 10000000000, 41, $3, now())`,
        [guild_id, String(next), said],
      );
    }
    return performance.now() - start;
  };
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const found = await write();
    await client.query("set session_replication_role = 'replica'");
    const plain = await write();
    await client.query("set session_replication_role = 'origin'");
    if (round > 0) ratios.push(found / plain);
  }
  return median(ratios);
}
