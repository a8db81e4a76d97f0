import { changesBetween } from '@tickets/contract/audit/changes';
import { isCommandName } from '@tickets/contract/platform/command-names';
import { plainProblem } from '@tickets/contract/platform/plain-problems';
import { TagInput } from '@tickets/contract/tags/tags';
import { addToBlacklist } from '../../blacklist/blacklist.ts';
import { checkMayBeBlacklisted } from '../../blacklist/check.ts';
import type { BlacklistEntry } from '../../blacklist/rows.ts';
import { fullAt, ListedRoom } from '../../servers/most.ts';
import { findTag } from '../../tags/rows.ts';
import { listTags, saveTag } from '../../tags/tags.ts';
import { daysKept, keepTranscriptsFor } from '../../transcripts/retention.ts';
import { asFields } from '../../undo/kind.ts';
import { kinds } from '../../undo/kinds.ts';
import { type Item, reasonOf, refusalOf, type SetupEnv } from './items.ts';
import { embedOf } from './panels.ts';
import { noRole } from './teams.ts';

/** Tags, known by their ids. One of the same id is changed. */
export async function* tags(env: SetupEnv): AsyncGenerator<Item, void> {
  const { guild_id, rows } = env;
  let count = Object.keys(await listTags(env.as(), guild_id)).length;
  const room = await ListedRoom.of(env.as().db, guild_id, 'tags');
  for (const row of rows.tags) {
    const left_out: string[] = [];
    const isCommand = row.use_guild_command && env.isOpen('tag_command') && !isCommandName(row.tag_id);
    if (row.use_guild_command && !isCommand)
      left_out.push(
        env.isOpen('tag_command')
          ? 'without its command, whose name the bot has itself'
          : 'without its command, which needs premium',
      );
    const tag = {
      id: row.tag_id,
      content: row.content,
      use_embed: row.embed !== null,
      use_guild_command: isCommand,
      embed: row.embed && embedOf(env, row.embed, left_out),
    };
    const parsed = TagInput.safeParse(tag, { error: plainProblem });
    const item = { entity: 'tags' as const, name: row.tag_id };
    if (!parsed.data) {
      yield { ...item, outcome: 'skip', reason: parsed.error.issues[0]?.message };
      continue;
    }
    const input = parsed.data;
    const reason = reasonOf(left_out);
    const now = await kinds.tag.read(env.as(), guild_id, input.id);
    const { given_id: _, based_on: __, ...wanted } = input;
    const changes =
      now && changesBetween(now.fields, asFields({ ...wanted, use_embed: wanted.embed !== null }));
    const apply = async () => {
      const found = await findTag(env.as().db, guild_id, input.id);
      await saveTag(env.as(), guild_id, { ...input, ...(found && { based_on: found.version }) });
    };
    const full =
      changes && !changes.length
        ? undefined
        : ((changes ? undefined : fullAt('tags', count)) ?? room.take(wanted, now?.fields));
    if (changes && !changes.length) yield { ...item, outcome: 'same', reason };
    else if (full) yield { ...item, outcome: 'skip', reason: full.message };
    else if (changes)
      yield { ...item, outcome: 'change', reason, fields: changes.map(({ path }) => path), apply };
    else {
      count += 1;
      yield { ...item, outcome: 'create', reason, apply };
    }
  }
}

/** Who may open no tickets. Who is on the list already stays on it. */
export async function* blacklist(env: SetupEnv): AsyncGenerator<Item, void> {
  const { guild_id, rows, places } = env;
  const { db } = env.as();
  const people = await db
    .selectFrom('blacklisted_users')
    .where('guild_id', '=', guild_id)
    .select('user_id')
    .execute();
  const roles = await db
    .selectFrom('blacklisted_roles')
    .where('guild_id', '=', guild_id)
    .select('role_id')
    .execute();
  const there = new Set([...people.map(({ user_id }) => user_id), ...roles.map(({ role_id }) => role_id)]);
  const wanted = [
    ...rows.blacklisted_users.map(({ user_id }) => ({ kind: 'user' as const, from: user_id })),
    ...rows.blacklisted_roles.map(({ role_id }) => ({ kind: 'role' as const, from: role_id })),
  ];
  for (const { kind, from } of wanted) {
    const [id, name] =
      kind === 'user'
        ? [from, places.personOf(from)]
        : [places.role(from, 'blacklist'), places.nameOf('role', from)];
    const entity = kind === 'user' ? ('blacklisted_users' as const) : ('guild_blacklisted_roles' as const);
    if (!id) yield { entity, name, outcome: 'skip', reason: noRole };
    else if (there.has(id)) yield { entity, name, outcome: 'same' };
    else {
      const entry: BlacklistEntry = { guild_id, kind, id };
      const reason = await refusalOf(() => checkMayBeBlacklisted(env.as(), entry));
      if (reason) yield { entity, name, outcome: 'skip', reason };
      else
        yield {
          entity,
          name,
          outcome: 'create',
          async apply() {
            await addToBlacklist(env.as(), entry, { in_background: true });
          },
        };
    }
  }
}

/** For how long transcripts are kept. It never shortens what a server with tickets of its own has: that would delete some. */
export async function* retention(env: SetupEnv): AsyncGenerator<Item, void> {
  const { guild_id, rows } = env;
  const [row] = rows.transcript_retention;
  if (!row) return;
  const { db } = env.as();
  const item = { entity: 'retention' as const, name: `${row.days} days` };
  const days = await daysKept(db, guild_id);
  if (days === row.days) {
    yield { ...item, outcome: 'same' };
    return;
  }
  const ticket = await db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .select('ticket_id')
    .limit(1)
    .executeTakeFirst();
  if (row.days < 1 || row.days > 3650)
    yield { ...item, outcome: 'skip', reason: 'transcripts are kept for 1 to 3650 days' };
  else if (ticket && (days === null || days > row.days))
    yield {
      ...item,
      outcome: 'skip',
      reason: 'transcripts of this server are kept for longer, and would be deleted',
    };
  else {
    const as = env.as();
    const { caller } = as;
    if (caller.kind === 'system')
      yield { ...item, outcome: 'skip', reason: 'somebody decides it in the dashboard' };
    else
      yield {
        ...item,
        outcome: days === null ? 'create' : 'change',
        async apply() {
          await keepTranscriptsFor({ ...as, caller }, guild_id, { days: row.days });
        },
      };
  }
}
