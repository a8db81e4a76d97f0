import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { callAs } from '@tickets/testkit/data/access';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Call, UserCall } from '../access/caller.ts';
import { listEntries } from '../audit/list.ts';
import { createForm, removeForm } from '../forms/forms.ts';
import { createMultiPanel, listMultiPanels } from '../panels/multi/multi-panels.ts';
import { createPanel, listPanels, removePanel, updatePanel } from '../panels/panels.ts';
import { withFacts } from '../platform/facts.ts';
import { getSettings } from '../settings/read.ts';
import { saveSettings, updateSettings } from '../settings/save.ts';
import { createTeam, removeTeam } from '../teams/teams.ts';
import { undo } from '../undo/undo.ts';

// What changes along with what somebody does is told, each thing by an entry of its own.

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

let since: number;
const by = <C extends Call>(call: C): C => withFacts(call);
const log = async () =>
  (await listEntries(by(olga), guild_id, { per_page: 100 })).entries.filter(({ id }) => id > since);
beforeEach(async () => {
  since = 0;
  since = (await log())[0]?.id ?? 0;
});
const settings = () => getSettings(by(olga), guild_id);
const panelOf = async (id: number) =>
  (await listPanels(by(olga), guild_id)).find(({ panel_id }) => panel_id === id);
const newPanel = (more: object = {}) =>
  createPanel(by(olga), guild_id, { channel_id: lobby, title: 'Bread', ...more });
const embed = CustomEmbedInput.parse({ title: 'Choose' });
/** What stands in an entry, short. */
const told = async () =>
  (await log()).map(({ resource_type, resource_id, old_data, new_data, because, user_id }) => ({
    of: [resource_type, resource_id],
    before: JSON.parse(old_data ?? 'null') as object | null,
    after: JSON.parse(new_data ?? 'null') as object | null,
    because,
    user_id,
  }));
const outdatedBy = (work: Promise<unknown>) =>
  work.then(
    () => 'saved',
    (error: { code?: string; details?: { changed: object[] } }) => [error.code, error.details?.changed],
  );

test('a deleted panel leaves the settings and the multi-panels that named it by entries, and comes back into all', async () => {
  const { panel_id } = await newPanel();
  const other = await newPanel({ title: 'Cake' });
  const panels = [panel_id, other.panel_id];
  const multi = await createMultiPanel(by(olga), guild_id, { channel_id: lobby, panels, embed });
  await updateSettings(by(olga), guild_id, { context_menu_panel: panel_id });
  const { version } = await settings();
  await removePanel(by(adam), guild_id, panel_id);

  const because = 'the panel Bread was deleted';
  const user_id = adam.caller.user_id;
  const entries = await told();
  expect(entries).toContainEqual({
    of: [1, guild_id],
    before: { context_menu_panel: panel_id },
    after: { context_menu_panel: null },
    because,
    user_id,
  });
  expect(entries).toContainEqual({
    of: [3, String(multi.id)],
    before: { panels },
    after: { panels: [other.panel_id] },
    because,
    user_id,
  });
  expect((await settings()).version).toBeGreaterThan(version);
  const save = saveSettings(by(olga), guild_id, { ...(await settings()), based_on: version } as never);
  expect(await outdatedBy(save)).toEqual([
    'save.outdated',
    [expect.objectContaining({ user_id, because, fields: ['context_menu_panel'] })],
  ]);

  const deletion = (await log()).find(({ resource_type, new_data }) => resource_type === 2 && !new_data);
  const undoing = await undo(by(olga), guild_id, deletion?.id ?? 0);
  expect((await settings()).context_menu_panel).toBe(panel_id);
  const shown = (await listMultiPanels(by(olga), guild_id)).find(({ id }) => id === multi.id)?.panels;
  expect(shown).toEqual(panels);
  const back = (await told()).filter((entry) => entry.because === 'the panel Bread came back');
  expect(back.map(({ of: [type] }) => type).sort()).toEqual([1, 3]);
  // The entry that undid it is that of the panel, not one of those beside it.
  expect((await log()).find(({ id }) => id === undoing)).toMatchObject({
    resource_type: 2,
    undo_of: deletion?.id,
  });
});

test('a panel that cannot come back, because Discord refuses its message, leaves no entry beside either', async () => {
  const { panel_id } = await newPanel();
  await updateSettings(by(olga), guild_id, { context_menu_panel: panel_id });
  await removePanel(by(olga), guild_id, panel_id);
  const [deletion] = await log();
  const before = await log();
  w.sim.faults.next({ method: 'POST', route: '/channels/:id/messages', kind: 403 });
  await expect(undo(by(olga), guild_id, deletion?.id ?? 0)).rejects.toThrow();
  expect(await log()).toEqual(before);
  expect((await settings()).context_menu_panel).toBe(null);
});

test('a deleted team leaves its panels by an entry of each, and its own entry names them', async () => {
  const team = await createTeam(by(olga), guild_id, { name: 'Billing' });
  const kept = await createTeam(by(olga), guild_id, { name: 'Orders' });
  const panel = await newPanel({ teams: [team.id, kept.id] });
  await removeTeam(by(adam), guild_id, team.id);
  const because = 'the team Billing was deleted';
  expect(await told()).toContainEqual({
    of: [2, String(panel.panel_id)],
    before: { teams: [team.id, kept.id] },
    after: { teams: [kept.id] },
    because,
    user_id: adam.caller.user_id,
  });
  expect(await told()).toContainEqual(
    expect.objectContaining({
      before: expect.objectContaining({ name: 'Billing', panels: [panel.panel_id] }),
    }),
  );
  const save = { title: 'Mine', teams: panel.teams, based_on: panel.version };
  expect(await outdatedBy(updatePanel(by(olga), guild_id, panel.panel_id, save))).toEqual([
    'save.outdated',
    [expect.objectContaining({ because, fields: ['teams'] })],
  ]);
});

test('a deleted form leaves its panels by an entry of each, and comes back into them by another', async () => {
  const { form_id } = await createForm(by(olga), guild_id, { title: 'Order' });
  const panel = await newPanel({ form_id });
  await removeForm(by(adam), guild_id, form_id);
  const taken = { before: { form_id }, after: { form_id: null }, because: 'the form Order was deleted' };
  expect(await told()).toContainEqual(expect.objectContaining(taken));
  const now = await panelOf(panel.panel_id);
  expect(now?.form_id).toBe(null);
  expect(now?.version).toBeGreaterThan(panel.version);
  const deletion = (await log()).find(({ resource_type }) => resource_type === 5);
  await undo(by(olga), guild_id, deletion?.id ?? 0);
  const back = { before: { form_id: null }, after: { form_id }, because: 'the form Order came back' };
  expect(await told()).toContainEqual(expect.objectContaining(back));
  expect((await panelOf(panel.panel_id))?.form_id).toBe(form_id);
});
