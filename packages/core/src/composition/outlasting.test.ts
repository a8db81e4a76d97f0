import { multiPanelDefaults } from '@tickets/contract/panels/panel-defaults';
import type { PanelInput } from '@tickets/contract/panels/panels';
import { outlastingSettings } from '@tickets/contract/settings/outlasting';
import { type SettingsSave, settingsDefaults } from '@tickets/contract/settings/settings';
import { callAs } from '@tickets/testkit/data/access';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { createMultiPanel, updateMultiPanel } from '../panels/multi/multi-panels.ts';
import { createPanel, listPanels, updatePanel } from '../panels/panels.ts';
import { settingsOf } from '../settings/read.ts';
import { rowOf } from '../settings/rows.ts';
import { saveSettings, updateSettings } from '../settings/save.ts';
import { takeFirstStep } from '../setup/first-steps.ts';
import { setUpServer } from '../setup/set-up.ts';
import { saveTag } from '../tags/tags.ts';
import { undo } from '../undo/undo.ts';

const refusal =
  'You are here because this server let you in for some time. Only its own administrators can do this.';

let w: TicketWorld;
let owner: UserCall;
/** On the bot staff, a member as others are, and let in by an override alone. */
let helper: UserCall;
let lobby: string;
let general: string;
let role_id: string;

beforeAll(async () => {
  w = await startTicketWorld();
  const { guild_id, member } = w;
  const channel = async (name: string, position: number) => {
    const { id } = w.sim.world.addChannel({ guild_id, name });
    await w.ctx.db
      .insertInto('guild_channels')
      .values({ guild_id, channel_id: id, name, type: 0, position })
      .onConflict((oc) => oc.doNothing())
      .execute();
    return id;
  };
  [lobby, general] = [await channel('panels', 9), await channel('general', 10)];
  role_id = w.sim.world.addRole({ guild_id, name: 'Everybody else' }).id;
  await w.ctx.db.insertInto('guild_roles').values({ guild_id, role_id, name: 'Everybody else' }).execute();
  await w.ctx.db.insertInto('bot_staff').values({ user_id: member.id }).execute();
  await w.ctx.db
    .insertInto('staff_overrides')
    .values({ guild_id, expires_at: new Date(Date.now() + 3_600_000) })
    .execute();
  owner = await callAs(w, w.owner.id);
  helper = await callAs(w, member.id);
  expect(helper.caller.access.rule.kind).toBe('staff_override');
});
afterAll(() => w[Symbol.asyncDispose]());
beforeEach(() => w.settings({ ...rowOf(settingsDefaults), archive_channel: w.archive_id }));

/** The fields at which something was refused as lasting longer than the override, and nothing else was. */
async function refusedFields(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => undefined,
    (refused: unknown) => refused as { fields?: { path: string; message: string }[] },
  );
  expect([...new Set(error?.fields?.map(({ message }) => message))]).toEqual(error ? [refusal] : []);
  return (error?.fields ?? []).map(({ path }) => path);
}

const newPanel = async (input: PanelInput = {}) =>
  (await createPanel(owner, w.guild_id, { channel_id: lobby, ...input })).panel_id;
async function panelOf(panel_id: number) {
  const panel = (await listPanels(owner, w.guild_id)).find((one) => one.panel_id === panel_id);
  if (!panel) throw new Error('the panel is gone');
  return panel;
}
const newTeam = async () =>
  (
    await w.ctx.db
      .insertInto('support_teams')
      .values({ guild_id: w.guild_id, name: `Team ${Math.random()}` })
      .returning('team_id')
      .executeTakeFirstOrThrow()
  ).team_id;

test('setting a server up by steps makes only what does not outlast it, and nothing in Discord of the rest', async () => {
  await w.settings({ archive_channel: null, category: null });
  const before = [w.sim.world.roles.all().length, w.sim.world.channels.all().length];
  const results: Record<string, string> = {};
  await setUpServer(
    helper,
    { guild_id: w.guild_id, user_id: w.member.user.id },
    async ({ step, ...made }) => {
      results[step] = 'error' in made ? made.error.message : 'made';
    },
  );
  const refused = { admin_role: refusal, support_role: refusal, archive: refusal };
  expect(results).toEqual({ ...refused, category: 'made' });
  expect([w.sim.world.roles.all().length, w.sim.world.channels.all().length - 1]).toEqual(before);
  await w.settings({ use_threads: true, ticket_notification_channel: general });
  await expect(takeFirstStep(helper, w.guild_id, 'panel')).rejects.toThrow(refusal);
  expect([w.sim.world.roles.all().length, w.sim.world.channels.all().length - 1]).toEqual(before);
});

describe('settings that someone changes whom an override alone lets in', () => {
  const changes: [change: (made: { panel_id: number }) => Partial<SettingsSave>, fields: string[]][] = [
    [() => ({ archive_channel: general }), ['archive_channel']],
    [() => ({ archive_channel: null }), ['archive_channel']],
    [
      () => ({ use_threads: true, ticket_notification_channel: general }),
      ['use_threads', 'ticket_notification_channel'],
    ],
    [() => ({ anonymise_dashboard_responses: true }), ['anonymise_dashboard_responses']],
    [() => ({ context_menu_permission_level: '2' }), ['context_menu_permission_level']],
    [() => ({ context_menu_add_sender: false }), ['context_menu_add_sender']],
    [({ panel_id }) => ({ context_menu_panel: panel_id }), ['context_menu_panel']],
    [
      () => ({ claim_settings: { support_can_view: true, support_can_type: true } }),
      ['claim_settings.support_can_type'],
    ],
  ];
  test.each(changes)('are refused where that would outlast it (%#)', async (change, fields) => {
    const before = await settingsOf(w.ctx.db, w.guild_id);
    const made = { panel_id: await newPanel() };
    const kept = {
      archive_channel: before.archive_channel,
      ticket_notification_channel: null,
      overflow_category_id: null,
    };
    const input = { ...kept, ...change(made), language: 'de' };
    expect(await refusedFields(saveSettings(helper, w.guild_id, input))).toEqual(fields);
    expect(await settingsOf(w.ctx.db, w.guild_id)).toEqual(before);
    await saveSettings(owner, w.guild_id, { ...kept, ...change(made) });
  });

  test('are tried for every field of which that is said', () => {
    const tried = new Set(changes.flatMap(([, fields]) => fields.map((field) => field.split('.')[0])));
    const said = Object.entries(outlastingSettings).flatMap(([name, is]) => (is ? [name] : []));
    expect([...tried].sort()).toEqual(said.sort());
  });

  test('are saved where it would not, with the others as they are', async () => {
    const { archive_channel } = await settingsOf(w.ctx.db, w.guild_id);
    await saveSettings(helper, w.guild_id, {
      archive_channel,
      ticket_notification_channel: null,
      overflow_category_id: null,
      welcome_message: 'Ahoy!',
      users_can_close: false,
      ticket_limit: 3,
      auto_close: { enabled: true },
    });
    expect(await settingsOf(w.ctx.db, w.guild_id)).toMatchObject({
      archive_channel,
      welcome_message: 'Ahoy!',
      users_can_close: false,
      ticket_limit: 3,
    });
  });

  test('come back by no undo that would outlast it', async () => {
    const { archive_channel } = await settingsOf(w.ctx.db, w.guild_id);
    await updateSettings(owner, w.guild_id, { archive_channel: general });
    await updateSettings(owner, w.guild_id, { archive_channel });
    const { entry_id } = await w.ctx.db
      .selectFrom('audit_entries')
      .where('guild_id', '=', w.guild_id)
      .select('entry_id')
      .orderBy('entry_id', 'desc')
      .executeTakeFirstOrThrow();
    await expect(undo(helper, w.guild_id, entry_id)).rejects.toThrow(refusal);
    expect((await settingsOf(w.ctx.db, w.guild_id)).archive_channel).toBe(archive_channel);
  });
});

describe('panels that someone changes whom an override alone lets in', () => {
  const changes: [change: (made: { team_id: number }) => PanelInput, fields: string[]][] = [
    [() => ({ mentions: [role_id] }), ['mentions']],
    [() => ({ default_team: false }), ['default_team']],
    [({ team_id }) => ({ teams: [team_id] }), ['teams']],
    [() => ({ access_control_list: [{ role_id: w.guild_id, action: 'deny' }] }), ['access_control_list']],
  ];
  test.each(changes)('keep who gets in and who is called (%#)', async (change, fields) => {
    const made = { team_id: await newTeam() };
    const panel_id = await newPanel();
    const before = await panelOf(panel_id);
    const input = { ...change(made), title: 'Other' };
    expect(await refusedFields(updatePanel(helper, w.guild_id, panel_id, input))).toEqual(fields);
    expect(await panelOf(panel_id)).toEqual(before);
    expect(
      await refusedFields(createPanel(helper, w.guild_id, { channel_id: lobby, ...change(made) })),
    ).toEqual(fields);
    await updatePanel(owner, w.guild_id, panel_id, change(made));
  });

  test('are made and changed in all else, also when the whole panel is sent', async () => {
    const panel_id = await newPanel({
      teams: [await newTeam(), await newTeam()],
      mentions: [role_id, 'user'],
    });
    const whole = await panelOf(panel_id);
    const teams = [...whole.teams].reverse();
    await updatePanel(helper, w.guild_id, panel_id, { ...whole, teams, title: 'Other', channel_id: general });
    expect(await panelOf(panel_id)).toMatchObject({ title: 'Other', channel_id: general });
    await createPanel(helper, w.guild_id, { channel_id: lobby, title: 'Theirs' });
  });

  test('stay in their channels in thread mode, where the threads of their tickets are there', async () => {
    const panel_id = await newPanel();
    const other = await newPanel();
    const multi = { channel_id: lobby, panels: [panel_id, other], embed: { ...multiPanelDefaults.embed } };
    const { id } = await createMultiPanel(owner, w.guild_id, multi);
    await w.settings({ use_threads: true, ticket_notification_channel: general });
    // A call reads settings once.
    helper = await callAs(w, w.member.id);
    const moved = { channel_id: general };
    expect(await refusedFields(updatePanel(helper, w.guild_id, panel_id, moved))).toEqual(['channel_id']);
    expect(await refusedFields(createPanel(helper, w.guild_id, moved))).toEqual(['channel_id']);
    expect(await refusedFields(updateMultiPanel(helper, w.guild_id, id, moved))).toEqual(['channel_id']);
    expect(await refusedFields(createMultiPanel(helper, w.guild_id, { ...multi, ...moved }))).toEqual([
      'channel_id',
    ]);
    await updatePanel(helper, w.guild_id, panel_id, { title: 'Stays' });
  });
});

test('a tag that someone saves whom an override alone lets in mentions nobody whom it did not mention before', async () => {
  const tag = (content: string) => ({
    id: 'rules',
    given_id: 'rules',
    content,
    use_embed: false,
    use_guild_command: false,
    embed: null,
  });
  const save = (by: UserCall, content: string) => saveTag(by, w.guild_id, tag(content));
  expect(await refusedFields(save(helper, `Ask <@!${w.member.id}>`))).toEqual(['content']);
  await save(helper, 'Read the rules.');
  await save(owner, `Ask <@${w.owner.id}>`);
  await save(helper, `Please ask <@${w.owner.id}>`);
  expect(await refusedFields(save(helper, `Ask <@${w.owner.id}> or <@${w.member.id}>`))).toEqual(['content']);
});
