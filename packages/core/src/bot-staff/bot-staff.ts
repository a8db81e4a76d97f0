import type { BotStaffMember } from '@tickets/contract/bot-staff/bot-staff';
import { sql } from 'kysely';
import { authoriseProduct, type ProductCall } from '../access/product.ts';
import { record } from '../audit/record.ts';
import type { Tx } from '../platform/db/db.ts';
import { type AppEvent, transact } from '../platform/events/events.ts';
import { checkDutiesLater } from '../servers/duties-later.ts';
import { knownUsers, resolveUsers } from '../servers/users.ts';

/** The product's own team, by name. */
export async function listBotStaff(call: ProductCall): Promise<BotStaffMember[]> {
  authoriseProduct(call, 'bot_staff.list');
  const rows = await call.db.selectFrom('bot_staff').select('user_id').orderBy('user_id').execute();
  const ids = rows.map(({ user_id }) => user_id);
  const known = await knownUsers(call.db, ids);
  const names = new Intl.Collator('en');
  return ids
    .map((id) => ({ id, username: known.get(id)?.username ?? 'Unknown User' }))
    .sort((a, b) => names.compare(a.username, b.username));
}

/** Makes somebody one of the product's own team. They need not be known, nor have signed in. */
export async function addBotStaff(call: ProductCall, user_id: string): Promise<void> {
  authoriseProduct(call, 'bot_staff.add');
  await transact(call, async (tx, emit) => {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('bot_staff')
      .values({ user_id })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirstOrThrow();
    if (!added) return;
    await record(tx, call, null, {
      action: 'bot_staff.add',
      resource: 'bot_staff',
      about_user_id: user_id,
      after: {},
    });
    call.log.info({ user_id, by: call.caller.user_id }, 'bot staff added');
    for (const guild_id of await openServers(call, tx)) emit(accessChanged(guild_id, user_id));
  });
  // So that the list can say who that is, or that nobody is found by the id.
  await resolveUsers(call, [user_id]);
}

/** Takes somebody off the product's own team. What they had by it in servers ends at once. */
export async function removeBotStaff(call: ProductCall, user_id: string): Promise<void> {
  authoriseProduct(call, 'bot_staff.remove');
  await transact(call, async (tx, emit) => {
    const { numDeletedRows: removed } = await tx
      .deleteFrom('bot_staff')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    if (!removed) return;
    await record(tx, call, null, {
      action: 'bot_staff.remove',
      resource: 'bot_staff',
      about_user_id: user_id,
      before: {},
    });
    call.log.info({ user_id, by: call.caller.user_id }, 'bot staff removed');
    for (const guild_id of await openServers(call, tx)) {
      await checkDutiesLater(tx, guild_id, [user_id]);
      emit(accessChanged(guild_id, user_id));
    }
  });
}

/** The servers that let the team in now. */
async function openServers({ clock }: ProductCall, tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ guild_id: string }>`
    select guild_id from staff_overrides where expires_at > ${clock.now()} order by guild_id`.execute(tx);
  return rows.map(({ guild_id }) => guild_id);
}

const accessChanged = (guild_id: string, user_id: string): AppEvent => ({
  type: 'access.changed',
  guild_id,
  user_id,
});
