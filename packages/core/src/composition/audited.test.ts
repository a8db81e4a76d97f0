import { type AuditAction, auditActions } from '@tickets/contract/audit/codes';
import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { callAs } from '@tickets/testkit/data/access';
import { buildForm, buildMember, buildTicket } from '@tickets/testkit/data/factories';
import { buildIntegration } from '@tickets/testkit/data/integrations';
import { everything, findUseCases } from '@tickets/testkit/permissions/use-cases';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { productCallBy } from '../access/product.ts';
import { addBotStaff, removeBotStaff } from '../bot-staff/bot-staff.ts';
import {
  createIntegration,
  deleteIntegration,
  publishIntegration,
  updateIntegration,
} from '../integrations/own.ts';
import { approveIntegration, refuseIntegration } from '../integrations/review.ts';
import { createWebhook } from '../outgoing-webhooks/webhooks.ts';
import { createMultiPanel } from '../panels/multi/multi-panels.ts';
import { createPanel } from '../panels/panels.ts';
import { withFacts } from '../platform/facts.ts';
import { grantPremium, revokePremium } from '../premium/grants.ts';
import { makeKeys } from '../premium/keys.ts';
import { saveTag } from '../tags/tags.ts';
import { clearStatus, createCommands, disableOwnBot, setStatus } from '../whitelabel/own.ts';
import { submitToken } from '../whitelabel/submit.ts';

/** What people set up. Whatever changes one of these tables leaves an entry. */
const configuration = [
  'bot_staff',
  'blacklisted_roles',
  'blacklisted_users',
  'entitlements',
  'form_inputs',
  'forms',
  'guild_integration_secrets',
  'guild_integrations',
  'guild_settings',
  'integrations',
  'multi_panel_panels',
  'outgoing_webhooks',
  'multi_panels',
  'panel_access_rules',
  'panel_teams',
  'panels',
  'permissions',
  'role_permissions',
  'staff_overrides',
  'support_team_roles',
  'support_team_users',
  'support_teams',
  'tags',
  'transcript_removals',
  'transcript_retention',
  'whitelabel_bots',
];

/** Use-cases that read, that work with tickets (whose history is the ticket's own), or that end in others of these. */
const leavesNoEntry = `
  acceptCloseRequest addToTicket admitTicket answerOwnSurvey answerSurvey cancelDownload cancelExport checkCopy checkImport confirmImport discardImport checkMayBeBlacklisted
  checkMayBecomeStaff claimTicket closeOwnTicket closeTicket denyCloseRequest downloadLink exportLink earlierOfOpener editCloseReason
  explainAccess getOwnTicket getTicketView isAdded joinTicket keepOpen letStaffIn listAdministrators listAvailable listBlacklist
  listBotStaff listDeliveries listCopySources listDownloads listLogs listRuns listUploads listEntries listExports listForms listLinks listMultiPanels listOpenTickets listPanels
  listPlaceholders listReaders listReviews listStaff listTags listTeamMembers listTeams listTranscripts listViewers
  listWaitingTickets listWebhookDeliveries listWebhooks makeLink markRead neighboursOf openNotes openSurvey openTicket openTicketFor planOpening
  prepareCopy prepareOpening presignUpload previewRetention previewUndo rateTicket readCloseReason readColours readFirstSteps readOverride readPiece readQueue
  readAddedState readPremium readRetention readSurvey readUpload removeFromTicket renameTicket renderInBatches renderTranscript reopenTicket replyToTicket
  requestClose resendDelivery revokeLink search sendTag serverStats speakInTicket startCopy startDownload startImport suggestCloseReasons suggestPanels
  suggestReopening switchPanel testWebhook toggleAutoClose toggleOnCall transferTargets transferTicket unclaimTicket userStats
  usualCloseReasons writeInOwnTicket`
  .trim()
  .split(/\s+/);

let w: TicketWorld;
let call: UserCall;
let lobby: string;
let role_id: string;
const user = () => ({ guild_id: w.guild_id, kind: 'user' as const, id: w.member.id });
const role = () => ({ guild_id: w.guild_id, kind: 'role' as const, id: role_id });
const question = {
  label: 'Why?',
  type: 4,
  position: 1,
  style: 1,
  required: true,
  min_length: 0,
  max_length: 255,
};
const embed = (title: string) => CustomEmbedInput.parse({ title });
const newPanel = async () => (await createPanel(call, w.guild_id, { channel_id: lobby })).panel_id;
const newPanels = async () => [await newPanel(), await newPanel()];
const newMulti = async () => {
  const panels = await newPanels();
  return (await createMultiPanel(call, w.guild_id, { channel_id: lobby, panels, embed: embed('Choose') })).id;
};
const newForm = async () => (await buildForm(w.ctx, { guild_id: w.guild_id })).form_id;
const newTeam = async () =>
  (
    await w.ctx.db
      .insertInto('support_teams')
      .values({ guild_id: w.guild_id, name: `Team ${Math.random()}` })
      .returning('team_id')
      .executeTakeFirstOrThrow()
  ).team_id;
const tag = (id: string, content = 'Read it.') => ({
  id,
  given_id: id,
  content,
  use_embed: false,
  use_guild_command: false,
  embed: null,
});
/** The last one goes first: nobody has many. */
const integration = async (more: object = {}) => {
  await w.ctx.db.deleteFrom('integrations').execute();
  return buildIntegration(w.ctx, { owner_id: w.owner.id, ...more });
};
const added = async (more: object = {}) => ({
  guild_id: w.guild_id,
  integration_id: await integration({ guild_id: w.guild_id, ...more }),
});
const closed = async () => {
  const { ticket_id } = await buildTicket(w.ctx, {
    guild_id: w.guild_id,
    opener_id: w.member.id,
    status: 'closed',
    has_transcript: true,
  });
  return { guild_id: w.guild_id, ticket_id };
};
const deletedForm = async () => ({
  form_id: (await newForm()) + 1000,
  custom_id: 'x'.repeat(30),
  title: 'Back',
  inputs: [{ ...question, placeholder: null, type: 4 as const, style: 1 as const }],
  panels: [],
});
const address = { url: 'https://desk.example', events: ['ticket.opened' as const], enabled: true };
/** The last one goes first: a server has few. */
const newWebhook = async () => {
  await w.ctx.db.deleteFrom('outgoing_webhooks').execute();
  const { webhook } = await createWebhook(call, { guild_id: w.guild_id, ...address });
  return { guild_id: w.guild_id, webhook_id: webhook.id };
};
const premiumKey = async () => {
  const [key = ''] = await makeKeys(w.ctx, { tier: 0, days: 1 }, 1);
  return key;
};

/** What each use-case that changes something is called with, and which action it leaves. */
const cases: Record<string, [AuditAction, () => Promise<unknown[]>]> = {
  addIntegration: [
    'integration.add',
    async () => [{ guild_id: w.guild_id, integration_id: await integration(), secrets: {} }],
  ],
  addStaff: ['member.add', async () => [role(), 'support']],
  addToBlacklist: ['blacklist.add', async () => [user()]],
  addToTeam: ['member.add', async () => [await newTeam(), user()]],
  createForm: ['form.create', async () => [w.guild_id, { title: 'Questions' }]],
  createMultiPanel: [
    'multi_panel.create',
    async () => [w.guild_id, { channel_id: lobby, panels: await newPanels(), embed: embed('Choose') }],
  ],
  createPanel: ['panel.create', async () => [w.guild_id, { channel_id: lobby }]],
  createWebhook: ['webhook.create', async () => [{ guild_id: w.guild_id, ...address }]],
  deleteWebhook: ['webhook.delete', async () => [await newWebhook()]],
  rotateSecret: ['webhook.rotate', async () => [await newWebhook()]],
  updateWebhook: [
    'webhook.update',
    async () => [{ ...(await newWebhook()), ...address, url: 'https://other.example' }],
  ],
  createTeam: ['team.create', async () => [w.guild_id, { name: 'Billing' }]],
  grantOverride: ['override.grant', async () => [w.guild_id, { time_period: 1 }]],
  keepTranscriptsFor: ['transcript.retention', async () => [w.guild_id, { days: 30 }]],
  redeemKey: ['premium.change', async () => [w.guild_id, await premiumKey()]],
  removeForm: ['form.delete', async () => [w.guild_id, await newForm()]],
  removeFromBlacklist: ['blacklist.remove_user', async () => [user()]],
  removeFromDefaultTeam: [
    'member.remove',
    async () => [{ guild_id: w.guild_id, kind: 'user', id: w.staff.id }],
  ],
  removeFromTeam: [
    'member.remove',
    async () => {
      const team_id = await newTeam();
      await w.ctx.db.insertInto('support_team_users').values({ team_id, user_id: w.member.id }).execute();
      return [team_id, user()];
    },
  ],
  removeIntegration: ['integration.remove', async () => [await added()]],
  removeMultiPanel: ['multi_panel.delete', async () => [w.guild_id, await newMulti()]],
  removePanel: ['panel.delete', async () => [w.guild_id, await newPanel()]],
  removeStaff: ['member.remove', async () => [role(), 'support']],
  removeTag: [
    'tag.delete',
    async () => {
      await saveTag(call, w.guild_id, tag('gone'));
      return [w.guild_id, 'gone'];
    },
  ],
  removeTeam: ['team.delete', async () => [w.guild_id, await newTeam()]],
  removeTranscript: ['transcript.delete', async () => [await closed()]],
  renameForm: ['form.rename', async () => [w.guild_id, await newForm(), { title: 'Another' }]],
  resendMultiPanel: ['multi_panel.resend', async () => [w.guild_id, await newMulti()]],
  resendPanel: ['panel.resend', async () => [w.guild_id, await newPanel()]],
  restoreForm: ['form.create', async () => [w.guild_id, await deletedForm()]],
  revokeOverride: ['override.end', async () => [w.guild_id]],
  saveColours: ['settings.update', async () => [w.guild_id, { 0: '#112233', 1: '#445566' }]],
  saveFormInputs: [
    'form.questions',
    async () => {
      const { form_id, inputs } = await buildForm(w.ctx, { guild_id: w.guild_id });
      return [w.guild_id, form_id, { create: [question], update: [], delete: inputs.map(({ id }) => id) }];
    },
  ],
  saveSecrets: [
    'integration.secrets',
    async () => [
      { ...(await added({ secrets: [{ name: 'key' }], filled: { key: 'old' } })), secrets: { key: 'new' } },
    ],
  ],
  saveSettings: ['settings.update', async () => [w.guild_id, { users_can_close: false }]],
  saveTag: ['tag.save', async () => [w.guild_id, tag('docs')]],
  setUpServer: [
    'member.add',
    async () => [{ guild_id: w.guild_id, user_id: w.owner.id }, async () => undefined],
  ],
  takeFirstStep: [
    'settings.update',
    async () => {
      await w.settings({ category: null });
      return [w.guild_id, 'category'];
    },
  ],
  toggleBlacklisted: [
    'blacklist.add',
    async () => [{ ...user(), id: await buildMember(w.ctx, { guild_id: w.guild_id }) }],
  ],
  startExport: ['export.make', async () => [w.guild_id, { contents: 'setup' }]],
  undo: [
    'panel.delete',
    async () => {
      const panel_id = await newPanel();
      const { entry_id } = await w.ctx.db
        .selectFrom('audit_entries')
        .where('resource_id', '=', String(panel_id))
        .where('action', '=', auditActions['panel.create'])
        .select('entry_id')
        .executeTakeFirstOrThrow();
      return [w.guild_id, entry_id];
    },
  ],
  updateMultiPanel: [
    'multi_panel.update',
    async () => [w.guild_id, await newMulti(), { embed: embed('Other') }],
  ],
  updatePanel: ['panel.update', async () => [w.guild_id, await newPanel(), { title: 'Other' }]],
  updateSettings: ['settings.update', async () => [w.guild_id, { hide_claim_button: true }]],
};

/** What is of no server: the product's own team, integrations of their creators, and bots that users run. */
const ofNoServer: Record<string, [AuditAction, () => Promise<unknown>]> = {
  submitToken: [
    'whitelabel.create',
    async () => {
      await grantPremium(w.ctx, { user_id: w.owner.id }, { tier: 1 });
      await submitToken(w.ctx, w.owner.id, ownBot().bot_token);
    },
  ],
  submitNewToken: ['whitelabel.new_token', () => submitToken(w.ctx, w.owner.id, ownBot().bot_token)],
  setStatus: [
    'whitelabel.set_status',
    () => setStatus(w.ctx, w.owner.id, { status: 'the oven', status_type: 3 }),
  ],
  clearStatus: ['whitelabel.clear_status', () => clearStatus(w.ctx, w.owner.id)],
  createCommands: ['whitelabel.create_commands', () => createCommands(w.ctx, w.owner.id)],
  disableOwnBot: [
    'whitelabel.delete',
    async () => {
      await disableOwnBot(w.ctx, w.owner.id);
      await revokePremium(w.ctx, { user_id: w.owner.id });
    },
  ],
  addBotStaff: ['bot_staff.add', () => addBotStaff(product(), w.member.id)],
  removeBotStaff: ['bot_staff.remove', () => removeBotStaff(product(), w.member.id)],
  createIntegration: [
    'own_integration.create',
    async () => {
      await w.ctx.db.deleteFrom('integrations').execute();
      await createIntegration(w.ctx, w.owner.id, said);
    },
  ],
  updateIntegration: [
    'own_integration.update',
    async () => updateIntegration(w.ctx, w.owner.id, { ...said, integration_id: await integration() }),
  ],
  deleteIntegration: [
    'own_integration.delete',
    async () => deleteIntegration(w.ctx, w.owner.id, await integration()),
  ],
  publishIntegration: [
    'own_integration.publish',
    async () => publishIntegration(w.ctx, w.owner.id, await integration()),
  ],
  approveIntegration: [
    'own_integration.approve',
    async () => {
      const integration_id = await integration({ review: 'waiting' });
      const { updated_at } = await w.ctx.db
        .selectFrom('integrations')
        .where('integration_id', '=', integration_id)
        .select('updated_at')
        .executeTakeFirstOrThrow();
      await approveIntegration(product(), { integration_id, updated_at: updated_at.toISOString() });
    },
  ],
  refuseIntegration: [
    'own_integration.refuse',
    async () =>
      refuseIntegration(product(), {
        integration_id: await integration({ review: 'waiting' }),
        reason: 'No',
      }),
  ],
};
const product = () => productCallBy(w.ctx, w.owner.id);
const said = {
  name: 'Game facts',
  description: 'What a player has done',
  image_url: null,
  privacy_policy_url: null,
  http_method: 'GET' as const,
  webhook_url: 'https://facts.example/of',
  validation_url: null,
  placeholders: [],
  headers: [],
  secrets: [],
};

const found = await findUseCases();

beforeAll(async () => {
  w = await startTicketWorld();
  Object.assign(w.ctx.config, { admins: new Set([w.owner.id]), premium: 'entitlements' });
  await grantPremium(w.ctx, { guild_id: w.guild_id }, { tier: 0, expires_at: new Date('2099-01-01') });
  const { world } = w.sim;
  lobby = world.addChannel({ guild_id: w.guild_id, name: 'panels' }).id;
  role_id = world.addRole({ guild_id: w.guild_id, name: 'Helpers' }).id;
  await w.ctx.db
    .insertInto('guild_roles')
    .values({ guild_id: w.guild_id, role_id, name: 'Helpers' })
    .execute();
  await w.ctx.db
    .insertInto('guild_channels')
    .values({ guild_id: w.guild_id, channel_id: lobby, name: 'panels', type: 0, position: 9 })
    .onConflict((oc) => oc.doNothing())
    .execute();
  call = await callAs(w, w.owner.id);
});
afterAll(() => w[Symbol.asyncDispose]());

/** The application that the owner runs as a bot. */
const ownBot = () =>
  [...w.sim.world.applications.all()].find(({ name }) => name === 'Bakery Desk') ??
  w.sim.world.addApplication({ name: 'Bakery Desk' });

test('each use-case leaves an entry, or is said to leave none', () => {
  const known = [...Object.keys(cases), ...leavesNoEntry];
  const of_no_server = Object.keys(ofNoServer).filter((name) => found.has(name));
  expect([...known, ...of_no_server].sort()).toEqual([...found.keys()].sort());
});

/** While it stands, the connection that writes an entry dies before it has: the program is killed between both. */
async function killing(work: () => Promise<unknown>): Promise<unknown> {
  await sql`create or replace function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(w.ctx.db);
  await sql`create trigger dies before insert on audit_entries for each row execute function die()`.execute(
    w.ctx.db,
  );
  try {
    return await work();
  } catch (error) {
    return error;
  } finally {
    await sql`drop trigger dies on audit_entries`.execute(w.ctx.db);
  }
}

async function setUp(): Promise<Record<string, string | null | undefined>> {
  const all = await everything(w.ctx);
  return Object.fromEntries(configuration.map((table) => [table, all[table]]));
}

const last = (guild_id: string | null, after: number) =>
  w.ctx.db
    .selectFrom('audit_entries')
    .where((eb) => (guild_id ? eb('guild_id', '=', guild_id) : eb('guild_id', 'is', null)))
    .where('entry_id', '>', after)
    .select(['entry_id', 'user_id', 'source', 'action'])
    .orderBy('entry_id')
    .execute();
const newest = async () => (await last(w.guild_id, 0)).at(-1)?.entry_id ?? 0;

describe('a change is written with who made it, and neither is there without the other:', () => {
  test.each(Object.entries(cases))('%s', async (name, [action, inputOf]) => {
    const useCase = found.get(name);
    if (!useCase) throw new Error(`there is no ${name}`);
    const input = await inputOf();
    const fresh = () => withFacts(call);
    const before = await setUp();
    expect(await killing(async () => useCase(fresh(), ...input))).toBeInstanceOf(Error);
    expect(await setUp()).toEqual(before);

    const after = await newest();
    await useCase(fresh(), ...input);
    expect(await last(w.guild_id, after)).toContainEqual({
      entry_id: expect.any(Number),
      user_id: w.owner.id,
      source: 'dashboard',
      action: auditActions[action],
    });
  });

  test.each(Object.entries(ofNoServer))('%s, which no server sees', async (_, [action, work]) => {
    const after = (await last(null, 0)).at(-1)?.entry_id ?? 0;
    await work();
    expect(await last(null, after)).toContainEqual(
      expect.objectContaining({ user_id: w.owner.id, action: auditActions[action] }),
    );
  });

  test('what the operator and time itself change names no person', async () => {
    const after = await newest();
    await grantPremium(w.ctx, { guild_id: w.guild_id }, { tier: 1 });
    await revokePremium(w.ctx, { guild_id: w.guild_id });
    const entries = await last(w.guild_id, after);
    expect(entries.filter(({ source }) => source === 'operator').length).toBeGreaterThanOrEqual(2);
    expect(entries.every(({ user_id }) => user_id === null)).toBe(true);
  });
});
