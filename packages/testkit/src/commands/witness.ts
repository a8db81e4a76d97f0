import { randomBytes } from 'node:crypto';
import type { SimRole } from '@tickets/discord-sim/world/entities';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { sql } from 'kysely';
import type { BotWorld } from '../worlds/bot-world.ts';

/** What messages say that a scene puts up to be pressed: they are no trace of what was done. */
export const standing = 'From earlier';

/** Tells everything that is so in the database and in Discord, when everything that happened has been heard. */
export async function witness(w: BotWorld): Promise<() => Promise<Set<string>>> {
  const hearing = await listener(w);
  const tables = await tablesOf(w);
  return async () => {
    await hearing();
    return new Set([...(await inDatabase(w, tables)), ...inDiscord(w)]);
  };
}

/**
 * What was heard is in the order in which it happened: when what is under way has ended and the bot knows the newest, it
 * knows all.
 */
async function listener(w: BotWorld): Promise<() => Promise<void>> {
  let role: SimRole = w.sim.world.addRole({ guild_id: w.guild_id, name: 'heard' });
  return async () => {
    await w.bot.settled();
    role = updateRole(w.sim.world, role, { name: randomBytes(8).toString('hex') });
    const heard = w.ctx.db.selectFrom('guild_roles').where('name', '=', role.name).select('role_id');
    const deadline = Date.now() + 10_000;
    while (!(await heard.executeTakeFirst())) {
      if (Date.now() > deadline) throw new Error('the bot does not hear what happens');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await w.bot.settled();
  };
}

/** What the bot keeps of who people and roles are, and how often they guessed, is no trace of what was refused. */
const facts = ['users', 'guild_members', 'guild_roles', 'premium_key_misses'];
/** What a process says of itself every second. */
const alive = ['gateway_holders', 'gateway_leases', 'processes'];
const readByParts = ['effects'];

async function tablesOf(w: BotWorld): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(w.ctx.db);
  const left_out = [...facts, ...alive, ...readByParts];
  return rows.map(({ name }) => name).filter((name) => !left_out.includes(name));
}

/**
 * The mark of a message that came and went before it said anything, as "thinking ..." does, is never shown and counts
 * as nothing.
 */
async function inDatabase(w: BotWorld, tables: readonly string[]): Promise<string[]> {
  const parts = tables.map((name) => {
    const heard = name === 'ticket_messages' ? sql`where t.author_id <> 0` : sql``;
    return sql`select ${name} || ' ' || (to_jsonb(t) - 'last_seq')::text as row from ${sql.table(name)} t ${heard}`;
  });
  const jobs = sql`select 'job ' || j.task_identifier || ' ' || coalesce(j.key, '') from graphile_worker.jobs j`;
  // One that makes Discord agree with the row is left wherever Discord did not answer.
  const effects = sql`select 'effect ' || kind || ' ' || key from effects where kind <> 'ticket.channel'`;
  const all = sql<{ row: string }>`${sql.join([...parts, jobs, effects], sql` union all `)}`;
  return (await all.execute(w.ctx.db)).rows.map(({ row }) => row);
}

/** Without what only one person saw, and without the marks that a message leaves when it is gone again. */
function inDiscord({ sim: { world }, guild_id }: BotWorld): string[] {
  const { channels, messages, roles, members, threadMembers, webhooks, bans, commands } = world;
  const all: Record<string, readonly object[]> = {
    channel: channels
      .all()
      .map(({ last_message_id: _, message_count: __, total_message_sent: ___, ...channel }) => channel),
    message: messages
      .all()
      .filter(({ ephemeral_for, content }) => !ephemeral_for && content !== standing)
      .map(({ edited_timestamp: _, ...message }) => message),
    role: roles.all().filter(({ name }) => !/^[0-9a-f]{16}$/.test(name)),
    member: members.in('guild', guild_id),
    thread_member: threadMembers.all(),
    webhook: webhooks.all(),
    ban: bans.all(),
    command: commands.all(),
  };
  return Object.entries(all).flatMap(([kind, rows]) => rows.map((row) => `${kind} ${JSON.stringify(row)}`));
}
