import { auditActions } from '@tickets/contract/audit/codes';
import { callOf } from '@tickets/testkit/data/access';
import { buildTeam, buildTicket, randomId } from '@tickets/testkit/data/factories';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callBy } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import { listEntries } from '../audit/list.ts';
import { grantOverride, revokeOverride } from '../bot-staff/override.ts';
import { endLapsedDuties } from '../staff/duties.ts';
import { createTeam } from '../teams/teams.ts';

let w: TicketWorld;
let helper: string;
const owner = () => callOf(w.ctx);
beforeEach(async () => {
  w = await startTicketWorld();
  helper = w.sim.world.addUser({ username: 'helper' }).id;
  await w.ctx.db.insertInto('bot_staff').values({ user_id: helper }).execute();
});
afterEach(() => w[Symbol.asyncDispose]());

const letIn = () => grantOverride(owner(), w.guild_id, { time_period: 1 });
const revoke = () => revokeOverride(owner(), w.guild_id);
const asHelper = async () => {
  const access = await loadAccess(w.ctx, w.guild_id, helper);
  if (!access) throw new Error('the server is not known');
  return callBy(w.ctx, access, 'dashboard');
};
const entriesOf = async (filter = {}) => (await listEntries(owner(), w.guild_id, filter)).entries;
const toOwner = () => w.owner.directMessages(w.bot_id);

/** As an earlier version let them: rows that they made. */
async function leaveBehind() {
  const { guild_id, ctx } = w;
  const { ticket_id } = await buildTicket(ctx, { guild_id, status: 'closed', has_transcript: true });
  const webhook_id = '6c1f0d9c-6a0e-4f4e-9d43-0a8c4d6f0f11';
  await ctx.db
    .insertInto('outgoing_webhooks')
    .values({
      webhook_id,
      guild_id,
      url: 'https://hooks.example/x',
      events: ['ticket.opened'],
      secret: Buffer.from('x'),
      made_by: helper,
      created_at: sql`clock_timestamp()`,
    })
    .execute();
  await ctx.db
    .insertInto('transcript_links')
    .values({
      guild_id,
      ticket_id,
      token_hash: Buffer.alloc(32, 7),
      made_by: helper,
      made_at: sql`clock_timestamp()`,
      expires_at: sql`now() + interval '30 days'`,
    })
    .execute();
  await ctx.db
    .insertInto('server_exports')
    .values({
      guild_id,
      asked_by: helper,
      asked_at: sql`clock_timestamp()`,
      contents: 'everything',
      state: 'done',
      file_key: 'k',
      file_expires_at: sql`now() + interval '1 day'`,
    })
    .execute();
  return { webhook_id };
}

async function works() {
  const { rows } = await sql<{ webhook: boolean; link: boolean; file: boolean }>`
    select exists (select from outgoing_webhooks where enabled) as webhook,
      exists (select from transcript_links where revoked_at is null) as link,
      exists (select from server_exports where file_expires_at > clock_timestamp()) as file`.execute(
    w.ctx.db,
  );
  return rows[0];
}
const all = { webhook: true, link: true, file: true };
const none = { webhook: false, link: false, file: false };

describe('when an override ends', () => {
  test('what people of the product made through it and gives access is ended, with entries in the audit log', async () => {
    await letIn();
    await leaveBehind();
    await revoke();
    // Whatever looks first for those who may not share any more.
    await endLapsedDuties(w.ctx, { guild_id: w.guild_id });
    await settleAll(w.ctx);
    expect(await works()).toEqual(none);
    const told = (await entriesOf()).filter(({ because }) => because?.includes('left it behind'));
    expect(told.map(({ action_type, new_data, old_data }) => [action_type, new_data, old_data])).toEqual([
      [auditActions['override.leftovers'], undefined, '{"files":1,"share_links":1}'],
      [auditActions['webhook.update'], '{"enabled":false}', '{"enabled":true}'],
    ]);
    await settleAll(w.ctx);
    expect((await entriesOf()).filter(({ because }) => because?.includes('left it behind'))).toHaveLength(2);
  });

  test('what was made at another time, or by a member with a level, stays', async () => {
    await leaveBehind();
    await letIn();
    await revoke();
    await settleAll(w.ctx);
    // A link ends with its maker's right to share, whenever it was made.
    expect(await works()).toEqual({ ...all, link: false });
    await letIn();
    const later = { made_by: helper };
    await w.ctx.db
      .updateTable('outgoing_webhooks')
      .set({ ...later, created_at: sql`clock_timestamp()` })
      .execute();
    await w.ctx.db
      .updateTable('transcript_links')
      .set({ ...later, made_at: sql`clock_timestamp()`, revoked_at: null })
      .execute();
    await w.ctx.db
      .updateTable('server_exports')
      .set({ asked_by: helper, asked_at: sql`clock_timestamp()` })
      .execute();
    w.sim.world.addMember({ guild_id: w.guild_id, user_id: helper });
    // That they were none before was asked for the link.
    await w.ctx.db.deleteFrom('guild_members').where('user_id', '=', helper).execute();
    await w.ctx.db
      .insertInto('permissions')
      .values({ guild_id: w.guild_id, user_id: helper, admin: true })
      .execute();
    await revoke();
    await settleAll(w.ctx);
    expect(await works()).toEqual(all);
  });

  test('who of the product was named as staff by one of the product alone is so no more; whom the server named stays', async () => {
    const { guild_id, ctx } = w;
    const rightful = randomId();
    await ctx.db.insertInto('bot_staff').values({ user_id: rightful }).execute();
    await letIn();
    for (const user_id of [helper, rightful]) {
      w.sim.world.addUser({ id: user_id });
      await ctx.db
        .insertInto('guild_members')
        .values({ guild_id, user_id })
        .onConflict((oc) => oc.columns(['guild_id', 'user_id']).doUpdateSet({ present: true }))
        .execute();
    }
    const team_id = await buildTeam(ctx, { guild_id, name: 'Left', user_ids: [helper, rightful] });
    const { owner_id } = await ctx.db
      .selectFrom('guilds')
      .where('guild_id', '=', guild_id)
      .select('owner_id')
      .executeTakeFirstOrThrow();
    for (const [about_user_id, user_id] of [
      [helper, helper],
      [rightful, owner_id],
    ] as const)
      await sql`insert into audit_entries (guild_id, user_id, source, action, resource, about_user_id, after)
        values (${guild_id}, ${user_id}, 'dashboard', ${auditActions['member.add']}, 9, ${about_user_id}, '{"kind":"user","team":"Left"}')`.execute(
        ctx.db,
      );
    await revoke();
    await settleAll(ctx);
    // Their channels have followed, too.
    expect(await unsettled(ctx)).toEqual([]);
    const rows = await ctx.db
      .selectFrom('support_team_users')
      .where('team_id', '=', team_id)
      .select('user_id')
      .execute();
    expect(rows).toEqual([{ user_id: rightful }]);
  });

  test('the owner hears in a direct message how much was changed through it, once, and reads it in the audit log', async () => {
    await letIn();
    await createTeam(await asHelper(), w.guild_id, { name: 'Left' });
    await createTeam(owner(), w.guild_id, { name: 'Own' });
    await revoke();
    await settleAll(w.ctx);
    await settleAll(w.ctx);
    expect((await entriesOf({ by_override: true })).map(({ resource_name }) => resource_name)).toEqual([
      'Left',
    ]);
    const told = toOwner();
    expect(told.map(({ embeds }) => embeds[0]?.description)).toEqual([
      expect.stringMatching(
        /The Tickets team was let into \*\*.*\*\* and changed something there\. Changes: 1/,
      ),
    ]);
    expect(JSON.stringify(told[0]?.components)).toContain(`/manage/${w.guild_id}/staffoverride`);
  });

  test('the owner hears nothing where nothing was changed, and of each override when it is replaced', async () => {
    await letIn();
    await revoke();
    await settleAll(w.ctx);
    expect(toOwner()).toEqual([]);
    await letIn();
    await createTeam(await asHelper(), w.guild_id, { name: 'Left' });
    await letIn();
    await settleAll(w.ctx);
    expect(toOwner()).toHaveLength(1);
    await revoke();
    await settleAll(w.ctx);
    expect(toOwner()).toHaveLength(1);
  });
});
