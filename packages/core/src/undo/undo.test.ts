import type { AuditFilter } from '@tickets/contract/audit/audit';
import { auditActions } from '@tickets/contract/audit/codes';
import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { AppError } from '@tickets/contract/platform/errors';
import { perServer } from '@tickets/contract/platform/limits';
import { callAs } from '@tickets/testkit/data/access';
import { buildTicket } from '@tickets/testkit/data/factories';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, callBy, type UserCall } from '../access/caller.ts';
import { listEntries } from '../audit/list.ts';
import { createForm, listForms, removeForm, renameForm } from '../forms/forms.ts';
import { saveFormInputs } from '../forms/save-inputs.ts';
import {
  createMultiPanel,
  listMultiPanels,
  removeMultiPanel,
  updateMultiPanel,
} from '../panels/multi/multi-panels.ts';
import { createPanel, listPanels, removePanel, resendPanel, updatePanel } from '../panels/panels.ts';
import { newCustomId } from '../platform/discord/random-id.ts';
import type { AppEvent } from '../platform/events/events.ts';
import { withFacts } from '../platform/facts.ts';
import { getSettings } from '../settings/read.ts';
import { updateSettings } from '../settings/save.ts';
import { listTags, removeTag, saveTag } from '../tags/tags.ts';
import { createTeam, removeTeam } from '../teams/teams.ts';
import { listTranscripts } from '../transcripts/list.ts';
import { previewUndo, undo } from './undo.ts';

// What fails here on purpose is reported.
allowDatabaseError(/23514: new row for relation/);

let w: TicketWorld;
let olga: UserCall;
let adam: UserCall;
let lobby: string;
let guild_id: string;

beforeAll(async () => {
  w = await startTicketWorld();
  guild_id = w.guild_id;
  lobby = w.sim.world.addChannel({ guild_id, name: 'panels' }).id;
  await w.ctx.db
    .insertInto('guild_channels')
    .values({ guild_id, channel_id: lobby, name: 'panels', type: 0, position: 9 })
    .execute();
  const admin = w.sim.world.addUser({ username: 'adam' });
  w.sim.world.addMember({ guild_id, user_id: admin.id });
  await w.ctx.db.insertInto('permissions').values({ guild_id, user_id: admin.id, admin: true }).execute();
  olga = await callAs(w, w.owner.id);
  adam = await callAs(w, admin.id);
});
afterAll(() => w[Symbol.asyncDispose]());

/** Calls do not share what they read. */
const by = <C extends Call>(call: C): C => withFacts(call);
const withoutPremium = (call: UserCall): UserCall =>
  withFacts({ ...call, config: { ...w.ctx.config, premium: 'entitlements' } });
const log = async (filter: AuditFilter = {}) => (await listEntries(by(olga), guild_id, filter)).entries;
async function lastEntry(): Promise<number> {
  const [entry] = await log();
  return entry?.id ?? 0;
}
const undoLast = async () => undo(by(olga), guild_id, await lastEntry());
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const settings = () => getSettings(by(olga), guild_id);
const embed = (title: string) => CustomEmbedInput.parse({ title });
const messagesIn = (channel_id: string) => w.sim.world.messages.in('channel', channel_id);
const tag = (content: string) => ({
  id: 'docs',
  given_id: 'docs',
  content,
  use_embed: false,
  use_guild_command: false,
  embed: null,
});
const question = (label: string, position = 1) => ({
  label,
  placeholder: null,
  type: 4 as const,
  position,
  style: 1 as const,
  required: true,
  min_length: 0,
  max_length: 255,
});

test('settings get back the values that they had, field by field, and what others changed stays', async () => {
  await updateSettings(by(olga), guild_id, { ticket_limit: 4, auto_close: { on_user_leave: true } });
  const entry = await lastEntry();
  await updateSettings(by(adam), guild_id, { hide_claim_button: true });
  expect(await previewUndo(by(olga), guild_id, entry)).toEqual({
    effect: 'change',
    changes: [
      { path: 'ticket_limit', before: 4, after: 5 },
      { path: 'auto_close.on_user_leave', before: true, after: false },
    ],
    left_out: [],
    refusal: null,
  });
  await undo(by(olga), guild_id, entry);
  expect(await settings()).toMatchObject({
    ticket_limit: 5,
    auto_close: { on_user_leave: false },
    hide_claim_button: true,
  });
});

test('a welcome message, a category and a language that were never chosen are not chosen again', async () => {
  const { id: category } = w.sim.world.addChannel({ guild_id, name: 'Tickets', type: 4 });
  await w.ctx.db
    .insertInto('guild_channels')
    .values({ guild_id, channel_id: category, name: 'Tickets', type: 4, position: 10 })
    .execute();
  await updateSettings(by(olga), guild_id, { welcome_message: 'Ahoy', category, language: 'de' });
  await undoLast();
  const row = await w.ctx.db
    .selectFrom('guild_settings')
    .where('guild_id', '=', guild_id)
    .select(['welcome_message', 'category', 'language'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ welcome_message: null, category: null, language: null });
});

test('what was changed again since is refused, with who did it; the later change undone first, it goes', async () => {
  await updateSettings(by(olga), guild_id, { ticket_limit: 6 });
  const first = await lastEntry();
  await updateSettings(by(adam), guild_id, { ticket_limit: 7 });
  const second = await lastEntry();
  expect(await previewUndo(by(olga), guild_id, first)).toMatchObject({
    refusal: { text: expect.stringContaining('changed again'), entry: { id: second, username: 'adam' } },
  });
  expect(await refusalOf(undo(by(olga), guild_id, first))).toBe('undo.changed_since');
  expect(await settings()).toMatchObject({ ticket_limit: 7 });
  await undo(by(olga), guild_id, second);
  await undo(by(olga), guild_id, first);
  expect(await settings()).toMatchObject({ ticket_limit: 5 });
});

test('it is undone once: the second time it is said that it is as before, also to two at once', async () => {
  await updateSettings(by(olga), guild_id, { ticket_limit: 8 });
  const entry = await lastEntry();
  const both = await Promise.all([
    refusalOf(undo(by(olga), guild_id, entry)),
    refusalOf(undo(by(adam), guild_id, entry)),
  ]);
  expect(both).toContain('done');
  expect(both.filter((said) => said === 'done')).toHaveLength(1);
  expect(await refusalOf(undo(by(olga), guild_id, entry))).toBe('undo.undone');
  const [undone] = (await log({ resource_type: 1 })).filter(({ id }) => id === entry);
  const [undoing] = (await log({ resource_type: 1 })).filter(({ undo_of }) => undo_of === entry);
  expect(undone?.undone_by).toBe(undoing?.id);
});

/** As if the entry was written before there was such a field. */
const forgetField = (entry_id: number, field: string) =>
  sql`update audit_entries set before = before - ${field} where entry_id = ${entry_id}`.execute(w.ctx.db);

test('a deleted panel comes back as it was: its id, its button, its place in a multi-panel, posted again', async () => {
  const made = await createPanel(by(olga), guild_id, {
    channel_id: lobby,
    title: 'Bread',
    button_label: 'Ask',
    welcome_message: embed('Hello'),
  });
  const other = await createPanel(by(olga), guild_id, { channel_id: lobby, title: 'Cake' });
  const multi = await createMultiPanel(by(olga), guild_id, {
    channel_id: lobby,
    panels: [made.panel_id, other.panel_id],
    embed: embed('Choose'),
  });
  const count = messagesIn(lobby).length;
  await removePanel(by(olga), guild_id, made.panel_id);
  expect(messagesIn(lobby)).toHaveLength(count - 1);

  const entry = await lastEntry();
  await forgetField(entry, 'delete_mentions');
  expect(await previewUndo(by(olga), guild_id, entry)).toMatchObject({ effect: 'restore', refusal: null });
  await undo(by(olga), guild_id, entry);
  const back = (await listPanels(by(olga), guild_id)).find(({ panel_id }) => panel_id === made.panel_id);
  const { message_id: _, version: __, ...same } = made;
  expect(back).toMatchObject({ ...same, message_state: 'posted' });
  expect(messagesIn(lobby)).toHaveLength(count);
  expect((await listMultiPanels(by(olga), guild_id)).find(({ id }) => id === multi.id)?.panels).toEqual([
    made.panel_id,
    other.panel_id,
  ]);
  expect(await refusalOf(undo(by(olga), guild_id, entry))).toBe('undo.there_again');
  await removeMultiPanel(by(olga), guild_id, multi.id);
  await undoLast();
  expect((await listMultiPanels(by(olga), guild_id)).find(({ id }) => id === multi.id)).toMatchObject({
    panels: [made.panel_id, other.panel_id],
    message_state: 'posted',
  });
});

test('a deleted panel that comes back has its closed tickets again, and not those that were open', async () => {
  const { panel_id } = await createPanel(by(olga), guild_id, { channel_id: lobby });
  const closed = await buildTicket(w.ctx, { guild_id, panel_id, status: 'closed' });
  const open = await buildTicket(w.ctx, { guild_id, panel_id });
  const panels = async () =>
    (await listTranscripts(by(olga), guild_id, {})).rows
      .filter(({ ticket_id }) => [closed, open].some((one) => one.ticket_id === ticket_id))
      .map((row) => row.panel_id);
  expect(await panels()).toEqual([panel_id]);
  await removePanel(by(olga), guild_id, panel_id);
  expect(await panels()).toEqual([null]);
  const heard: AppEvent[] = [];
  const stop = w.ctx.events.subscribe((event) => heard.push(event));
  await undoLast();
  stop();
  expect(heard).toContainEqual({ type: 'access.changed', guild_id });
  await w.ctx.db
    .updateTable('tickets')
    .set({ status: 'closed' })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', open.ticket_id)
    .execute();
  // The latest first.
  expect(await panels()).toEqual([null, panel_id]);
});

test('a panel that was made is deleted again, unless somebody has worked on it since', async () => {
  const { panel_id } = await createPanel(by(olga), guild_id, { channel_id: lobby, title: 'New' });
  const made = await lastEntry();
  await updatePanel(by(adam), guild_id, panel_id, { title: 'Newer' });
  expect(await refusalOf(undo(by(olga), guild_id, made))).toBe('undo.changed_since');
  const second = await createPanel(by(olga), guild_id, { channel_id: lobby, title: 'Second' });
  await undoLast();
  const ids = (await listPanels(by(olga), guild_id)).map((panel) => panel.panel_id);
  expect([ids.includes(panel_id), ids.includes(second.panel_id)]).toEqual([true, false]);
});

test('a change of a panel and of a multi-panel is taken back in the database and in Discord', async () => {
  const [a, b] = [
    await createPanel(by(olga), guild_id, { channel_id: lobby, title: 'A' }),
    await createPanel(by(olga), guild_id, { channel_id: lobby, title: 'B' }),
  ];
  const panels = [a.panel_id, b.panel_id];
  await updatePanel(by(olga), guild_id, a.panel_id, { title: 'Other', mentions: ['user'] });
  await undoLast();
  const message = messagesIn(lobby).find(({ id }) => id === a.message_id);
  expect(message?.embeds[0]?.title).toBe('A');
  const multi = await createMultiPanel(by(olga), guild_id, { channel_id: lobby, panels, embed: embed('M') });
  await updateMultiPanel(by(olga), guild_id, multi.id, { embed: embed('N'), panels: panels.toReversed() });
  await undoLast();
  const [now] = (await listMultiPanels(by(olga), guild_id)).filter(({ id }) => id === multi.id);
  expect(now).toMatchObject({ panels, embed: { title: 'M' } });
});

test('a change that Discord refuses leaves no entry, and the version that was there', async () => {
  const made = await createPanel(by(olga), guild_id, { channel_id: lobby, title: 'Kept' });
  const before = await lastEntry();
  const nowhere = updatePanel(by(olga), guild_id, made.panel_id, { title: 'x'.repeat(300) });
  expect(await refusalOf(nowhere)).not.toBe('done');
  expect(await lastEntry()).toBe(before);
  await updatePanel(by(olga), guild_id, made.panel_id, { title: 'Next', based_on: made.version });
  expect((await log())[0]).toMatchObject({ action_type: auditActions['panel.update'] });
});

test('a form comes back with its questions to the panels that asked it, and its questions as they were', async () => {
  const { form_id } = await createForm(by(olga), guild_id, { title: 'Order' });
  await saveFormInputs(by(olga), guild_id, form_id, {
    create: [question('What?'), question('When?', 2)],
    update: [],
    delete: [],
  });
  const { panel_id } = await createPanel(by(olga), guild_id, { channel_id: lobby, form_id });
  await removeForm(by(olga), guild_id, form_id);
  await undoLast();
  const find = async () => (await listForms(by(olga), guild_id)).find((form) => form.form_id === form_id);
  expect(await find()).toMatchObject({ title: 'Order', inputs: [{ label: 'What?' }, { label: 'When?' }] });
  const panel = (await listPanels(by(olga), guild_id)).find((one) => one.panel_id === panel_id);
  expect(panel?.form_id).toBe(form_id);

  const inputs = (await find())?.inputs ?? [];
  await saveFormInputs(by(olga), guild_id, form_id, {
    create: [question('Who?', 2)],
    update: [{ ...question('What?'), id: inputs[0]?.id ?? 0 }],
    delete: [inputs[1]?.id ?? 0],
  });
  await undoLast();
  expect((await find())?.inputs.map(({ label }) => label)).toEqual(['What?', 'When?']);
  await renameForm(by(olga), guild_id, form_id, { title: 'Other' });
  await undoLast();
  expect((await find())?.title).toBe('Order');
});

test('a tag gets its words back, and comes back when it was deleted, unless there is one of its id again', async () => {
  await saveTag(by(olga), guild_id, tag('One'));
  await saveTag(by(olga), guild_id, tag('Two'));
  await undoLast();
  expect((await listTags(by(olga), guild_id)).docs?.content).toBe('One');
  await removeTag(by(olga), guild_id, 'docs');
  const gone = await lastEntry();
  await undo(by(olga), guild_id, gone);
  expect((await listTags(by(olga), guild_id)).docs?.content).toBe('One');
  expect(await refusalOf(undo(by(olga), guild_id, gone))).toBe('undo.there_again');
});

test('what is not edited, or was only posted again, cannot be taken back', async () => {
  const { panel_id } = await createPanel(by(olga), guild_id, { channel_id: lobby });
  await resendPanel(by(olga), guild_id, panel_id);
  const [entry] = await log();
  expect(entry?.can_undo).toBe(false);
  expect(await refusalOf(undo(by(olga), guild_id, entry?.id ?? 0))).toBe('undo.not_possible');
});

test('the log tells who changed what from where, and turns its pages by key and by number', async () => {
  const discord = callBy(w.ctx, olga.caller.access, 'discord');
  for (const ticket_limit of [1, 2, 3]) await updateSettings(discord, guild_id, { ticket_limit });
  const [last] = await log({ source: 'discord' });
  expect(last).toMatchObject({
    user_id: w.owner.id,
    username: 'olga',
    action_type: 1,
    resource_type: 1,
    old_data: '{"ticket_limit":2}',
    new_data: '{"ticket_limit":3}',
  });
  const page = (filter: AuditFilter) => listEntries(by(olga), guild_id, { per_page: 2, ...filter });
  const first = await page({});
  const second = await page({ older_than: first.entries[1]?.id });
  expect([first.has_newer, first.has_older, second.has_newer]).toEqual([false, true, true]);
  expect((await page({ page: 2 })).entries).toEqual(second.entries);
  expect((await page({ newer_than: second.entries[0]?.id })).entries).toEqual(first.entries);
  expect(first.total_pages).toBe(Math.ceil(first.total_count / 2));
});

test('a panel whose form, team and role are gone comes back without them, and the preview says so', async () => {
  const { form_id } = await createForm(by(olga), guild_id, { title: 'Gone' });
  const team = await createTeam(by(olga), guild_id, { name: 'Gone' });
  const role_id = w.sim.world.addRole({ guild_id, name: 'Gone' }).id;
  await w.ctx.db.insertInto('guild_roles').values({ guild_id, role_id, name: 'Gone' }).execute();
  const { panel_id } = await createPanel(by(olga), guild_id, {
    channel_id: lobby,
    form_id,
    teams: [team.id],
    mentions: ['user', role_id],
  });
  await removePanel(by(olga), guild_id, panel_id);
  const deletion = await lastEntry();
  await removeForm(by(olga), guild_id, form_id);
  await removeTeam(by(olga), guild_id, team.id);
  await w.ctx.db.deleteFrom('guild_roles').where('role_id', '=', role_id).execute();
  const preview = await previewUndo(by(olga), guild_id, deletion);
  expect(preview.refusal).toBe(null);
  expect(preview.left_out).toEqual([
    { path: 'form_id', value: form_id },
    { path: 'teams', value: [team.id] },
    { path: 'mentions', value: [role_id] },
  ]);
  await undo(by(olga), guild_id, deletion);
  const back = (await listPanels(by(olga), guild_id)).find((panel) => panel.panel_id === panel_id);
  expect(back).toMatchObject({ form_id: null, teams: [], mentions: ['user'] });
});

test('what the press would refuse, the preview says beforehand: a channel that is gone, a quota that is full', async () => {
  const { id: channel_id } = w.sim.world.addChannel({ guild_id, name: 'short' });
  await w.ctx.db
    .insertInto('guild_channels')
    .values({ guild_id, channel_id, name: 'short', type: 0, position: 11 })
    .execute();
  const { panel_id } = await createPanel(by(olga), guild_id, { channel_id });
  await removePanel(by(olga), guild_id, panel_id);
  const deletion = await lastEntry();
  await w.owner.deleteChannel(channel_id);
  await w.ctx.db.deleteFrom('guild_channels').where('channel_id', '=', channel_id).execute();
  const pressed = await undo(by(olga), guild_id, deletion).then(
    () => 'done',
    (error: AppError) => error.message,
  );
  expect((await previewUndo(by(olga), guild_id, deletion)).refusal).toEqual({ text: pressed, entry: null });

  const other = await createPanel(by(olga), guild_id, { channel_id: lobby });
  await removePanel(by(olga), guild_id, other.panel_id);
  const second = await lastEntry();
  while ((await listPanels(by(olga), guild_id)).length < 3)
    await createPanel(by(olga), guild_id, { channel_id: lobby });
  const { refusal } = await previewUndo(withoutPremium(olga), guild_id, second);
  expect(refusal?.text).toContain('Panel quota exceeded');
});

test('a setting that named a panel which is gone is left out of what comes back, or refused where it is all', async () => {
  const { panel_id } = await createPanel(by(olga), guild_id, { channel_id: lobby });
  await updateSettings(by(olga), guild_id, { context_menu_panel: panel_id, store_transcripts: false });
  await updateSettings(by(olga), guild_id, { context_menu_panel: null, store_transcripts: true });
  const both = await lastEntry();
  await updateSettings(by(olga), guild_id, { context_menu_panel: panel_id });
  await updateSettings(by(olga), guild_id, { context_menu_panel: null });
  const alone = await lastEntry();
  await removePanel(by(olga), guild_id, panel_id);
  const left_out = [{ path: 'context_menu_panel', value: panel_id }];
  expect(await previewUndo(by(olga), guild_id, both)).toMatchObject({ refusal: null, left_out });
  await undo(by(olga), guild_id, both);
  expect(await settings()).toMatchObject({ store_transcripts: false, context_menu_panel: null });
  expect((await previewUndo(by(olga), guild_id, alone)).refusal?.text).toContain('deleted since');
  expect(await refusalOf(undo(by(olga), guild_id, alone))).toBe('undo.names_gone');
});

test('of two who undo the same at the same moment the second is told that it is undone', async () => {
  await updateSettings(by(olga), guild_id, { welcome_message: 'Moment' });
  const entry = await lastEntry();
  const both = await Promise.all(
    [olga, adam, olga, adam].map((one) => refusalOf(undo(by(one), guild_id, entry))),
  );
  expect(both.filter((said) => said === 'done')).toHaveLength(1);
  expect(both.filter((said) => said !== 'done')).toEqual(['undo.undone', 'undo.undone', 'undo.undone']);
});

test('of two who undo one deletion at the same moment the second is told that it is undone', async () => {
  const { panel_id } = await createPanel(by(olga), guild_id, { channel_id: lobby });
  const panel = (await createPanel(by(olga), guild_id, { channel_id: lobby })).panel_id;
  const { form_id } = await createForm(by(olga), guild_id, { title: 'Order' });
  const multi_panel = await createMultiPanel(by(olga), guild_id, {
    channel_id: lobby,
    embed: embed('Both'),
    panels: [panel_id, panel],
  });
  await saveTag(by(olga), guild_id, { ...tag('Moment'), id: 'moment', given_id: 'moment' });
  const removals = [
    () => removeForm(by(olga), guild_id, form_id),
    () => removeMultiPanel(by(olga), guild_id, multi_panel.id),
    () => removePanel(by(olga), guild_id, panel_id),
    () => removeTag(by(olga), guild_id, 'moment'),
  ];
  for (const remove of removals) {
    await remove();
    const entry = await lastEntry();
    const both = await Promise.all([olga, adam].map((one) => refusalOf(undo(by(one), guild_id, entry))));
    expect(both.sort()).toEqual(['done', 'undo.undone']);
  }
});

test('the teams of a panel are the same in whatever order they are sent, and are taken back', async () => {
  const a = await createTeam(by(olga), guild_id, { name: 'Bakers' });
  const b = await createTeam(by(olga), guild_id, { name: 'Cooks' });
  const { panel_id } = await createPanel(by(olga), guild_id, { channel_id: lobby, teams: [a.id] });
  await updatePanel(by(olga), guild_id, panel_id, { teams: [b.id, a.id] });
  const added = await lastEntry();
  await updatePanel(by(olga), guild_id, panel_id, { teams: [a.id, b.id] });
  expect(await lastEntry()).toBe(added);
  // As such entries were written before.
  await sql`update audit_entries set after = ${JSON.stringify({ teams: [b.id, a.id] })}::jsonb
    where entry_id = ${added}`.execute(w.ctx.db);
  expect(await previewUndo(by(olga), guild_id, added)).toMatchObject({
    refusal: null,
    changes: [{ path: 'teams', before: [a.id, b.id], after: [a.id] }],
  });
  await undo(by(olga), guild_id, added);
  const [panel] = (await listPanels(by(olga), guild_id)).filter((one) => one.panel_id === panel_id);
  expect(panel?.teams).toEqual([a.id]);
});

test('settings that need premium are not taken back without it: preview and press say so, and nothing changes', async () => {
  const colours = { 0: '#112233', 1: '#332211' };
  const { ticket_limit } = await settings();
  const times = { since_last_message: 3600, since_open_with_no_response: 7200 };
  const undone = async () => {
    const entry = await lastEntry();
    const { refusal } = await previewUndo(withoutPremium(olga), guild_id, entry);
    const before = await settings();
    const pressed = await undo(withoutPremium(olga), guild_id, entry).then(
      () => 'done',
      (error: AppError) => error.message,
    );
    expect(refusal?.text).toBe(pressed);
    expect(await settings()).toEqual(before);
    await undo(by(olga), guild_id, entry);
    return pressed;
  };
  await updateSettings(by(olga), guild_id, { colours });
  expect(await undone()).toBe('You must have premium to customise message appearance');
  await updateSettings(by(olga), guild_id, { auto_close: times, ticket_limit: 9 });
  expect(await undone()).toContain('needs premium');
  expect(await settings()).toMatchObject({ ticket_limit, auto_close: { since_last_message: 0 } });
  await updateSettings(by(olga), guild_id, { colours, auto_close: times });
  expect(await undone()).toMatch(/premium.*; .*premium/);

  await updateSettings(by(olga), guild_id, { auto_close: { on_user_leave: true } });
  await undo(withoutPremium(olga), guild_id, await lastEntry());
});

test('a change of a multi-panel that has lost panels since is taken back, as the preview says', async () => {
  const panels: number[] = [];
  for (const title of ['Left', 'Lost'])
    panels.push((await createPanel(by(olga), guild_id, { channel_id: lobby, title })).panel_id);
  const [left = 0, lost = 0] = panels;
  const multi = await createMultiPanel(by(olga), guild_id, { channel_id: lobby, panels, embed: embed('O') });
  await updateMultiPanel(by(olga), guild_id, multi.id, { embed: embed('P') });
  const entry = await lastEntry();
  await removePanel(by(olga), guild_id, lost);
  expect((await previewUndo(by(olga), guild_id, entry)).refusal).toBe(null);
  await undo(by(olga), guild_id, entry);
  const [now] = (await listMultiPanels(by(olga), guild_id)).filter(({ id }) => id === multi.id);
  expect(now).toMatchObject({ panels: [left], embed: { title: 'O' } });
});

test('the preview says that a form cannot be without questions, and of what a server has as many as it may', async () => {
  const { form_id } = await createForm(by(olga), guild_id, { title: 'First' });
  await saveFormInputs(by(olga), guild_id, form_id, { create: [question('What?')], update: [], delete: [] });
  const refusedAlike = async (entry: number) => {
    const pressed = await undo(by(olga), guild_id, entry).then(
      () => 'done',
      (error: AppError) => error.message,
    );
    expect((await previewUndo(by(olga), guild_id, entry)).refusal).toEqual({ text: pressed, entry: null });
    return pressed;
  };
  expect(await refusedAlike(await lastEntry())).toContain('between 1 and 5');

  await removeForm(by(olga), guild_id, form_id);
  const deletion = await lastEntry();
  const free = perServer.forms - (await listForms(by(olga), guild_id)).length;
  await w.ctx.db
    .insertInto('forms')
    .values(
      Array.from({ length: free }, () => ({ guild_id, title: 'One of many', custom_id: newCustomId() })),
    )
    .execute();
  expect(await refusedAlike(deletion)).toContain(String(perServer.forms));
  await w.ctx.db.deleteFrom('forms').where('title', '=', 'One of many').execute();
  await undo(by(olga), guild_id, deletion);

  const panels: number[] = [];
  for (const title of ['A', 'B'])
    panels.push((await createPanel(by(olga), guild_id, { channel_id: lobby, title })).panel_id);
  const { id } = await createMultiPanel(by(olga), guild_id, { channel_id: lobby, panels, embed: embed('M') });
  await removeMultiPanel(by(olga), guild_id, id);
  const removal = await lastEntry();
  await forgetField(removal, 'select_menu_placeholder');
  const room = perServer.multi_panels - (await listMultiPanels(by(olga), guild_id)).length;
  const filler = { guild_id, channel_id: '1', embed: '{}' };
  await w.ctx.db
    .insertInto('multi_panels')
    .values(Array.from({ length: room }, () => filler))
    .execute();
  expect(await refusedAlike(removal)).toContain(String(perServer.multi_panels));
  await w.ctx.db.deleteFrom('multi_panels').where('channel_id', '=', '1').execute();
});

test('an entry of another server is not there', async () => {
  const { entry_id } = await w.ctx.db
    .insertInto('audit_entries')
    .values({ guild_id: null, user_id: w.owner.id, source: 'dashboard', action: 200, resource: 16 })
    .returning('entry_id')
    .executeTakeFirstOrThrow();
  expect(await refusalOf(undo(by(olga), guild_id, entry_id))).toBe('audit.entry_not_found');
  expect((await log({ per_page: 500 })).map(({ id }) => id)).not.toContain(entry_id);
});
