import { WebhookInput } from '@tickets/contract/outgoing-webhooks/webhooks';
import { AppError } from '@tickets/contract/platform/errors';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildTicket, buildUser } from '@tickets/testkit/data/factories';
import { buildWebhook } from '@tickets/testkit/data/outgoing-webhooks';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import type { Context } from '../platform/context.ts';
import { forgetGuild } from '../servers/guilds.ts';
import { listWebhookDeliveries, resendDelivery } from './log.ts';
import { createWebhook, deleteWebhook, listWebhooks, rotateSecret, updateWebhook } from './webhooks.ts';

let context: TestContext;
let ctx: Context;
let guild_id: string;
let admin: UserCall;

beforeAll(async () => {
  context = await createTestContext();
  ctx = context.ctx;
});
afterAll(() => context.close());
beforeEach(async () => {
  ({ guild_id } = await buildGuild(ctx));
  admin = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
});

const url = 'https://desk.example/in';
const input = (values: object = {}) => WebhookInput.parse({ url, events: ['ticket.opened'], ...values });
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error : undefined),
  );

async function note(webhook_id: string): Promise<string> {
  const { user_id } = await buildUser(ctx);
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id: user_id });
  const made = await ctx.db
    .insertInto('outgoing_deliveries')
    .values({ guild_id, webhook_id, ticket_id, event: 'ticket.opened', data: '{}', state: 'given_up' })
    .returning('message_id')
    .executeTakeFirstOrThrow();
  return made.message_id;
}
const deliveries = async () =>
  ctx.db.selectFrom('outgoing_deliveries').select('message_id').where('guild_id', '=', guild_id).execute();

test('a webhook is made, changed and deleted with its deliveries, and only the first answer has its secret', async () => {
  const made = await createWebhook(admin, { guild_id, ...input() });
  const key = { guild_id, webhook_id: made.webhook.id };
  expect(made.webhook).toMatchObject({ url, events: ['ticket.opened'], enabled: true, last_delivery: null });
  await updateWebhook(admin, {
    ...key,
    ...input({ events: ['ticket.rated', 'ticket.closed'], enabled: false }),
  });
  const [listed] = await listWebhooks(admin, guild_id);
  expect(listed).toMatchObject({ events: ['ticket.closed', 'ticket.rated'], enabled: false });
  expect(JSON.stringify(listed)).not.toContain(made.secret.slice(6));
  await note(key.webhook_id);
  await deleteWebhook(admin, key);
  expect(await listWebhooks(admin, guild_id)).toEqual([]);
  expect(await deliveries()).toEqual([]);
});

test('an address that leads elsewhere on its host is told by the log, without a key that it holds', async () => {
  const made = await createWebhook(admin, { guild_id, ...input({ url: `${url}/SECRET1?key=SECRET2` }) });
  const { id: webhook_id } = made.webhook;
  await updateWebhook(admin, { guild_id, webhook_id, ...input({ url: `${url}/SECRET3` }) });
  const rows = await ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .orderBy('entry_id')
    .execute();
  expect(rows.at(-1)).toMatchObject({ user_id: admin.caller.user_id, after: { path_changed: true } });
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('SECRET');
});

test('a webhook is not saved over what somebody else saved since, nor when they deleted it', async () => {
  const ann = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
  const { webhook } = await createWebhook(admin, { guild_id, ...input() });
  const key = { guild_id, webhook_id: webhook.id };
  const based_on = webhook.version;
  const theirs = await updateWebhook(ann, { ...key, ...input({ events: ['ticket.rated'] }), based_on });
  expect(theirs.version).toBeGreaterThan(based_on);
  const save = () => errorOf(updateWebhook(admin, { ...key, ...input({ enabled: false }), based_on }));
  const refused = await save();
  expect(refused?.code).toBe('save.outdated');
  expect(refused?.details).toMatchObject({
    changed: [{ user_id: ann.caller.user_id, fields: ['events'], entry_id: theirs.version }],
  });
  expect(await listWebhooks(admin, guild_id)).toMatchObject([{ events: ['ticket.rated'], enabled: true }]);
  await updateWebhook(admin, { ...key, ...input() });
  await deleteWebhook(ann, key);
  expect((await save())?.details).toMatchObject({ changed: [{ user_id: ann.caller.user_id }, {}, {}] });
});

test('a server has five, also where two are added at once', async () => {
  for (let count = 0; count < 4; count++) await createWebhook(admin, { guild_id, ...input() });
  const two = [1, 2].map(() => errorOf(createWebhook(admin, { guild_id, ...input() })));
  expect((await Promise.all(two)).map((error) => error?.code).sort()).toEqual([
    'outgoing_webhook.limit',
    undefined,
  ]);
});

test.each([
  'http://127.0.0.1/in',
  'http://localhost:3000/in',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/in',
  'http://10.0.0.1/in',
  'http://0x7f000001/in',
])('an address that is not public is refused at its field: %s', async (url) => {
  const made = await errorOf(createWebhook(admin, { guild_id, ...input({ url }) }));
  expect(made?.code).toBe('outgoing_webhook.private_url');
  expect(made?.fields?.[0]?.path).toBe('url');
  const { webhook_id } = await buildWebhook(admin, { guild_id, url: 'https://desk.example' });
  const changed = await errorOf(updateWebhook(admin, { guild_id, webhook_id, ...input({ url }) }));
  expect(changed?.code).toBe('outgoing_webhook.private_url');
});

test.each([
  ['ftp://desk.example', 'url'],
  ['https://me:key@desk.example', 'url'],
  [`https://desk.example/${'x'.repeat(480)}`, 'url'],
  ['', 'url'],
])('what is no address for a webhook is refused: %s', (url, path) => {
  expect(WebhookInput.safeParse({ url, events: ['ticket.opened'] }).error?.issues[0]?.path).toEqual([path]);
});

test('an address of 500 characters is one', () => {
  const long = `https://desk.example/${'x'.repeat(479)}`;
  expect(input({ url: long }).url).toHaveLength(500);
});

test('a webhook hears of something, and of nothing that there is not', () => {
  expect(WebhookInput.safeParse({ url, events: [] }).success).toBe(false);
  expect(WebhookInput.safeParse({ url, events: ['ticket.exploded'] }).success).toBe(false);
});

test('a webhook of another server is not there', async () => {
  const { webhook_id } = await buildWebhook(admin, { guild_id, url });
  const delivery_id = await note(webhook_id);
  const { guild_id: other } = await buildGuild(ctx);
  const there = await callAs({ ctx, guild_id: other }, await buildMember(ctx, { guild_id: other, level: 2 }));
  const key = { guild_id: other, webhook_id };
  for (const attempt of [
    () => updateWebhook(there, { ...key, ...input() }),
    () => deleteWebhook(there, key),
    () => rotateSecret(there, key),
    () => listWebhookDeliveries(there, key),
    () => resendDelivery(there, { ...key, delivery_id }),
  ])
    expect((await errorOf(attempt()))?.code).toBe('outgoing_webhook.not_found');
  const mine = await buildWebhook(there, { guild_id: other, url });
  expect((await errorOf(resendDelivery(there, { ...mine, delivery_id })))?.code).toBe(
    'outgoing_webhook.delivery_not_found',
  );
});

test.each([0, 1] as const)('a member of level %s may do nothing with webhooks', async (level) => {
  const { webhook_id } = await buildWebhook(admin, { guild_id, url });
  const member = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level }));
  const key = { guild_id, webhook_id };
  for (const attempt of [
    () => listWebhooks(member, guild_id),
    () => createWebhook(member, { guild_id, ...input() }),
    () => updateWebhook(member, { ...key, ...input() }),
    () => deleteWebhook(member, key),
    () => rotateSecret(member, key),
  ])
    expect((await errorOf(attempt()))?.code).toBe('permission.denied');
});

test('the deliveries of a server go when the bot leaves it', async () => {
  const { webhook_id } = await buildWebhook(admin, { guild_id, url });
  await note(webhook_id);
  await forgetGuild(ctx, guild_id);
  expect(await deliveries()).toEqual([]);
});

test('what is switched off is not sent again', async () => {
  const { webhook_id } = await buildWebhook(admin, { guild_id, url });
  const delivery_id = await note(webhook_id);
  await updateWebhook(admin, { guild_id, webhook_id, ...input({ enabled: false }) });
  const refused = await errorOf(resendDelivery(admin, { guild_id, webhook_id, delivery_id }));
  expect(refused?.code).toBe('outgoing_webhook.off');
});
