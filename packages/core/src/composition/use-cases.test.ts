import { randomUUID } from 'node:crypto';
import { AppError } from '@tickets/contract/platform/errors';
import { callAs } from '@tickets/testkit/data/access';
import { buildForm, buildMember, buildTicket, randomId } from '@tickets/testkit/data/factories';
import { everything, findUseCases, type UseCase } from '@tickets/testkit/permissions/use-cases';
import { startTicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callBy, strangerTo, type UserCall } from '../access/caller.ts';
import type { Context } from '../platform/context.ts';
import { findTicket } from '../tickets/model/find.ts';

const found = await findUseCases();

/** Ids of things that are there, so that a caller who may would be served. */
let is: {
  ctx: Context;
  guild_id: string;
  ticket_id: number;
  closed_id: number;
  other_id: string;
  form_id: number;
};
const ticket = () => ({ guild_id: is.guild_id, ticket_id: is.ticket_id });
const closed = () => ({ guild_id: is.guild_id, ticket_id: is.closed_id });
const rowOf = async (key: { guild_id: string; ticket_id: number }) => findTicket(is.ctx.db, key);
const person = () => ({ guild_id: is.guild_id, kind: 'user' as const, id: is.other_id });
/** Anyone may open a ticket, except about a message where the settings of this server leave that to staff. */
const press = () => ({
  guild_id: is.guild_id,
  interaction_id: '1',
  channel: { id: '1', type: 0, permissions: 0n },
  from: { source: 'context_menu', origin: null },
});
const webhook = () => ({ guild_id: is.guild_id, webhook_id: randomUUID() });
const webhookInput = { url: 'https://desk.example', events: ['ticket.opened'], enabled: true };
const upload = () => ({ guild_id: is.guild_id, upload_id: randomUUID() });
const inServer = () => [is.guild_id];
const withId = () => [is.guild_id, is.form_id];

/** With what each is called. A new use-case has to be named here. */
const inputs: Record<string, () => unknown[] | Promise<unknown[]>> = {
  acceptCloseRequest: async () => [await rowOf(ticket()), { stamp: '1' }, { onBegun: async () => undefined }],
  addIntegration: () => [{ guild_id: is.guild_id, integration_id: 1, secrets: {} }],
  addBotStaff: () => [is.other_id],
  addStaff: () => [person(), 'admin'],
  addToTeam: () => ['default', { guild_id: is.guild_id, kind: 'role', id: is.guild_id }],
  addToBlacklist: () => [person()],
  admitTicket: () => [press()],
  addToTicket: async () => [
    { ticket: await rowOf(ticket()), target: { ...person(), name: 'max' }, interaction_id: randomId() },
  ],
  answerOwnSurvey: () => [closed(), { answers: {}, shown_at: new Date().toISOString() }],
  answerSurvey: () => [closed(), { texts: new Map() }],
  checkMayBecomeStaff: () => [person(), 'admin'],
  checkMayBeBlacklisted: () => [person()],
  claimTicket: () => [ticket()],
  closeOwnTicket: () => [ticket()],
  closeTicket: () => [{ ...ticket(), reason: null, source: 'dashboard' }],
  createForm: () => [is.guild_id, { title: 'Questions' }],
  createMultiPanel: inServer,
  createPanel: inServer,
  createTeam: () => [is.guild_id, { name: 'Billing' }],
  denyCloseRequest: async () => [await rowOf(ticket()), { stamp: '1' }],
  earlierOfOpener: () => [ticket()],
  editCloseReason: () => [{ ...closed(), reason: 'Spam' }],
  getOwnTicket: () => [ticket()],
  getTicketView: () => [ticket()],
  explainAccess: () => [is.guild_id, { user_id: is.other_id, ticket_id: is.ticket_id }],
  grantOverride: () => [is.guild_id, { time_period: 1 }],
  joinTicket: () => [ticket()],
  letStaffIn: () => ['ticket.join', ticket(), async () => undefined],
  keepOpen: async () => [await rowOf(ticket()), '1'],
  listAdministrators: inServer,
  listBotStaff: () => [],
  listBlacklist: () => [is.guild_id, 1],
  approveIntegration: () => [{ integration_id: 1, updated_at: new Date().toISOString() }],
  refuseIntegration: () => [{ integration_id: 1, reason: 'No' }],
  listReviews: () => [],
  listAvailable: () => [is.guild_id, 1],
  isAdded: () => [{ guild_id: is.guild_id, integration_id: 1 }],
  readAddedState: () => [{ guild_id: is.guild_id, integration_id: 1 }],
  listPlaceholders: inServer,
  listDeliveries: () => [{ guild_id: is.guild_id, integration_id: 1 }],
  removeIntegration: () => [{ guild_id: is.guild_id, integration_id: 1 }],
  saveSecrets: () => [{ guild_id: is.guild_id, integration_id: 1, secrets: {} }],
  listWebhooks: inServer,
  createWebhook: () => [{ guild_id: is.guild_id, ...webhookInput }],
  updateWebhook: () => [{ ...webhook(), ...webhookInput }],
  deleteWebhook: () => [webhook()],
  rotateSecret: () => [webhook()],
  testWebhook: () => [webhook()],
  listWebhookDeliveries: () => [webhook()],
  resendDelivery: () => [{ ...webhook(), delivery_id: randomUUID() }],
  cancelDownload: () => [{ guild_id: is.guild_id, download_id: randomUUID() }],
  downloadLink: () => [{ guild_id: is.guild_id, download_id: randomUUID() }],
  listDownloads: inServer,
  checkCopy: () => [upload(), undefined],
  checkImport: () => [upload(), undefined],
  confirmImport: () => [upload(), undefined],
  discardImport: () => [upload()],
  listCopySources: inServer,
  listLogs: () => [
    { guild_id: is.guild_id, run_id: randomUUID() },
    { after: 0, limit: 10 },
  ],
  listRuns: inServer,
  listUploads: inServer,
  readUpload: () => [upload()],
  prepareCopy: () => [is.guild_id, { from_guild_id: is.guild_id, parts: ['tags'] }],
  presignUpload: () => [
    is.guild_id,
    { file_type: 'data', file_size: '1', file_content_type: 'application/zip' },
  ],
  readQueue: inServer,
  startCopy: () => [upload(), undefined],
  startImport: () => [is.guild_id, { files: [], preview: false }],
  cancelExport: () => [{ guild_id: is.guild_id, export_id: randomUUID() }],
  exportLink: () => [{ guild_id: is.guild_id, export_id: randomUUID() }],
  listExports: inServer,
  startExport: () => [is.guild_id, { contents: 'setup' }],
  startDownload: () => [is.guild_id, { filter: {}, form: 'html' }],
  keepTranscriptsFor: () => [is.guild_id, { days: 30 }],
  previewUndo: () => [is.guild_id, 1],
  undo: () => [is.guild_id, 1],
  listEntries: () => [is.guild_id, {}],
  restoreForm: inServer,
  previewRetention: () => [is.guild_id, { days: 30 }],
  readRetention: inServer,
  removeTranscript: () => [closed()],
  listLinks: () => [closed()],
  listReaders: () => [closed()],
  makeLink: () => [closed(), { days: 1 }],
  listForms: inServer,
  listMultiPanels: inServer,
  listOpenTickets: inServer,
  listPanels: inServer,
  listStaff: inServer,
  listTags: inServer,
  listTeamMembers: () => [is.guild_id, 'default'],
  listTeams: inServer,
  listTranscripts: () => [is.guild_id, {}],
  listViewers: () => [ticket(), 1],
  listWaitingTickets: inServer,
  markRead: () => [{ ...ticket(), message_id: '1' }],
  neighboursOf: () => [closed(), {}],
  openNotes: () => [ticket()],
  openSurvey: () => [closed()],
  openTicket: () => [press()],
  openTicketFor: () => ['ticket.read', ticket()],
  rateTicket: () => [{ ...closed(), rating: 1 }],
  planOpening: () => [is.ctx.db, press(), { rehearsal: true }],
  prepareOpening: () => [press()],
  readOverride: inServer,
  readPremium: inServer,
  redeemKey: () => [is.guild_id, '123e4567-e89b-42d3-a456-426614174000'],
  readCloseReason: () => [closed()],
  readFirstSteps: inServer,
  readSurvey: () => [closed()],
  readColours: inServer,
  revokeLink: () => [{ ...closed(), link_id: randomUUID() }],
  removeBotStaff: () => [is.other_id],
  removeForm: withId,
  removeFromBlacklist: () => [person()],
  readPiece: () => [{ ...closed(), after: '1-1', limit: 100 }],
  removeFromDefaultTeam: () => [person()],
  removeFromTeam: () => ['default', person()],
  removeFromTicket: async () => [{ ticket: await rowOf(ticket()), target: { ...person(), name: 'max' } }],
  removeMultiPanel: withId,
  removePanel: withId,
  removeStaff: () => [person(), 'support'],
  removeTeam: withId,
  removeTag: () => [is.guild_id, 'docs'],
  renameForm: () => [...withId(), { title: 'Other' }],
  renameTicket: async () => [{ ...ticket(), name: 'other' }],
  renderInBatches: () => [closed()],
  renderTranscript: () => [closed()],
  reopenTicket: () => [closed(), { interaction_id: '1' }],
  replyToTicket: () => [{ ...ticket(), content: 'Hello' }],
  requestClose: () => [ticket(), { reason: null, hours: null }],
  resendMultiPanel: withId,
  resendPanel: withId,
  revokeOverride: inServer,
  saveColours: () => [is.guild_id, { 0: '#112233' }],
  saveFormInputs: withId,
  saveSettings: () => [is.guild_id, {}],
  saveTag: inServer,
  search: () => [is.guild_id, { q: 'hello', tz: 'UTC' }],
  sendTag: () => [{ ...ticket(), tag_id: 'docs' }],
  serverStats: inServer,

  setUpServer: () => [{ guild_id: is.guild_id, user_id: is.other_id }, async () => undefined],
  updateSettings: () => [is.guild_id, { use_threads: false }],
  speakInTicket: () => ['ticket.reply', { ...ticket(), text: 'Hello' }],
  suggestPanels: () => [is.guild_id, { typed: '', max: 1 }],
  switchPanel: () => [ticket(), { panel: '1' }],
  takeFirstStep: () => [is.guild_id, 'category'],
  toggleAutoClose: () => [ticket()],
  toggleBlacklisted: () => [person()],
  toggleOnCall: () => [],
  transferTargets: () => [ticket(), ''],
  transferTicket: () => [ticket(), is.other_id],
  unclaimTicket: () => [ticket()],
  updateMultiPanel: () => [...withId(), {}],
  updatePanel: () => [...withId(), {}],
  usualCloseReasons: () => [ticket()],
  userStats: () => [{ guild_id: is.guild_id, user_id: is.other_id }],
  writeInOwnTicket: () => [{ ...ticket(), content: 'Hello' }],
  // These offer what one may choose from: to strangers, nothing.
  suggestCloseReasons: () => [{ panel_id: null, typed: '', max: 5 }],
  suggestReopening: () => [{ typed: '', max: 5 }],
};

/** What members of a server may do who are nothing in it. */
const forMembers = ['listStaff'];

test('each use-case is named here', () => {
  expect(Object.keys(inputs).sort()).toEqual([...found.keys()].sort());
});

describe('a use-case refuses, and changes nothing, when it is called by', () => {
  let stack: AsyncDisposable;
  let callers: Record<'a stranger to the server' | 'a member who may nothing', UserCall>;
  beforeAll(async () => {
    const world = await startTicketWorld();
    stack = world;
    const { ctx, guild_id, member } = world;
    await world.settings({ context_menu_permission_level: 1 });
    const { ticket_id } = await world.openTicket();
    const { ticket_id: closed_id } = await buildTicket(ctx, {
      guild_id,
      opener_id: member.id,
      status: 'closed',
      close_reason: 'Done',
    });
    const { form_id } = await buildForm(ctx, { guild_id });
    is = { ctx, guild_id, ticket_id, closed_id, other_id: member.id, form_id };
    callers = {
      'a stranger to the server': callBy(ctx, strangerTo(guild_id, '4711'), 'dashboard'),
      'a member who may nothing': await callAs(world, await buildMember(ctx, { guild_id })),
    };
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  for (const who of ['a stranger to the server', 'a member who may nothing'] as const)
    test.each([...found])(`${who}: %s`, async (name, useCase) => {
      if (who === 'a member who may nothing' && forMembers.includes(name)) return;
      const before = await everything(is.ctx);
      const outcome = await attempt(useCase, callers[who], (await inputs[name]?.()) ?? []);
      if (name.startsWith('suggest')) expect(outcome).toSatisfy(isRefusedOrEmpty);
      else expect(outcome).toBeInstanceOf(AppError);
      expect(await everything(is.ctx)).toEqual(before);
    });
});

const isRefusedOrEmpty = (outcome: unknown) => outcome instanceof AppError || String(outcome) === '';

async function attempt(useCase: UseCase, call: UserCall, input: unknown[]): Promise<unknown> {
  try {
    return await useCase(call, ...input);
  } catch (error) {
    return error;
  }
}
