import { multiPanelDefaults } from '@tickets/contract/panels/panel-defaults';
import { AppError } from '@tickets/contract/platform/errors';
import { perServer } from '@tickets/contract/platform/limits';
import { TagInput } from '@tickets/contract/tags/tags';
import type { ImportReport } from '@tickets/contract/transfer/transfer';
import { archiveOf, importArchive } from '@tickets/testkit/archives/archives';
import { Forgery } from '@tickets/testkit/archives/forge';
import { ownedServer } from '@tickets/testkit/data/access';
import { buildChannel, buildGuild, buildPanel } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { createForm, listForms } from '../forms/forms.ts';
import { insertMultiPanel } from '../panels/multi/rows.ts';
import type { Tx } from '../platform/db/db.ts';
import { saveTag } from '../tags/tags.ts';
import { createTeam } from '../teams/teams.ts';
import { listRuns } from '../transfer/import/runs.ts';

let context: TestContext;
let guild_id: string;
let owner: UserCall;
beforeAll(async () => {
  context = await createTestContext({ config: { premium: 'everyone' } });
});
afterAll(() => context.close());
beforeEach(async () => {
  ({ guild_id, owner } = await ownedServer(context.ctx));
});

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const inside = (work: (tx: Tx) => Promise<unknown>) => context.ctx.db.transaction().execute(work);
const refused = 'guild.full_of_these';

test('a server has at most 200 forms, however many are made at once', async () => {
  for (let n = 1; n < perServer.forms; n += 1) await createForm(owner, guild_id, { title: `Form ${n}` });
  const made = Array.from({ length: 4 }, (_, n) =>
    codeOf(createForm(owner, guild_id, { title: `Form ${n}` })),
  );
  expect((await Promise.all(made)).sort()).toEqual(['done', refused, refused, refused]);
});

test('a server has at most 500 teams, however many are made at once', async () => {
  for (let n = 1; n < perServer.support_teams; n += 1)
    await createTeam(owner, guild_id, { name: `Team ${n}` });
  const made = Array.from({ length: 4 }, (_, n) =>
    codeOf(createTeam(owner, guild_id, { name: `Late ${n}` })),
  );
  expect((await Promise.all(made)).sort()).toEqual(['done', refused, refused, refused]);
});

test('a server has at most 100 multi-panels, however many are made at once', async () => {
  const values = { ...multiPanelDefaults, channel_id: '1', panels: [] };
  const another = () => codeOf(inside((tx) => insertMultiPanel(tx, guild_id, values)));
  for (let n = 1; n < perServer.multi_panels; n += 1) expect(await another()).toBe('done');
  expect((await Promise.all([another(), another(), another()])).sort()).toEqual(['done', refused, refused]);
});

describe('all tags of a server', () => {
  /** Six bytes a character in JSON. */
  const long = '\u0001'.repeat(2000);
  const say = (id: string, content: string, based_on?: number) =>
    codeOf(saveTag(owner, guild_id, TagInput.parse({ id, content, use_embed: false, based_on })));
  const versionOf = async (tag_id: string) =>
    (
      await context.ctx.db
        .selectFrom('tags')
        .where('tag_id', '=', tag_id)
        .where('guild_id', '=', guild_id)
        .select('version')
        .executeTakeFirst()
    )?.version;
  const fill = (count: number) =>
    context.ctx.db
      .insertInto('tags')
      .values(Array.from({ length: count }, (_, n) => ({ guild_id, tag_id: `t${n}`, content: long })))
      .execute();

  test('hold as much as one answer may, and none is added or made longer beyond that', async () => {
    await fill(Math.floor(perServer.listed_bytes / 12_200));
    await say('a', 'Hello');
    expect(await say('b', long)).toBe('guild.texts_too_long');
    expect(await say('a', long, await versionOf('a'))).toBe('guild.texts_too_long');
    expect(await versionOf('b')).toBeUndefined();
  });

  test('that hold more, as before there was a bound, can be made shorter', async () => {
    await fill(120);
    expect(await say('b', 'Hello')).toBe('guild.texts_too_long');
    expect(await say('t1', 'Hello', await versionOf('t1'))).toBe('done');
  });
});

test('an import brings as many tags as have room for their texts, and its report says which it leaves out', async () => {
  const { ctx } = context;
  const source = await buildGuild(ctx);
  const archive = await Forgery.of(await archiveOf(ctx, source.guild_id, 'setup'));
  const content = '\u0001'.repeat(1000);
  archive.rows('setup/tags.jsonl', () =>
    Array.from({ length: 190 }, (_, n) => ({
      tag_id: `t${n}`,
      content,
      use_guild_command: false,
      embed: null,
    })),
  );
  const { report } = await importArchive(owner, guild_id, archive.zip(), { preview: true });
  const { entities, items } = report as unknown as ImportReport;
  const { create = 0, skip = 0 } = entities.find(({ entity_type }) => entity_type === 'tags') ?? {};
  expect(create).toBeGreaterThan(140);
  expect(create + skip).toBe(190);
  expect(items.at(-1)).toMatchObject({ outcome: 'skip', reason: expect.stringContaining('1 MB') });
  await importArchive(owner, guild_id, archive.zip());
  const [run] = await listRuns(owner, guild_id);
  expect(run).toMatchObject({ state: 'done', created: create, failed: 0 });
});

test('all multi-panels of a server hold as much as one answer may', async () => {
  const embed = { ...multiPanelDefaults.embed, description: '\u0001'.repeat(4000) };
  const values = { ...multiPanelDefaults, embed, channel_id: '1', panels: [] };
  const another = () => codeOf(inside((tx) => insertMultiPanel(tx, guild_id, values)));
  let count = 0;
  while ((await another()) === 'done') count += 1;
  expect(await another()).toBe('guild.texts_too_long');
  expect(count).toBeGreaterThan(30);
  expect(count).toBeLessThan(perServer.listed_bytes / 24_000);
});

test('an import brings a server with premium to 500 panels, and says which it leaves out', async () => {
  const { ctx } = context;
  const source = await buildGuild(ctx);
  const channel_id = await buildChannel(ctx, { guild_id: source.guild_id, type: 0, name: 'help' });
  await buildChannel(ctx, { guild_id, type: 0, name: 'help' });
  await buildPanel(ctx, { guild_id: source.guild_id, channel_id });
  const archive = await Forgery.of(await archiveOf(ctx, source.guild_id, 'setup'));
  archive.rows('setup/panels.jsonl', ([panel]) =>
    Array.from({ length: 600 }, (_, n) => ({ ...panel, panel_id: n + 1 })),
  );
  const { report } = await importArchive(owner, guild_id, archive.zip(), { preview: true });
  const { entities } = report as unknown as ImportReport;
  expect(entities).toContainEqual({ entity_type: 'panels', create: 500, change: 0, same: 0, skip: 100 });
});

test('an import makes no more forms than have room, says which it leaves out, and shares the room with who makes some meanwhile', async () => {
  const { ctx } = context;
  const source = await buildGuild(ctx);
  const archive = await Forgery.of(await archiveOf(ctx, source.guild_id, 'setup'));
  const forms = Array.from({ length: 300 }, (_, n) => n + 1);
  archive.rows('setup/forms.jsonl', () => forms.map((form_id) => ({ form_id, title: `Form ${form_id}` })));
  archive.rows('setup/form_inputs.jsonl', () =>
    forms.flatMap((form_id) =>
      [1, 2, 3, 4, 5].map((position) => ({
        ...{
          id: form_id * 10 + position,
          form_id,
          position,
          style: 2,
          label: 'W'.repeat(45),
          placeholder: 'p'.repeat(100),
        },
        ...{ required: true, min_length: 0, max_length: 1024 },
      })),
    ),
  );
  const bytes = archive.zip();
  const { problem, report } = await importArchive(owner, guild_id, bytes, { preview: true });
  expect(problem).toBeNull();
  const { entities, items } = report as unknown as ImportReport;
  expect(entities).toContainEqual({ entity_type: 'forms', create: 200, change: 0, same: 0, skip: 100 });
  expect(items.at(-1)).toMatchObject({
    outcome: 'skip',
    reason: expect.stringContaining('has 200 of these'),
  });

  const importing = importArchive(owner, guild_id, bytes);
  const making = Array.from({ length: 3 }, () => codeOf(createForm(owner, guild_id, { title: 'Mine' })));
  expect(await Promise.all(making)).toEqual(['done', 'done', 'done']);
  expect((await importing).state).toBe('done');
  await importArchive(owner, guild_id, bytes);
  const list = await listForms(owner, guild_id);
  expect(list).toHaveLength(perServer.forms);
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(600_000);
}, 180_000);
