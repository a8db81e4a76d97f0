import { auditActions } from '@tickets/contract/audit/codes';
import { type RawBuilder, sql } from 'kysely';
import { accessOf } from '../access/access.ts';
import { loadAccessFacts } from '../access/load.ts';
import { productTeam } from '../access/product-team.ts';
import { record } from '../audit/record.ts';
import { switchOffBecause } from '../outgoing-webhooks/switch-off.ts';
import type { Context } from '../platform/context.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { transact } from '../platform/events/events.ts';
import { overrideLeftovers } from '../servers/duties-later.ts';
import { endLapsedLinks } from '../staff/lapsed-links.ts';
import { takeOffStaff } from '../staff/left.ts';

const because = 'the Tickets team left it behind when a staff override ended';
const by = { user_id: null, source: 'system' as const, because };

/**
 * Ends what gives access or takes data out, and was made by people whom nothing but an override had let in. Of what is done
 * today nothing is left, because such actions are refused to them (`outlasts` in the table of actions); this is for what
 * earlier versions let them make, and holds whatever else may come. Safe to repeat.
 */
export const leftovers: EffectKind = {
  name: overrideLeftovers.name,
  lockOf: ({ guild_id }) => `override.leftovers:${guild_id}`,
  async settle(ctx, { guild_id }) {
    const named = await namedByEachOther(ctx, guild_id);
    for (const id of named)
      await transact(ctx, (tx, emit) => takeOffStaff(tx, emit, { guild_id, kind: 'user', id }, because));
    const makers = await makersWithoutLevel(ctx, guild_id);
    if (makers.length) await endWhatTheyMade(ctx, guild_id, makers);
    await endLapsedLinks(ctx, guild_id, { isCounted: true });
    return undefined;
  },
};

/** Whether an override lasted at that time, as far as the audit log goes back. */
const isWhileLetIn = (guild_id: string, at: RawBuilder<unknown>) => sql<boolean>`coalesce((
  select o.action = ${auditActions['override.grant']} from audit_entries o
  where o.guild_id = ${guild_id} and o.created_at <= ${at}
    and o.action in (${auditActions['override.grant']}, ${auditActions['override.end']})
  order by o.entry_id desc limit 1), false)`;

/** What people of the product's own team are in a server by themselves: without an override, and without what names them there if it is not to count. */
async function ownLevel(ctx: Context, guild_id: string, user_id: string, { named }: { named: boolean }) {
  const facts = await loadAccessFacts(ctx, guild_id, user_id);
  if (!facts) return 0;
  const mine = named ? facts : { ...facts, user_entry: { admin: false, support: false }, user_team_ids: [] };
  return accessOf({ ...mine, is_override_staff: false }).level;
}

/** Those of the product's own team whom only others of it named as staff while an override lasted. */
async function namedByEachOther(ctx: Context, guild_id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; by: string | null; let_in: boolean }>`
    select distinct a.about_user_id as user_id, a.user_id as by, ${isWhileLetIn(guild_id, sql`a.created_at`)} as let_in
    from audit_entries a
    where a.guild_id = ${guild_id} and a.action = ${auditActions['member.add']}
      and a.about_user_id in (${productTeam(ctx)})
      and exists (
        select from permissions p where p.guild_id = a.guild_id and p.user_id = a.about_user_id
        union all
        select from support_team_users u join support_teams t using (team_id)
          where t.guild_id = a.guild_id and u.user_id = a.about_user_id)`.execute(ctx.db);
  const namings = Map.groupBy(rows, ({ user_id }) => user_id);
  const isRightful = async (user_id: string | null, asked: readonly string[]): Promise<boolean> => {
    if (user_id === null || (await ownLevel(ctx, guild_id, user_id, { named: false })) === 2) return true;
    if (asked.includes(user_id)) return false;
    if ((await ownLevel(ctx, guild_id, user_id, { named: true })) < 2) return false;
    return hasRightfulNaming(user_id, [...asked, user_id]);
  };
  const hasRightfulNaming = async (user_id: string, asked: readonly string[]): Promise<boolean> => {
    const theirs = namings.get(user_id) ?? [];
    // Who was named before there was an audit log may have been named by anyone.
    if (!theirs.length) return true;
    for (const { by: namer, let_in } of theirs) if (!let_in || (await isRightful(namer, asked))) return true;
    return false;
  };
  const found: string[] = [];
  for (const user_id of namings.keys())
    if (!(await hasRightfulNaming(user_id, [user_id]))) found.push(user_id);
  return found;
}

const things = {
  outgoing_webhooks: { maker: sql`made_by`, at: sql`outgoing_webhooks.created_at`, works: sql`enabled` },
  transcript_links: {
    maker: sql`made_by`,
    at: sql`transcript_links.made_at`,
    works: sql`revoked_at is null and expires_at > clock_timestamp()`,
  },
  server_exports: {
    maker: sql`asked_by`,
    at: sql`server_exports.asked_at`,
    works: sql`file_expires_at > clock_timestamp()`,
  },
  transcript_downloads: {
    maker: sql`asked_by`,
    at: sql`transcript_downloads.asked_at`,
    works: sql`file_expires_at > clock_timestamp()`,
  },
} as const;

/** The condition on rows of a kind that work yet, and were made by these people while an override lasted. */
const leftBehind = (
  guild_id: string,
  kind: keyof typeof things,
  makers: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { maker, at, works } = things[kind];
  return sql`guild_id = ${guild_id} and ${works} and ${maker} in (${makers}) and ${isWhileLetIn(guild_id, at)}`;
};

/** Those of the product's own team who left something behind here, and have no level in the server by themselves. */
async function makersWithoutLevel(ctx: Context, guild_id: string): Promise<string[]> {
  const kinds = Object.keys(things) as (keyof typeof things)[]; // Its keys are the names.
  const { rows } = await sql<{ user_id: string }>`${sql.join(
    kinds.map(
      (kind) =>
        sql`select ${things[kind].maker} as user_id from ${sql.table(kind)} where ${leftBehind(guild_id, kind, productTeam(ctx))}`,
    ),
    sql` union `,
  )}`.execute(ctx.db);
  const levels = await Promise.all(
    rows.map(({ user_id }) => ownLevel(ctx, guild_id, user_id, { named: true })),
  );
  return rows.filter((_, index) => levels[index] === 0).map(({ user_id }) => user_id);
}

async function endWhatTheyMade(ctx: Context, guild_id: string, makers: readonly string[]): Promise<void> {
  const of = (kind: keyof typeof things) =>
    leftBehind(guild_id, kind, sql`select unnest(${makers}::bigint[])`);
  await ctx.db.transaction().execute(async (tx) => {
    const webhooks = await sql<{ webhook_id: string }>`
      select webhook_id from outgoing_webhooks where ${of('outgoing_webhooks')} order by webhook_id`.execute(
      tx,
    );
    for (const { webhook_id } of webhooks.rows)
      await switchOffBecause(tx, { guild_id, webhook_id }, { because });
    const links = await sql`
      update transcript_links set revoked_at = clock_timestamp() where ${of('transcript_links')} returning 1`.execute(
      tx,
    );
    let files = 0;
    // They go at the next look for files whose time is over.
    for (const kind of ['server_exports', 'transcript_downloads'] as const) {
      const { rows } = await sql`
        update ${sql.table(kind)} set file_expires_at = clock_timestamp() where ${of(kind)} returning 1`.execute(
        tx,
      );
      files += rows.length;
    }
    if (links.rows.length || files)
      await record(tx, by, guild_id, {
        action: 'override.leftovers',
        resource: 'override',
        before: { share_links: links.rows.length, files },
      });
  });
}
