import type pg from 'pg';

interface Column {
  name: string;
  type: string;
  required: boolean;
  /** The values that its CHECK names, if it names some. */
  choices: string[] | undefined;
}

interface Table {
  name: string;
  columns: Column[];
  /** Which columns are those of which other table. */
  keys: { table: string; columns: string[]; theirs: string[] }[];
}

type Row = Record<string, unknown>;

const ROWS = 3;
const FIRST_ID = 900_000_000_000_000_000n;

/**
 * Puts rows into every table of a database, whatever schema it stands in, read from the schema itself: so a table of a new
 * migration has rows too, or the test that asks for them says which column it cannot fill. The first row has every column
 * filled. Rules that a column's type does not tell stand in `special`.
 */
export async function fillEveryTable(client: pg.ClientBase): Promise<void> {
  const tables = inOrder(await readTables(client));
  const made = new Map<string, Row[]>();
  for (const table of tables) {
    const rows: Row[] = [];
    for (let n = 0; n < ROWS; n += 1) rows.push(rowOf(table, n, made));
    made.set(table.name, rows);
    for (const row of rows) {
      const names = Object.keys(row);
      await client
        .query(
          `insert into ${table.name} (${names.map((name) => `"${name}"`).join(', ')}) overriding system value
           values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
          Object.values(row),
        )
        .catch((error: unknown) => {
          // Triggers wrote it already, or there may be only one.
          if ((error as { code?: string }).code === '23505') return;
          throw new Error(`a row of ${table.name} cannot be made: ${JSON.stringify(row)}`, { cause: error });
        });
    }
  }
  // Numbers that were given by hand are not counted.
  await client.query(`
    do $$ declare one record; begin
      for one in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and is_identity = 'YES'
      loop
        execute format('select setval(pg_get_serial_sequence(%L, %L), (select max(%I) from %I))',
          one.table_name, one.column_name, one.column_name, one.table_name);
      end loop;
    end $$`);
}

/** How many rows each table has. */
export async function countEveryTable(client: pg.ClientBase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await readTables(client)) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

const idOf = (n: number) => (FIRST_ID + BigInt(n)).toString();

/** What a column may hold where its type does not say it. Those of one table's column are filled in every row. */
const special: Record<string, (n: number) => unknown> = {
  custom_id: (n) => `${n}`.padStart(30, 'c'),
  storage_key: (n) => `${n}`.repeat(64),
  file_key: (n) => `${n + 3}`.repeat(64),
  label: (n) => `label ${n}`,
  'guild_settings.colour_success': () => '#2ecc71',
  'guild_settings.colour_failure': () => '#fc3f35',
  'guild_settings.context_menu_permission_level': (n) => n,
  'guild_settings.support_can_view': () => true,
  'guild_settings.use_threads': (n) => n === 0,
  'tags.tag_id': (n) => `tag-${n}`,
  'support_teams.name': (n) => `team ${n}`,
  'forms.title': (n) => `form ${n}`,
  'installation.is_only_row': () => true,
  'installation.discord': () => 'real',
  'entitlements.guild_id': idOf,
  'tags.content': (n) => `content ${n}`,
  'tickets.continues': (n) => n,
  'tickets.status': (n) => (n === 0 ? 'open' : 'closed'),
};

function rowOf(table: Table, n: number, made: Map<string, Row[]>): Row {
  const row: Row = {};
  for (const column of table.columns) {
    const isFilled = column.required || n === 0 || `${table.name}.${column.name}` in special;
    if (!isFilled) continue;
    row[column.name] = valueFor(table.name, column, n);
  }
  for (const { table: other, columns, theirs } of table.keys) {
    const parent = made.get(other)?.[n];
    columns.forEach((name, index) => {
      const value = parent?.[theirs[index] ?? ''];
      if (name in row) row[name] = value ?? null;
    });
  }
  return row;
}

function valueFor(table: string, { name, type, choices }: Column, n: number): unknown {
  const made = special[`${table}.${name}`] ?? special[name];
  if (made) return made(n);
  if (choices?.length) return choices[n % choices.length];
  if (type.endsWith('[]')) return [];
  switch (type) {
    case 'bigint':
      return idOf(n);
    case 'integer':
    case 'smallint':
      return n + 1;
    case 'boolean':
      return n % 2 === 0;
    case 'timestamp with time zone':
      return new Date(Date.UTC(2026, 0, 2 + n)).toISOString();
    case 'jsonb':
    case 'json':
      return JSON.stringify({ title: `${name} ${n} of ${table}` });
    case 'bytea':
      return Buffer.alloc(32, n + 1);
    case 'uuid':
      return `00000000-0000-4000-8000-00000000000${n}`;
    case 'text':
      return `${name} ${n} \\ "quoted"\tand\nlines \u00e4\u{1f4a1}`;
    case 'tsvector':
      return `'words':${n + 1}`;
    case 'xid8':
      return '7';
    default:
      throw new Error(`nothing is known to put into ${table}.${name}, which is ${type}`);
  }
}

async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'required', a.attnotnull,
          'choices', (select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '[[ ]''?(\\w+)''?(?=::text|[],])', 'g') m)
            from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
              and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(json_build_object('table', k.confrelid::regclass::text,
          'columns', array(select attname::text from unnest(k.conkey) with ordinality u(num, ord)
            join pg_attribute x on x.attrelid = k.conrelid and x.attnum = u.num order by ord),
          'theirs', array(select attname::text from unnest(k.confkey) with ordinality u(num, ord)
            join pg_attribute x on x.attrelid = k.confrelid and x.attnum = u.num order by ord)))
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0), '[]') as keys
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
    order by 1`);
  // A trigger asks for it, and no foreign key.
  rows
    .find(({ name }) => name === 'tickets')
    ?.keys.push({ table: 'panels', columns: ['panel_id'], theirs: ['panel_id'] });
  return rows;
}

/** Those that others name come first. */
function inOrder(tables: readonly Table[]): Table[] {
  const done: Table[] = [];
  let left = [...tables];
  while (left.length) {
    const ready = left.filter(({ name, keys }) =>
      keys.every(({ table }) => table === name || !left.some((other) => other.name === table)),
    );
    if (!ready.length) throw new Error(`tables name each other in a circle: ${left.map(({ name }) => name)}`);
    done.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return done;
}
