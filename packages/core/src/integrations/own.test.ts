import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import { IntegrationInput } from '@tickets/contract/integrations/integrations';
import { AppError } from '@tickets/contract/platform/errors';
import { buildGuild, buildMember, buildUser } from '@tickets/testkit/data/factories';
import { buildIntegration, integrationInput } from '@tickets/testkit/data/integrations';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { productCallBy } from '../access/product.ts';
import type { Context } from '../platform/context.ts';
import {
  createIntegration,
  deleteIntegration,
  listOwnIntegrations,
  publishIntegration,
  readOwnDeliveries,
  readOwnIntegration,
  updateIntegration,
  viewIntegration,
} from './own.ts';
import { approveIntegration, listReviews, refuseIntegration } from './review.ts';

let context: TestContext;
let ctx: Context;
let owner: string;
let other: string;
const admin = '4242';

beforeAll(async () => {
  context = await createTestContext({ config: { admins: new Set([admin]) } });
  ctx = context.ctx;
});
afterAll(() => context.close());
beforeEach(async () => {
  owner = (await buildUser(ctx)).user_id;
  other = (await buildUser(ctx)).user_id;
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

/** As somebody of whom Discord does not tell their servers. */
const viewAs = (user_id: string, id: number) => viewIntegration(ctx, { user_id, told: async () => [] }, id);

const parts = {
  placeholders: [
    { name: 'rank', json_path: 'player.rank' },
    { name: 'guild', json_path: 'player.guild.name' },
  ],
  headers: [{ name: 'Authorization', value: 'Bearer %key%' }],
  secrets: [{ name: 'key', description: 'From your account' }],
};

test('what was written is read back by its creator, private at first', async () => {
  const input = integrationInput({ ...parts, image_url: 'https://facts.example/i.png', http_method: 'POST' });
  const made = await createIntegration(ctx, owner, input);
  expect(made).toMatchObject({
    ...input,
    owner_id: owner,
    public: false,
    approved: false,
    review: 'private',
  });
  expect(await readOwnIntegration(ctx, owner, made.id)).toEqual({
    ...made,
    proxy_token: expect.any(String),
  });
  expect(await listOwnIntegrations(ctx, owner)).toMatchObject([{ id: made.id, guild_count: 0 }]);
  expect(await listOwnIntegrations(ctx, other)).toEqual([]);
});

test('to others an integration is closed, until it is public', async () => {
  const id = await buildIntegration(ctx, { owner_id: owner, ...parts });
  const everything = [
    [() => viewAs(other, id), 'integration.view_denied'],
    [() => readOwnIntegration(ctx, other, id), 'integration.not_yours'],
    [
      () => updateIntegration(ctx, other, { ...integrationInput(), integration_id: id }),
      'integration.not_yours',
    ],
    [() => deleteIntegration(ctx, other, id), 'integration.delete_denied'],
    [() => publishIntegration(ctx, other, id), 'integration.manage_denied'],
    [() => readOwnDeliveries(ctx, other, id), 'integration.not_yours'],
  ] as const;
  for (const [work, code] of everything) expect(await codeOf(work())).toBe(code);
  expect(await readOwnIntegration(ctx, owner, id)).toMatchObject({ name: 'Game facts' });
  expect(await codeOf(viewAs(owner, 999_999))).toBe('integration.not_found');
});

test('a private one may be looked at by whoever administers a server that has it, and by nobody else', async () => {
  const { guild_id, owner_id } = await buildGuild(ctx);
  const id = await buildIntegration(ctx, { owner_id: owner, guild_id, ...parts });
  const elsewhere = await buildGuild(ctx);
  const staff = (await buildUser(ctx)).user_id;
  await ctx.db.insertInto('bot_staff').values({ user_id: staff }).execute();
  const may = async (who: string) => (await codeOf(viewAs(who, id))) === 'done';
  expect({
    // Whom nobody has asked Discord for yet: there is no row of a member.
    owner: await may(owner_id),
    administrator: await may(await buildMember(ctx, { guild_id, level: 2 })),
    product: await may(admin),
    staff: await may(staff),
    support: await may(await buildMember(ctx, { guild_id, level: 1 })),
    left: await may(await buildMember(ctx, { guild_id, level: 2, present: false })),
    otherOwner: await may(elsewhere.owner_id),
    otherAdministrator: await may(await buildMember(ctx, { guild_id: elsewhere.guild_id, level: 2 })),
  }).toEqual({
    owner: true,
    administrator: true,
    product: false,
    staff: false,
    support: false,
    left: false,
    otherOwner: false,
    otherAdministrator: false,
  });
  const expires_at = new Date(ctx.clock.now().getTime() + 3_600_000);
  await ctx.db.insertInto('staff_overrides').values({ guild_id, expires_at }).execute();
  expect([await may(staff), await may(admin)]).toEqual([true, true]);
  await ctx.db.deleteFrom('guild_integrations').where('guild_id', '=', guild_id).execute();
  expect([await may(owner_id), await may(staff), await may(admin)]).toEqual([false, false, false]);
});

test('everybody is told the whole address, without who signs in there, and no header and no path in the answer', async () => {
  const id = await buildIntegration(ctx, {
    owner_id: owner,
    review: 'approved',
    ...parts,
    webhook_url: 'https://api.eu.facts.example.co.uk/of/%user_id%?k=%key%',
  });
  const view = await viewAs(other, id);
  expect(view).toMatchObject({
    webhook_url: 'https://api.eu.facts.example.co.uk/of/%user_id%?k=%key%',
    placeholders: [{ name: 'rank' }, { name: 'guild' }],
    secrets: [{ name: 'key', description: 'From your account' }],
  });
  expect(JSON.stringify(view)).not.toMatch(/Bearer|player\./);
});

test.each([
  ['https://bot:hunter2@facts.example/of?u=%user_id%', 'https://facts.example/of?u=%user_id%'],
  ['https://hunter2@facts.example:8443/of', 'https://facts.example:8443/of'],
  ['http://a@b:hunter2@facts.example/@of', 'http://facts.example/@of'],
  ['https://facts.example/a\u202eb', 'https://facts.example/a%E2%80%AEb'],
  ['https://facts.example?to=me@there.example', 'https://facts.example?to=me@there.example'],
])('of the address %s, which was taken in earlier, everybody is told %s', async (webhook_url, shown) => {
  const id = await buildIntegration(ctx, { owner_id: owner, review: 'approved', ...parts });
  await ctx.db.updateTable('integrations').set({ webhook_url }).where('integration_id', '=', id).execute();
  expect((await viewAs(other, id)).webhook_url).toBe(shown);
  const listed = await listOwnIntegrations(ctx, owner);
  expect(listed.find((one) => one.id === id)?.webhook_url).toBe(shown);
});

test('the database holds no header as it is', async () => {
  const id = await buildIntegration(ctx, { owner_id: owner, ...parts });
  const { rows } = await sql<{ value: Buffer }>`
    select value from integration_headers where integration_id = ${id}`.execute(ctx.db);
  expect(rows[0]?.value.toString('latin1')).not.toContain('Bearer');
});

describe('a change', () => {
  test('keeps the parts that name their ids, makes new ones, and drops the others', async () => {
    const made = await createIntegration(ctx, owner, integrationInput(parts));
    const [rank] = made.placeholders;
    const changed = await updateIntegration(ctx, owner, {
      ...integrationInput({
        placeholders: [
          { ...rank, name: 'level' },
          { name: 'rank', json_path: 'other' },
        ],
        secrets: [],
      }),
      integration_id: made.id,
    });
    expect(changed.placeholders).toEqual([
      { id: rank?.id, integration_id: made.id, name: 'level', json_path: 'player.rank' },
      { id: expect.any(Number), integration_id: made.id, name: 'rank', json_path: 'other' },
    ]);
    expect([changed.headers, changed.secrets]).toEqual([[], []]);
  });

  test('takes no part of another integration, and is then not made at all', async () => {
    const foreign = await createIntegration(ctx, other, integrationInput(parts));
    const made = await createIntegration(ctx, owner, integrationInput(parts));
    for (const list of ['placeholders', 'headers', 'secrets'] as const) {
      const input = { ...integrationInput({ name: 'Changed', ...parts, [list]: foreign[list] }) };
      expect(await codeOf(updateIntegration(ctx, owner, { ...input, integration_id: made.id }))).toBe(
        'integration.part_unknown',
      );
    }
    expect(await readOwnIntegration(ctx, owner, made.id)).toMatchObject({ name: 'Game facts' });
    expect((await readOwnIntegration(ctx, other, foreign.id)).placeholders).toHaveLength(2);
  });
});

test('nobody makes more than five, also not at once', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, () => codeOf(createIntegration(ctx, owner, integrationInput()))),
  );
  expect(all.filter((code) => code === 'done')).toHaveLength(integrationLimits.owned);
  expect(all.filter((code) => code === 'integration.owned_limit')).toHaveLength(3);
});

test('the secrets are checked on the domain that is called, or nowhere', async () => {
  const on = (validation_url: string) =>
    codeOf(
      createIntegration(
        ctx,
        owner,
        integrationInput({ webhook_url: 'https://api.facts.example/of', validation_url }),
      ),
    );
  expect(await on('https://check.facts.example/secrets')).toBe('done');
  expect(await on('https://facts.example.evil.test/')).toBe('integration.validation_host');
});

/** As an administrator of the product has read it. */
async function seen(integration_id: number) {
  const { updated_at } = await ctx.db
    .selectFrom('integrations')
    .where('integration_id', '=', integration_id)
    .select('updated_at')
    .executeTakeFirstOrThrow();
  return { integration_id, updated_at: updated_at.toISOString() };
}

describe('being public', () => {
  test('is asked for once, decided by administrators of the product, and told with its reason', async () => {
    const id = await buildIntegration(ctx, { owner_id: owner, ...parts });
    const call = productCallBy(ctx, admin);
    await publishIntegration(ctx, owner, id);
    expect(await codeOf(publishIntegration(ctx, owner, id))).toBe('integration.already_public');
    const waits = (await listReviews(call)).find(({ integration }) => integration.id === id);
    expect(waits).toMatchObject({ integration: { webhook_url: expect.stringContaining('https://') } });
    expect(JSON.stringify(waits)).not.toContain('Bearer');
    expect(await readOwnIntegration(ctx, owner, id)).toMatchObject({ public: true, approved: false });
    expect(await codeOf(viewAs(other, id))).toBe('integration.view_denied');

    await refuseIntegration(call, { integration_id: id, reason: 'Says too little' });
    expect(await readOwnIntegration(ctx, owner, id)).toMatchObject({
      public: false,
      review: 'refused',
      refusal: 'Says too little',
    });
    await publishIntegration(ctx, owner, id);
    const before = await seen(id);
    await updateIntegration(ctx, owner, { ...integrationInput({ name: 'Another' }), integration_id: id });
    expect(await codeOf(approveIntegration(call, before))).toBe('integration.review_over');
    await approveIntegration(call, await seen(id));
    expect(await codeOf(approveIntegration(call, await seen(id)))).toBe('integration.review_over');
    expect(await readOwnIntegration(ctx, owner, id)).toMatchObject({ approved: true, refusal: null });
    expect(await viewAs(other, id)).toMatchObject({ id });
  });

  test('waits for a review again where it becomes another, and not where its values do', async () => {
    const made = await createIntegration(ctx, owner, integrationInput(parts));
    const call = productCallBy(ctx, admin);
    const approve = () =>
      ctx.db
        .updateTable('integrations')
        .set({ review: 'approved' })
        .where('integration_id', '=', made.id)
        .execute();
    const after = async (values: object) => {
      await approve();
      const input = integrationInput({ ...parts, secrets: made.secrets, ...values });
      return (await updateIntegration(ctx, owner, { ...input, integration_id: made.id })).review;
    };
    expect(await after({ privacy_policy_url: 'https://facts.example/privacy', headers: [] })).toBe(
      'approved',
    );
    expect((await listReviews(call)).find(({ integration }) => integration.id === made.id)).toMatchObject({
      integration: { review: 'approved' },
    });
    for (const other of [
      { name: 'Free gifts' },
      { description: 'Something else' },
      { image_url: 'https://facts.example/other.png' },
      { webhook_url: 'https://elsewhere.example/' },
      { validation_url: 'https://facts.example/check' },
      { secrets: [...made.secrets, { name: 'bot_token' }] },
    ]) {
      expect(await after(other)).toBe('waiting');
      await after({});
      await updateIntegration(ctx, owner, {
        ...integrationInput({ ...parts, secrets: made.secrets }),
        integration_id: made.id,
      });
    }
  });

  test('and ended, leaves it to the servers that have it, whose administrators still may look at it', async () => {
    const { guild_id } = await buildGuild(ctx);
    const theirs = await buildMember(ctx, { guild_id, level: 2 });
    const support = await buildMember(ctx, { guild_id, level: 1 });
    const id = await buildIntegration(ctx, { owner_id: owner, review: 'approved', ...parts });
    await ctx.db
      .insertInto('guild_integrations')
      .values({ guild_id, integration_id: id, added_by: theirs })
      .execute();
    await refuseIntegration(productCallBy(ctx, admin), { integration_id: id, reason: 'Asks for too much' });
    expect(await viewAs(theirs, id)).toMatchObject({ id, approved: false });
    for (const who of [support, other]) expect(await codeOf(viewAs(who, id))).toBe('integration.view_denied');
  });

  test('is decided by nobody else', async () => {
    const id = await buildIntegration(ctx, { owner_id: owner, review: 'waiting' });
    const call = productCallBy(ctx, owner);
    for (const work of [
      listReviews(call),
      approveIntegration(call, { integration_id: id, updated_at: new Date().toISOString() }),
      refuseIntegration(call, { integration_id: id, reason: 'x' }),
    ])
      expect(await codeOf(work)).toBe('permission.admin_only');
  });
});

describe('what is no integration', () => {
  const long = 'x'.repeat(256);
  const many = (count: number, part: object) =>
    Array.from({ length: count }, (_, index) => ({ ...part, name: `n${index}` }));
  test.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: '\u200b\u2060 \u200d' }],
    ['name', { name: 'x'.repeat(33) }],
    ['description', { description: ' ' }],
    ['description', { description: long }],
    ['http_method', { http_method: 'PUT' }],
    ['image_url', { image_url: 'http://facts.example/i.png' }],
    ['image_url', { image_url: 'javascript:alert(1)' }],
    ['privacy_policy_url', { privacy_policy_url: `https://facts.example/${long}` }],
    ['webhook_url', { webhook_url: 'ftp://facts.example' }],
    ['webhook_url', { webhook_url: 'https://discord.com/api/webhooks/1/x' }],
    ['webhook_url', { webhook_url: 'https://canary.discord.com/x' }],
    ['webhook_url', { webhook_url: 'https://%key%.facts.example/' }],
    ['webhook_url', { webhook_url: 'https://user:pass@facts.example/' }],
    ['validation_url', { validation_url: 'nowhere' }],
    ['headers', { headers: many(6, { value: 'v' }) }],
    ['secrets', { secrets: many(6, {}) }],
    ['placeholders', { placeholders: many(16, { json_path: 'a' }) }],
    ['headers.0.name', { headers: [{ name: 'User-Agent', value: 'v' }] }],
    ['headers.0.name', { headers: [{ name: 'X-Forwarded-For', value: 'v' }] }],
    ['headers.0.name', { headers: [{ name: 'Host', value: 'v' }] }],
    ['headers.0.name', { headers: [{ name: 'a b', value: 'v' }] }],
    ['headers.0.value', { headers: [{ name: 'X-Key', value: 'a\r\nX-Other: b' }] }],
    ['placeholders.0.name', { placeholders: [{ name: 'a%b', json_path: 'a' }] }],
    [
      'placeholders.1.name',
      { placeholders: [...many(1, { json_path: 'a' }), ...many(1, { json_path: 'b' })] },
    ],
    ['secrets.0.description', { secrets: [{ name: 'key', description: long }] }],
    ['secrets.0.name', { secrets: [{ name: 'user_id' }] }],
  ])('is refused at its field: %s %j', (path, values) => {
    const sent = { ...integrationInput(), ...values };
    const { error } = IntegrationInput.safeParse(sent);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });

  test('an address that names an account is refused with where the account belongs', () => {
    const sent = { ...integrationInput(), webhook_url: 'https://user:pass@facts.example/' };
    expect(IntegrationInput.safeParse(sent).error?.issues.map(({ message }) => message)).toEqual([
      'Leave the user name and the password out of the address, and send them in a header.',
    ]);
  });

  test('blank addresses are none', () => {
    expect(
      integrationInput({ image_url: '', privacy_policy_url: ' ', validation_url: undefined }),
    ).toMatchObject({ image_url: null, privacy_policy_url: null, validation_url: null });
  });
});
