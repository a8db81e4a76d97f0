import { deletedUser } from '@tickets/contract/platform/names';
import { sql } from 'kysely';
import { removeUnusedFiles } from '../../files/unused.ts';
import type { Context } from '../../platform/context.ts';
import { forgetSessions } from '../../sessions/sessions.ts';
import { endBotOf } from '../../whitelabel/end.ts';
import { plainColumns } from '../registry/registry.ts';
import { removeExports } from './copies.ts';
import { eraseMentions } from './mentions.ts';
import { eraseMessages } from './messages.ts';
import type { Person } from './person.ts';
import { eraseAdded, eraseStaffEntries } from './staff.ts';
import type { Note, Step } from './step.ts';
import { eraseOrigins, eraseSubjects, eraseTickets } from './tickets.ts';

/**
 * In this order: what is written is found by whose it is, so whose it is goes after it, as does what says who had to do with which
 * ticket; and who watches the erasure stays signed in until all else is done.
 */
export const erasureSteps: readonly Step[] = [
  async (ctx, { user_id }, note) => note(await removeExports(ctx, user_id)),
  eraseOwnBot,
  eraseStaffEntries,
  eraseMessages,
  eraseSubjects,
  eraseOrigins,
  eraseMentions,
  eraseAdded,
  eraseTickets,
  eraseRows,
  eraseFiles,
  eraseSignIns,
];

/** As if they had disabled it: its servers are taken over by the bot that everybody shares. */
async function eraseOwnBot(ctx: Context, { user_id }: Person, note: Note): Promise<void> {
  await note((await endBotOf(ctx, user_id, 'the data of whoever ran the bot was erased')) ? 1 : 0);
}

/** What the registry says of plain columns, and premium, which a server keeps that it was given to. */
async function eraseRows({ db }: Context, { user_id }: Person, note: Note): Promise<void> {
  // What they changed of their own integrations is in words of theirs.
  const { numAffectedRows: own } = await sql`
    delete from audit_entries where guild_id is null and user_id = ${user_id}`.execute(db);
  await note(Number(own ?? 0));
  for (const { table, column, erased } of plainColumns()) {
    const mine = sql`${sql.ref(column)} = ${user_id}`;
    const change =
      erased === 'row'
        ? sql`delete from ${sql.table(table)} where ${mine}`
        : sql`update ${sql.table(table)} set ${sql.ref(column)} = ${deletedUser.id}::bigint where ${mine}`;
    const { numAffectedRows } = await change.execute(db);
    await note(Number(numAffectedRows ?? 0));
  }
  await sql`update entitlements set user_id = null where user_id = ${user_id} and guild_id is not null`.execute(
    db,
  );
  await sql`delete from entitlements where user_id = ${user_id}`.execute(db);
}

/** The rows of their files went with their messages; now the bytes do. */
async function eraseFiles(ctx: Context): Promise<void> {
  await removeUnusedFiles(ctx);
}

async function eraseSignIns(ctx: Context, { user_id }: Person, note: Note): Promise<void> {
  await note(await forgetSessions(ctx, user_id));
  // They were told when they were written; whoever missed them asks the database within seconds.
  await sql`delete from events where event ->> 'user_id' = ${user_id}`.execute(ctx.db);
}
