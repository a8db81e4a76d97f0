import { auditActions } from '@tickets/contract/audit/codes';
import { formInputDefaults } from '@tickets/contract/forms/form-limits';
import { AppError } from '@tickets/contract/platform/errors';
import type { ImportReport } from '@tickets/contract/transfer/transfer';
import { archiveOf, asFile, importArchive } from '@tickets/testkit/archives/archives';
import { callAs } from '@tickets/testkit/data/access';
import { buildMember, buildPanel } from '@tickets/testkit/data/factories';
import { everything } from '@tickets/testkit/permissions/use-cases';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { addServer, fillPlaces, fillServer, type Places } from '@tickets/testkit/worlds/filled-server';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { listEntries } from '../audit/list.ts';
import { createForm, listForms } from '../forms/forms.ts';
import { saveFormInputs } from '../forms/save-inputs.ts';
import { withFacts } from '../platform/facts.ts';
import { getSettings } from '../settings/read.ts';
import { updateSettings } from '../settings/save.ts';
import { checkCopy, listCopySources, prepareCopy, startCopy } from './copies.ts';
import { importByOperator } from './import/by-operator.ts';
import { listRuns } from './import/runs.ts';
import { findUpload } from './import/upload-rows.ts';
import { checkImport, confirmImport, startImport } from './import/uploads.ts';
import { workOnServer } from './import/work.ts';

let w: TicketWorld;
let from: Places;
let archive: Buffer;
beforeAll(async () => {
  w = await startTicketWorld();
  from = await fillPlaces(w, w.guild_id);
  await fillServer(w, from);
  archive = await archiveOf(w.ctx, from.guild_id);
});
afterAll(() => w[Symbol.asyncDispose]());

/** Another server of the owner, with its channels and roles under the same names or with none of them. */
async function server(options: { bare?: boolean } = {}): Promise<{ places: Places; owner: UserCall }> {
  const places = await addServer(w, options);
  return { places, owner: await callAs({ ctx: w.ctx, guild_id: places.guild_id }, w.owner.id) };
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const reportOf = (row: { report: unknown }) => row.report as ImportReport;
const about = (report: ImportReport, entity: string) =>
  report.items.filter(({ entity_type }) => entity_type === entity);
const all = ['settings', 'forms', 'panels', 'multi_panels', 'tags'] as const;

describe('an import goes by the rules of the editors', () => {
  test('without premium it makes as many panels as are free, and leaves out what needs it, and says so', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    for (const title of ['One', 'Two'])
      await buildPanel(w.ctx, { guild_id, title, channel_id: places.lobby });
    w.ctx.config.premium = 'entitlements';
    try {
      const upload = await importArchive(owner, guild_id, archive);
      const report = reportOf(upload);
      expect(about(report, 'panels')).toMatchObject([
        {
          name: 'Orders',
          outcome: 'create',
          reason: expect.stringContaining('without its exit survey, which needs premium'),
        },
        { name: 'Complaints', outcome: 'skip', reason: expect.stringContaining('Panel quota exceeded') },
      ]);
      expect(about(report, 'tags').find(({ name }) => name === 'menu')?.reason).toContain(
        'without its command, which needs premium',
      );
      const panels = await w.ctx.db
        .selectFrom('panels')
        .where('guild_id', '=', guild_id)
        .select(['title', 'exit_survey_form_id', 'pending_category'])
        .orderBy('panel_id')
        .execute();
      expect(panels.map(({ title }) => title)).toEqual(['One', 'Two', 'Orders']);
      expect(panels[2]).toMatchObject({ exit_survey_form_id: null, pending_category: null });
      const settings = await w.ctx.db
        .selectFrom('guild_settings')
        .where('guild_id', '=', guild_id)
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(settings).toMatchObject({
        ticket_limit: 3,
        colour_success: '#2ecc71',
        auto_close_since_open: 0,
      });
      const again = reportOf(await importArchive(owner, guild_id, archive, { preview: true }));
      expect(about(again, 'autoclose_settings')).toMatchObject([{ outcome: 'skip' }]);
    } finally {
      w.ctx.config.premium = 'everyone';
    }
  });

  test('people are named in the report and in the log as the archive names them, with their ids', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    const people = await w.ctx.db
      .selectFrom('blacklisted_users')
      .where('guild_id', '=', from.guild_id)
      .select('user_id')
      .execute();
    await w.ctx.db
      .insertInto('users')
      .values(people.map(({ user_id }) => ({ user_id, username: `guest_${user_id}` })))
      .execute();
    const named = await archiveOf(w.ctx, from.guild_id);
    // Those who bring an archive to another installation know nobody of it.
    await w.ctx.db
      .deleteFrom('users')
      .where(
        'user_id',
        'in',
        people.map(({ user_id }) => user_id),
      )
      .execute();
    const names = people.map(({ user_id }) => `guest_${user_id} (${user_id})`);
    expect(names.length).toBeGreaterThan(0);
    const upload = await importArchive(owner, guild_id, named);
    expect(about(reportOf(upload), 'blacklisted_users').map(({ name }) => name)).toEqual(
      expect.arrayContaining(names),
    );
    const lines = (await listRuns(owner, guild_id)).flatMap(({ logs }) => logs);
    for (const name of names) expect(lines.some(({ message }) => message?.startsWith(name))).toBe(true);
  });

  test('in a server without its channels and roles it says what is missing, and takes what is chosen instead', async () => {
    const { places, owner } = await server({ bare: true });
    const { guild_id } = places;
    const { world } = w.sim;
    const lounge = world.addChannel({ guild_id, name: 'lounge' }).id;
    await w.ctx.db
      .insertInto('guild_channels')
      .values({ guild_id, channel_id: lounge, name: 'lounge', type: 0 })
      .execute();
    const upload = await importArchive(owner, guild_id, archive, { preview: true });
    const report = reportOf(upload);
    expect(about(report, 'panels').map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['skip', 'this server has no channel for #lobby; choose one'],
      ['skip', 'this server has no channel for #lobby; choose one'],
    ]);
    expect(report.unmatched.map(({ kind, name, counterpart }) => [kind, name, counterpart])).toEqual(
      expect.arrayContaining([
        ['channel', 'lobby', null],
        ['category', 'Tickets', null],
        ['role', 'Helpers', null],
      ]),
    );
    const key = { guild_id, upload_id: upload.upload_id };
    const mapping = { channels: { [from.lobby]: lounge }, roles: {} };
    expect(await codeOf(checkImport(owner, key, { channels: { [from.lobby]: from.lobby }, roles: {} }))).toBe(
      'import.mapping_invalid',
    );
    await checkImport(owner, key, mapping);
    await workOnServer(w.ctx, { guild_id });
    const again = reportOf((await findUpload(w.ctx.db, upload.upload_id)) ?? { report: null });
    expect(about(again, 'panels').map(({ outcome }) => outcome)).toEqual(['create', 'create']);
    await confirmImport(owner, key, mapping);
    await workOnServer(w.ctx, { guild_id });
    const panels = await w.ctx.db
      .selectFrom('panels')
      .where('guild_id', '=', guild_id)
      .select(['title', 'channel_id', 'category_id'])
      .orderBy('panel_id')
      .execute();
    expect(panels).toEqual([
      { title: 'Orders', channel_id: lounge, category_id: null },
      { title: 'Complaints', channel_id: lounge, category_id: null },
    ]);
    // What was chosen is remembered for the next archive of the same server, as long as it is there.
    const next = async () => reportOf(await importArchive(owner, guild_id, archive, { preview: true }));
    const lobby = ({ unmatched }: Awaited<ReturnType<typeof next>>) =>
      unmatched.find(({ name, kind }) => kind === 'channel' && name === 'lobby')?.counterpart;
    expect(lobby(await next())).toBe(lounge);
    await w.ctx.db.deleteFrom('guild_channels').where('channel_id', '=', lounge).execute();
    expect(lobby(await next())).toBeNull();
  });

  test('what Discord refuses is told for that panel alone', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    const off = w.sim.world;
    const role = off.roles.in('guild', guild_id).find(({ name }) => name === 'Tickets');
    if (!role) throw new Error('the bot has a role');
    const upload = await importArchive(owner, guild_id, archive, { preview: true });
    off.channels.delete(places.lobby);
    await confirmImport(owner, { guild_id, upload_id: upload.upload_id }, undefined);
    await workOnServer(w.ctx, { guild_id });
    const runs = await listRuns(owner, guild_id);
    const data = runs.find(({ run_type }) => run_type === 'DATA');
    expect(data).toMatchObject({ state: 'done' });
    expect(data?.failed).toBeGreaterThan(0);
    expect(
      data?.logs.filter(({ log_type }) => log_type === 'SUCCESS').map(({ entity_type }) => entity_type),
    ).toContain('tags');
  });

  test('retention never deletes what a server keeps longer', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    await w.ctx.db
      .insertInto('tickets')
      .values({
        guild_id,
        ticket_id: 1,
        status: 'closed',
        opener_id: '5',
        source: 'panel',
        interaction_id: '9',
        subject: 'x',
        channel_name: 'x',
      })
      .execute();
    await w.ctx.db
      .updateTable('guilds')
      .set({ last_ticket_id: 1 })
      .where('guild_id', '=', guild_id)
      .execute();
    const upload = await importArchive(owner, guild_id, archive);
    expect(about(reportOf(upload), 'retention')).toMatchObject([{ outcome: 'skip' }]);
    const numbers = await w.ctx.db
      .selectFrom('tickets')
      .where('guild_id', '=', guild_id)
      .select(['ticket_id', 'continues'])
      .orderBy('ticket_id')
      .execute();
    expect(numbers).toEqual([
      { ticket_id: 1, continues: null },
      { ticket_id: 2, continues: null },
      { ticket_id: 3, continues: 2 },
      { ticket_id: 4, continues: null },
      { ticket_id: 5, continues: null },
    ]);
  });

  test('a server keeps no more files than it may', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    const { attachments } = w.ctx.config;
    const room = attachments.guild_bytes_max;
    attachments.guild_bytes_max = 30;
    try {
      await importArchive(owner, guild_id, archive, { field: 'transcripts_file' });
    } finally {
      attachments.guild_bytes_max = room;
    }
    const states = await w.ctx.db
      .selectFrom('ticket_attachments')
      .where('guild_id', '=', guild_id)
      .select(['state', 'filename'])
      .orderBy('ticket_id')
      .orderBy('attachment_id')
      .execute();
    expect(states.map(({ state }) => state)).toEqual(['stored', 'over_quota', 'too_large', 'over_quota']);
    const used = await w.ctx.db
      .selectFrom('guild_storage')
      .where('guild_id', '=', guild_id)
      .select('bytes')
      .executeTakeFirstOrThrow();
    expect(Number(used.bytes)).toBeLessThanOrEqual(30);
  });

  test('the webhooks of a server hear nothing of what happened long ago', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    await w.ctx.db
      .insertInto('outgoing_webhooks')
      .values({
        webhook_id: crypto.randomUUID(),
        guild_id,
        url: 'https://desk.example',
        events: ['ticket.opened', 'ticket.closed', 'ticket.survey_answered', 'ticket.rated'],
        secret: Buffer.from('x'),
        made_by: w.owner.id,
      })
      .execute();
    await importArchive(owner, guild_id, archive);
    expect(
      await w.ctx.db
        .selectFrom('outgoing_deliveries')
        .where('guild_id', '=', guild_id)
        .select('event')
        .execute(),
    ).toEqual([]);
  });

  test('it stands in the audit log, with what it did, beside each thing that was made', async () => {
    const { places, owner } = await server();
    await importArchive(owner, places.guild_id, archive);
    const { entries } = await listEntries(owner, places.guild_id, { per_page: 100 });
    const runs = entries.filter(({ action_type }) => action_type === 110);
    expect(
      runs.map(({ username, resource_name, new_data }) => [
        username,
        resource_name,
        JSON.parse(new_data ?? '{}').tickets,
      ]),
    ).toEqual([
      ['olga', 'Bakery', 4],
      ['olga', 'Bakery', 0],
    ]);
    expect(entries.map(({ action_type }) => action_type)).toEqual(
      expect.arrayContaining([1, 10, 20, 40, 50, 60, 65, 80]),
    );
  });
});

test('a form of which an archive has no questions keeps those that it has here, and is as in the archive', async () => {
  const one = await server();
  await createForm(one.owner, one.places.guild_id, { title: 'Empty' });
  const empty = await archiveOf(w.ctx, one.places.guild_id, 'setup');
  const { places, owner } = await server();
  const { guild_id } = places;
  await importArchive(owner, guild_id, empty);
  const [form] = await listForms(owner, guild_id);
  const asked = { ...formInputDefaults, label: 'What?', position: 1, max_length: 255 };
  await saveFormInputs(owner, guild_id, form?.form_id ?? 0, { create: [asked], update: [], delete: [] });
  const upload = await importArchive(owner, guild_id, empty, { preview: true });
  expect(about(reportOf(upload), 'forms')).toMatchObject([{ name: 'Empty', outcome: 'same' }]);
});

test('whoever goes on with an import that failed does again only what was not done', async () => {
  const { places, owner } = await server();
  const { guild_id } = places;
  const { upload_id } = await importArchive(owner, guild_id, archive);
  await w.ctx.db
    .updateTable('import_uploads')
    .set({ state: 'failed' })
    .where('upload_id', '=', upload_id)
    .execute();
  await w.ctx.db
    .updateTable('import_runs')
    .set({ state: 'failed', problem: 'The disk was full' })
    .where('upload_id', '=', upload_id)
    .where('run_type', '=', 'TRANSCRIPT')
    .execute();
  const states = async () =>
    (await listRuns(owner, guild_id)).map(({ run_type, state }) => [run_type, state]).sort();
  await updateSettings(withFacts(owner), guild_id, { ticket_limit: 9 });

  await confirmImport(owner, { guild_id, upload_id }, undefined);
  expect(await states()).toEqual([
    ['DATA', 'done'],
    ['TRANSCRIPT', 'waiting'],
  ]);
  await workOnServer(w.ctx, { guild_id });
  expect(await states()).toEqual([
    ['DATA', 'done'],
    ['TRANSCRIPT', 'done'],
  ]);
  expect(await findUpload(w.ctx.db, upload_id)).toMatchObject({ state: 'done' });
  expect(await getSettings(withFacts(owner), guild_id)).toMatchObject({ ticket_limit: 9 });
});

describe('who may import', () => {
  test('an administrator who is not the owner imports, and the audit log says who it was', async () => {
    const { places } = await server();
    const { guild_id } = places;
    const admin = await callAs({ ctx: w.ctx, guild_id }, await buildMember(w.ctx, { guild_id, level: 2 }));
    expect(await importArchive(admin, guild_id, archive)).toMatchObject({ state: 'done' });
    const entries = await w.ctx.db
      .selectFrom('audit_entries')
      .where('guild_id', '=', guild_id)
      .where('action', '=', auditActions['import.run'])
      .select('user_id')
      .execute();
    expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set([admin.caller.user_id]));
  });

  test('the owner hears in a direct message that somebody else imported, once for an archive, and nothing of their own', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    const told = () =>
      w.owner
        .directMessages(w.bot_id)
        .filter(({ components }) => JSON.stringify(components).includes(guild_id));
    await importArchive(owner, guild_id, archive);
    await settleAll(w.ctx, 'owner.notice');
    expect(told()).toEqual([]);
    const admin = await callAs({ ctx: w.ctx, guild_id }, await buildMember(w.ctx, { guild_id, level: 2 }));
    await importArchive(admin, guild_id, archive);
    await settleAll(w.ctx, 'owner.notice');
    await settleAll(w.ctx, 'owner.notice');
    expect(told().map(({ embeds }) => embeds[0]?.description)).toEqual([
      // In the language that the archive brought.
      expect.stringContaining(`<@${admin.caller.user_id}> hat Daten in`),
    ]);
  });

  test('who confirms an archive of somebody else, or has it checked again, is who imports it, also once the other may not', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    const admin = async () =>
      callAs({ ctx: w.ctx, guild_id }, await buildMember(w.ctx, { guild_id, level: 2 }));
    const [sender, confirmer] = [await admin(), await admin()];
    const { upload_id } = await importArchive(sender, guild_id, archive, { preview: true });
    await w.ctx.db
      .deleteFrom('permissions')
      .where('guild_id', '=', guild_id)
      .where('user_id', '=', sender.caller.user_id)
      .execute();
    const key = { guild_id, upload_id };
    const state = async () => (await findUpload(w.ctx.db, upload_id))?.state;
    await checkImport(confirmer, key, undefined);
    await workOnServer(w.ctx, { guild_id });
    expect(await state()).toBe('checked');
    await confirmImport(confirmer, key, undefined);
    await workOnServer(w.ctx, { guild_id });
    expect(await state()).toBe('done');
    const { entries } = await listEntries(owner, guild_id, {});
    expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set([confirmer.caller.user_id]));
    await settleAll(w.ctx, 'owner.notice');
    const told = JSON.stringify(w.owner.directMessages(w.bot_id));
    expect(told).toContain(`<@${confirmer.caller.user_id}>`);
    expect(told).not.toContain(`<@${sender.caller.user_id}>`);
  });

  test('bot staff whom an override lets in import nothing, because it would outlast the override', async () => {
    const { places } = await server();
    const { guild_id } = places;
    const user_id = await buildMember(w.ctx, { guild_id });
    await w.ctx.db.insertInto('bot_staff').values({ user_id }).execute();
    await w.ctx.db
      .insertInto('staff_overrides')
      .values({ guild_id, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    const helper = await callAs({ ctx: w.ctx, guild_id }, user_id);
    expect(helper.caller.access.rule.kind).toBe('staff_override');
    expect(await codeOf(startImport(helper, guild_id, { files: asFile(archive), preview: false }))).toBe(
      'override.not_by_bot_staff',
    );
  });

  test('who is no administrator imports nothing', async () => {
    const { places } = await server();
    const { guild_id } = places;
    const support = await callAs({ ctx: w.ctx, guild_id }, await buildMember(w.ctx, { guild_id, level: 1 }));
    const before = await everything(w.ctx);
    expect(await codeOf(startImport(support, guild_id, { files: asFile(archive), preview: false }))).toBe(
      'permission.denied',
    );
    expect(await everything(w.ctx)).toEqual(before);
  });

  test('who is no administrator any more when it is their turn imports nothing', async () => {
    const { places } = await server();
    const { guild_id } = places;
    const user_id = await buildMember(w.ctx, { guild_id, level: 2 });
    const admin = await callAs({ ctx: w.ctx, guild_id }, user_id);
    const { uploads } = await startImport(admin, guild_id, { files: asFile(archive), preview: false });
    await w.ctx.db.deleteFrom('permissions').where('guild_id', '=', guild_id).execute();
    await workOnServer(w.ctx, { guild_id });
    expect(await findUpload(w.ctx.db, uploads[0]?.upload_id ?? '')).toMatchObject({
      state: 'refused',
      problem: 'whoever asked for it may not import into this server any more',
    });
    expect(await w.ctx.db.selectFrom('tags').where('guild_id', '=', guild_id).selectAll().execute()).toEqual(
      [],
    );
  });

  test('an archive of one server is not there for another', async () => {
    const one = await server();
    const other = await server();
    const upload = await importArchive(one.owner, one.places.guild_id, archive, { preview: true });
    const key = { guild_id: other.places.guild_id, upload_id: upload.upload_id };
    expect(await codeOf(confirmImport(other.owner, key, undefined))).toBe('import.upload_gone');
  });
});

describe('the operator', () => {
  test('imports by command, after a look at what it would do', async () => {
    const { places } = await server();
    const { guild_id } = places;
    const bytes = async function* () {
      yield archive;
    };
    const before = await w.ctx.db.selectFrom('tags').where('guild_id', '=', guild_id).selectAll().execute();
    const look = await importByOperator(w.ctx, guild_id, { name: 'a.zip', bytes: bytes(), dry_run: true });
    expect(look).toMatchObject({ problem: undefined, runs: [] });
    expect(about(look.report as ImportReport, 'panels')).toHaveLength(2);
    expect(await w.ctx.db.selectFrom('tags').where('guild_id', '=', guild_id).selectAll().execute()).toEqual(
      before,
    );
    const done = await importByOperator(w.ctx, guild_id, { name: 'a.zip', bytes: bytes(), dry_run: false });
    expect(done.runs.map(({ run_type, state, failed }) => [run_type, state, failed])).toEqual([
      ['DATA', 'done', 0],
      ['TRANSCRIPT', 'done', 0],
    ]);
    const broken = await importByOperator(w.ctx, guild_id, {
      name: 'a.zip',
      bytes: (async function* () {
        yield Buffer.from('x');
      })(),
      dry_run: false,
    });
    expect(broken.problem).toContain('no zip file');
  });
});

describe('a copy of a set-up', () => {
  test('brings panels, forms, tags and settings, and neither people nor tickets', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    const prepared = await prepareCopy(owner, guild_id, { from_guild_id: from.guild_id, parts: [...all] });
    expect(prepared).toMatchObject({ state: 'checked', origin: 'copy' });
    expect(prepared.report?.entities.map(({ entity_type }) => entity_type)).not.toEqual(
      expect.arrayContaining(['tickets', 'user_permissions', 'blacklisted_users', 'support_teams']),
    );
    expect(prepared.report?.unmatched.find(({ name }) => name === 'lobby')?.counterpart).toBe(places.lobby);
    await startCopy(owner, { guild_id, upload_id: prepared.upload_id }, undefined);
    await workOnServer(w.ctx, { guild_id });
    const counts = async (
      table:
        | 'panels'
        | 'forms'
        | 'tags'
        | 'multi_panels'
        | 'tickets'
        | 'support_teams'
        | 'permissions'
        | 'blacklisted_users',
    ) =>
      (await w.ctx.db.selectFrom(table).where('guild_id', '=', guild_id).select('guild_id').execute()).length;
    expect([
      await counts('panels'),
      await counts('forms'),
      await counts('tags'),
      await counts('multi_panels'),
    ]).toEqual([2, 2, 2, 1]);
    expect([
      await counts('tickets'),
      await counts('support_teams'),
      await counts('permissions'),
      await counts('blacklisted_users'),
    ]).toEqual([0, 0, 0, 0]);
    const [entry] = (await listEntries(owner, guild_id, { action_type: 111 })).entries;
    expect(entry).toMatchObject({ username: 'olga', resource_name: 'Bakery' });
  });

  test('brings only what is chosen, into what is chosen', async () => {
    const { places, owner } = await server({ bare: true });
    const { guild_id } = places;
    const lounge = w.sim.world.addChannel({ guild_id, name: 'lounge' }).id;
    await w.ctx.db
      .insertInto('guild_channels')
      .values({ guild_id, channel_id: lounge, name: 'lounge', type: 0 })
      .execute();
    const prepared = await prepareCopy(owner, guild_id, { from_guild_id: from.guild_id, parts: ['panels'] });
    const key = { guild_id, upload_id: prepared.upload_id };
    const mapping = { channels: { [from.lobby]: lounge }, roles: {} };
    const mapped = await checkCopy(owner, key, mapping);
    expect(mapped.report?.entities).toEqual([
      { entity_type: 'panels', create: 2, change: 0, same: 0, skip: 0 },
    ]);
    await startCopy(owner, key, mapping);
    await workOnServer(w.ctx, { guild_id });
    const rows = await w.ctx.db
      .selectFrom('panels')
      .where('guild_id', '=', guild_id)
      .select(['title', 'channel_id', 'form_id'])
      .orderBy('panel_id')
      .execute();
    expect(rows).toEqual([
      { title: 'Orders', channel_id: lounge, form_id: null },
      { title: 'Complaints', channel_id: lounge, form_id: null },
    ]);
    expect(
      await w.ctx.db.selectFrom('forms').where('guild_id', '=', guild_id).select('form_id').execute(),
    ).toEqual([]);
  });

  test('is for who administers both servers', async () => {
    const { places, owner } = await server();
    const { guild_id } = places;
    const admin_id = await buildMember(w.ctx, { guild_id, level: 2 });
    const admin = await callAs({ ctx: w.ctx, guild_id }, admin_id);
    expect(
      await codeOf(prepareCopy(admin, guild_id, { from_guild_id: from.guild_id, parts: [...all] })),
    ).toBe('guild.not_found');
    await w.ctx.db
      .deleteFrom('guild_members')
      .where('guild_id', '=', from.guild_id)
      .where('user_id', '=', admin_id)
      .execute();
    await buildMember(w.ctx, { guild_id: from.guild_id, user_id: admin_id, level: 1 });
    expect(
      await codeOf(prepareCopy(admin, guild_id, { from_guild_id: from.guild_id, parts: [...all] })),
    ).toBe('copy.source_denied');
    expect(await codeOf(prepareCopy(owner, guild_id, { from_guild_id: guild_id, parts: [...all] }))).toBe(
      'copy.same_server',
    );
    expect((await listCopySources(admin, guild_id, async () => [])).map((one) => one.guild_id)).not.toContain(
      from.guild_id,
    );
    expect((await listCopySources(owner, guild_id, async () => [])).map((one) => one.guild_id)).toContain(
      from.guild_id,
    );
    const prepared = await prepareCopy(owner, guild_id, { from_guild_id: from.guild_id, parts: ['tags'] });
    expect(await codeOf(startCopy(admin, { guild_id, upload_id: prepared.upload_id }, undefined))).toBe(
      'import.upload_gone',
    );
  });
});
