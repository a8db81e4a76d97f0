import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import { deleteRole } from '@tickets/discord-sim/world/roles';
import { buildForm, buildTeam } from '@tickets/testkit/data/factories';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

let w: PanelWorld;
let desk: PanelDesk;
/** Where the bot may not write. */
let closed: string;

beforeAll(async () => {
  w = await startPanelWorld();
});
afterAll(() => w[Symbol.asyncDispose]());
beforeEach(async () => {
  expect(w.app.sim.faults.pending).toBe(0);
  desk = await w.addDesk({ premium: true });
  const overwrite = { id: desk.guild_id, type: 0, allow: '0', deny: String(P.SendMessages) };
  closed = await desk.addChannel({ permission_overwrites: [overwrite] });
});

const at = () => ({ guild_id: desk.guild_id });
const owner = () => ({ token: desk.token });

/** Does something while Discord is slow about a message in `closed`, which it then refuses. */
async function refusedAfter<T extends { status: number }>(
  change: () => Promise<T>,
  meanwhile: () => Promise<void>,
): Promise<T> {
  const { faults } = w.app.sim;
  const hits = faults.hits.length;
  const { promise: until, resolve } = Promise.withResolvers<void>();
  faults.next({ method: 'POST', route: `/channels/${closed}/messages`, kind: 'delay', until });
  const changing = change();
  await vi.waitFor(() => expect(faults.hits.length).toBe(hits + 1), 10_000);
  await meanwhile().finally(resolve);
  const answer = await changing;
  expect(answer.status).toBe(400);
  return answer;
}

const panels = async () => (await w.app.call('panels.list', { params: at(), ...owner() })).body;
async function panel(panel_id: number) {
  const found = (await panels()).find((one) => one.panel_id === panel_id);
  if (!found) throw new Error(`there is no panel ${panel_id}`);
  return found;
}
const made = async (title: string, body: object = {}) =>
  (await desk.create({ channel_id: desk.lobby, title, ...body })).panel_id;
const update = (panel_id: number, body: object) => () => desk.update(panel_id, body);
async function makeMultiPanel(ids: number[]): Promise<number> {
  const body = { channel_id: desk.lobby, panels: ids } as never;
  return (await w.app.call('multi_panels.create', { params: at(), ...owner(), body })).body.data.id;
}
async function multiPanel(id: number) {
  const { body } = await w.app.call('multi_panels.list', { params: at(), ...owner() });
  const found = body.data.find((one) => one.id === id);
  if (!found) throw new Error(`there is no multi-panel ${id}`);
  return found;
}
const updateMultiPanel = (id: number, body: object) => () =>
  w.app.call('multi_panels.update', {
    params: { ...at(), multi_panel_id: id },
    ...owner(),
    body: body as never,
  });
const shownIn = (message_id: string | null) =>
  JSON.stringify(w.app.sim.world.messages.get(message_id ?? '')?.components);
const buttonsOf = (message_id: string | null) =>
  [...shownIn(message_id).matchAll(/"custom_id":"([^"]+)"/g)].map(([, custom_id]) => custom_id);
const log = () =>
  w.app.ctx.db
    .selectFrom('audit_entries')
    .where('guild_id', '=', desk.guild_id)
    .selectAll()
    .orderBy('entry_id', 'desc')
    .execute();
async function undoDeletionOf(id: number): Promise<void> {
  const entry = (await log()).find(({ resource_id, after }) => resource_id === String(id) && after === null);
  const params = { ...at(), entry_id: (entry?.entry_id ?? 0) as never };
  expect((await w.app.call('audit.undo', { params, ...owner() })).status).toBe(200);
}
const removePanel = (panel_id: number) =>
  w.app.call('panels.remove', { params: { ...at(), panel_id }, ...owner() });
async function removeTeam(team_id: number): Promise<void> {
  const { status } = await w.app.call('teams.remove', { params: { ...at(), team_id }, ...owner() });
  expect(status).toBe(200);
}

describe('a new panel that Discord refuses late', () => {
  test('leaves no button in a multi-panel that took it in meanwhile, and no setting that names it', async () => {
    const first = await made('First');
    let multi = 0;
    let menu_version = 0;
    await refusedAfter(
      () => desk.create({ channel_id: closed, title: 'Late' }),
      async () => {
        const late = (await panels()).find(({ title }) => title === 'Late')?.panel_id ?? 0;
        multi = await makeMultiPanel([first, late]);
        const body = { context_menu_panel: late } as never;
        const saved = await w.app.call('settings.save', { params: at(), ...owner(), body });
        menu_version = saved.body.version;
      },
    );
    await settleAll(w.app.ctx);
    const { message_id, message_state, panels: shown } = await multiPanel(multi);
    expect([shown, message_state]).toEqual([[first], 'posted']);
    expect(buttonsOf(message_id)).toEqual([(await panel(first)).custom_id]);
    const { body } = await w.app.call('settings.get', { params: at(), ...owner() });
    expect(body.context_menu_panel).toBe(null);
    expect(body.version).toBeGreaterThan(menu_version);
    const because = 'Discord refused the panel Late';
    expect((await log()).filter((entry) => entry.because === because)).toHaveLength(2);
  });
});

describe('an edit that Discord refuses late', () => {
  test('leaves its panel the form that came back meanwhile, and a version that outdates what was read', async () => {
    const { form_id } = await buildForm(w.app.ctx, at());
    const id = await made('One', { form_id });
    await w.app.call('forms.remove', { params: { ...at(), form_id }, ...owner() });
    let read = 0;
    await refusedAfter(update(id, { channel_id: closed, title: 'Moved' }), async () => {
      await undoDeletionOf(form_id);
      read = (await panel(id)).version;
    });
    const now = await panel(id);
    expect(now).toMatchObject({ title: 'One', form_id, channel_id: desk.lobby });
    expect(now.version).toBeGreaterThan(read);
    expect((await desk.update(id, { title: 'Stale', based_on: read })).code).toBe('save.outdated');
    const [entry] = (await log()).filter(({ because }) => because === 'Discord refused the message');
    expect(entry).toMatchObject({
      entry_id: now.version,
      before: { title: 'Moved', channel_id: closed },
      after: { title: 'One', channel_id: desk.lobby },
    });
  });

  test('leaves its panel without a form that was deleted meanwhile', async () => {
    const { form_id } = await buildForm(w.app.ctx, at());
    const id = await made('One', { form_id });
    let read = 0;
    await refusedAfter(update(id, { channel_id: closed }), async () => {
      await w.app.call('forms.remove', { params: { ...at(), form_id }, ...owner() });
      read = (await panel(id)).version;
    });
    const now = await panel(id);
    expect(now).toMatchObject({ form_id: null, channel_id: desk.lobby });
    expect(now.version).toBeGreaterThan(read);
  });

  test('leaves no trace where nobody else changed anything', async () => {
    const id = await made('One');
    const before = [await panel(id), await log()];
    await refusedAfter(update(id, { channel_id: closed, title: 'Moved' }), async () => undefined);
    expect([await panel(id), await log()]).toEqual(before);
  });

  test('of a title leaves a multi-panel with the title that is true', async () => {
    const id = await made('One', { button_label: 'One' });
    const multi = await makeMultiPanel([id, await made('Two')]);
    const labels = async () => shownIn((await multiPanel(multi)).message_id);
    await refusedAfter(update(id, { channel_id: closed, button_label: 'Moved' }), async () => {
      const params = { ...at(), multi_panel_id: multi };
      await w.app.call('multi_panels.resend', { params, ...owner() });
      expect(await labels()).toContain('Moved');
    });
    await settleAll(w.app.ctx);
    expect(await labels()).toContain('One');
  });

  test('leaves its multi-panel a panel that came back meanwhile, and its button', async () => {
    const ids = [await made('A'), await made('B'), await made('C')];
    const [a = 0, b = 0, c = 0] = ids;
    const multi = await makeMultiPanel(ids);
    await removePanel(c);
    await settleAll(w.app.ctx);
    // Its answer waits for the message of the multi-panel.
    let undoing: Promise<void> | undefined;
    await refusedAfter(updateMultiPanel(multi, { channel_id: closed, panels: [a, b] }), async () => {
      undoing = undoDeletionOf(c);
      await vi.waitFor(async () => expect((await multiPanel(multi)).panels).toEqual(ids), 10_000);
    });
    await undoing;
    await settleAll(w.app.ctx);
    const now = await multiPanel(multi);
    expect(now).toMatchObject({ panels: ids, channel_id: desk.lobby, message_state: 'posted' });
    expect(buttonsOf(now.message_id)).toHaveLength(3);
  });

  test('leaves its multi-panel no button of a panel that was deleted meanwhile', async () => {
    const ids = [await made('A'), await made('B'), await made('C')];
    const [a = 0, b = 0, c = 0] = ids;
    const multi = await makeMultiPanel(ids);
    await refusedAfter(updateMultiPanel(multi, { channel_id: closed, panels: [a, b] }), async () => {
      await removePanel(c);
    });
    await settleAll(w.app.ctx);
    const now = await multiPanel(multi);
    expect([now.panels, now.message_state]).toEqual([[a, b], 'posted']);
    expect(buttonsOf(now.message_id)).toHaveLength(2);
  });

  test('gives its panel the teams of before, also where one that it chose was deleted meanwhile', async () => {
    const [x, y, z] = await Promise.all([1, 2, 3].map(() => buildTeam(w.app.ctx, at())));
    const id = await made('One', { default_team: false, teams: [x] });
    await refusedAfter(update(id, { channel_id: closed, teams: [y, z] }), () => removeTeam(z ?? 0));
    const now = await panel(id);
    expect(now.teams).toEqual([x]);
    const [entry] = (await log()).filter(({ because }) => because === 'Discord refused the message');
    expect(entry).toMatchObject({ entry_id: now.version, before: { teams: [y] }, after: { teams: [x] } });
  });

  test('does not bring back a team that was deleted meanwhile', async () => {
    const [x, y, z] = await Promise.all([1, 2, 3].map(() => buildTeam(w.app.ctx, at())));
    const id = await made('One', { default_team: false, teams: [x, y] });
    await refusedAfter(update(id, { channel_id: closed, teams: [z] }), () => removeTeam(y ?? 0));
    expect((await panel(id)).teams).toEqual([x]);
  });

  test('does not bring back the mention of a role that was deleted meanwhile', async () => {
    const { world } = w.app.sim;
    const role_id = desk.role;
    const role = world.roles.get(role_id) ?? expect.fail('there is no role');
    const roles = () =>
      w.app.ctx.db.selectFrom('guild_roles').where('role_id', '=', role_id).select('role_id').execute();
    const mentions = [role_id, desk.guild_id, 'here'];
    const id = await made('One', { mentions });
    expect((await panel(id)).mentions).toEqual(mentions);
    await refusedAfter(update(id, { channel_id: closed, mentions: ['user'] }), async () => {
      deleteRole(world, role);
      await vi.waitFor(async () => expect(await roles()).toEqual([]), 10_000);
    });
    expect((await panel(id)).mentions).toEqual(mentions.slice(1));
  });

  test('gives its panel the form of before, also where the one that it chose was deleted meanwhile', async () => {
    const [{ form_id }, { form_id: chosen }] = [
      await buildForm(w.app.ctx, at()),
      await buildForm(w.app.ctx, at()),
    ];
    const id = await made('One', { form_id });
    await refusedAfter(update(id, { channel_id: closed, form_id: chosen }), async () => {
      await w.app.call('forms.remove', { params: { ...at(), form_id: chosen }, ...owner() });
    });
    expect(await panel(id)).toMatchObject({ form_id, channel_id: desk.lobby });
  });

  test('gives its multi-panel the panels of before, also where one that it chose was deleted meanwhile', async () => {
    const [a, b, c, d] = [await made('A'), await made('B'), await made('C'), await made('D')];
    const multi = await makeMultiPanel([a, b]);
    // Its answer waits for the message of the multi-panel.
    let removing: Promise<unknown> | undefined;
    await refusedAfter(updateMultiPanel(multi, { channel_id: closed, panels: [c, d] }), async () => {
      removing = removePanel(c);
      await vi.waitFor(async () => expect((await multiPanel(multi)).panels).toEqual([d]), 10_000);
    });
    await removing;
    await settleAll(w.app.ctx);
    const now = await multiPanel(multi);
    expect([now.panels, now.message_state]).toEqual([[a, b], 'posted']);
    expect(buttonsOf(now.message_id)).toEqual([(await panel(a)).custom_id, (await panel(b)).custom_id]);
    const [entry] = (await log()).filter(({ because }) => because === 'Discord refused the message');
    expect(entry).toMatchObject({ before: { panels: [d] }, after: { panels: [a, b] } });
  });

  test('leaves its multi-panel no more panels than one holds', async () => {
    const ids: number[] = [];
    for (let n = 0; n < multiPanelLimits.max; n += 1) ids.push(await made(`Panel ${n}`));
    const late = await made('Late');
    const multi = await makeMultiPanel([late, ...ids.slice(1)]);
    await removePanel(late);
    const full = { panels: ids, channel_id: desk.lobby };
    expect((await updateMultiPanel(multi, full)()).status).toBe(200);
    let undoing: Promise<void> | undefined;
    await refusedAfter(updateMultiPanel(multi, { channel_id: closed, panels: ids.slice(1) }), async () => {
      undoing = undoDeletionOf(late);
      await vi.waitFor(async () => expect((await multiPanel(multi)).panels).toContain(late), 10_000);
    });
    await undoing;
    expect(await multiPanel(multi)).toMatchObject(full);
  });
});

test('settings that name a panel which is deleted at this moment are refused, or lose it again', async () => {
  for (let round = 0; round < 12; round += 1) {
    desk = await w.addDesk({ premium: true });
    const id = await made('One');
    const body = { context_menu_panel: id } as never;
    const [removed, saved] = await Promise.all([
      removePanel(id),
      w.app.call('settings.save', { params: at(), ...owner(), body }),
    ]);
    expect(removed.status).toBe(200);
    if (saved.status !== 200) expect(saved.error.code).toBe('settings.context_menu_panel_invalid');
    const now = (await w.app.call('settings.get', { params: at(), ...owner() })).body;
    expect(now.context_menu_panel).toBe(null);
    const told = (await log()).filter(({ because }) => because === 'the panel One was deleted');
    expect(told).toHaveLength(saved.status === 200 ? 1 : 0);
  }
});
