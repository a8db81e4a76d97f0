import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { AppError } from '@tickets/contract/platform/errors';
import { type Gate, type GateName, gates } from '@tickets/contract/premium/gates';
import { followPremium } from '@tickets/core/premium/follow';
import { grantPremium } from '@tickets/core/premium/grants';
import { gateLoader, isOpen } from '@tickets/core/premium/tier';
import { updateSettings } from '@tickets/core/settings/save';
import { serverStats } from '@tickets/core/stats/server';
import { callAs } from '@tickets/testkit/data/access';
import { buildForm, buildPanel, buildTicket } from '@tickets/testkit/data/factories';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let w: PanelWorld;
beforeAll(async () => {
  w = await startPanelWorld();
});
afterAll(() => w[Symbol.asyncDispose]());

type Refusing = { [N in GateName]: (typeof gates)[N] extends { refused: string } ? N : never }[GateName];

const at = ({ guild_id, token }: PanelDesk) => ({ params: { guild_id }, token });
const codeOf = ({ error }: { error?: { code: string } }): string | undefined => error?.code;
const tag = { id: 'docs', content: 'Read the docs', use_embed: false, use_guild_command: false };
const footed = CustomEmbedInput.parse({ description: 'All of it', footer: { text: 'Ours' } });

async function openTicket({ guild_id, addChannel }: PanelDesk) {
  const { ticket_id } = await buildTicket(w.app.ctx, { guild_id, channel_id: await addChannel() });
  return ticket_id;
}

async function ownerOf(guild_id: string) {
  const { ctx } = w.app;
  const { owner_id } = await ctx.db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .select('owner_id')
    .executeTakeFirstOrThrow();
  return callAs({ ctx, guild_id }, owner_id);
}
const codeOfRefusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** What one does for which a gate has to be open. Answers the code of the refusal. */
const attempts: Record<Refusing, (desk: PanelDesk) => Promise<string | undefined>> = {
  async panel_quota(desk) {
    for (let made = 0; made < 3; made++) await desk.create({ channel_id: desk.lobby });
    return (await desk.create({ channel_id: desk.lobby })).code;
  },
  async surplus_panels(desk) {
    const place = { guild_id: desk.guild_id, channel_id: desk.lobby };
    for (let made = 0; made < 3; made++) await buildPanel(w.app.ctx, place);
    const { panel_id } = await buildPanel(w.app.ctx, { ...place, force_disabled: true });
    await followPremium(w.app.ctx, desk.guild_id);
    return (await desk.update(panel_id, { title: 'Other' })).code;
  },
  async dashboard_replies(desk) {
    const params = { guild_id: desk.guild_id, ticket_id: await openTicket(desk) };
    return codeOf(
      await w.app.call('tickets.reply', {
        params,
        token: desk.token,
        body: { message: { content: 'Hello' } },
      }),
    );
  },
  async dashboard_tags(desk) {
    await w.app.call('tags.save', { ...at(desk), body: tag });
    const params = { guild_id: desk.guild_id, ticket_id: await openTicket(desk) };
    return codeOf(
      await w.app.call('tickets.send_tag', { params, token: desk.token, body: { tag_id: 'docs' } }),
    );
  },
  // Only the bot tells them.
  async statistics({ guild_id }) {
    return codeOfRefusal(serverStats(await ownerOf(guild_id), guild_id));
  },
  colours: async (desk) =>
    codeOf(await w.app.call('colours.save', { ...at(desk), body: { 0: '#112233', 1: '#332211' } })),
  // A save of all settings keeps them, as below.
  async auto_close({ guild_id }) {
    const call = await ownerOf(guild_id);
    return codeOfRefusal(updateSettings(call, guild_id, { auto_close: { since_last_message: 3600 } }));
  },
  async exit_survey(desk) {
    const { form_id } = await buildForm(w.app.ctx, { guild_id: desk.guild_id });
    return (await desk.create({ channel_id: desk.lobby, exit_survey_form_id: form_id })).code;
  },
  waiting_category: async (desk) =>
    (await desk.create({ channel_id: desk.lobby, pending_category: desk.category })).code,
  footer: async (desk) =>
    codeOf(await w.app.call('tags.save', { ...at(desk), body: { ...tag, use_embed: true, embed: footed } })),
  tag_command: async (desk) =>
    codeOf(await w.app.call('tags.save', { ...at(desk), body: { ...tag, use_guild_command: true } })),
};

test.each(Object.keys(attempts) as Refusing[])(
  '%s is refused without premium, in the words of the table of gates, and allowed with it',
  async (gate) => {
    const [poor, rich] = [await w.addDesk(), await w.addDesk({ premium: true })];
    expect(await attempts[gate](poor)).toBe(gates[gate].refused);
    expect(await attempts[gate](rich)).toBeUndefined();
  },
);

test('times of closing are not taken without premium; other settings of the same save are', async () => {
  const save = async (desk: PanelDesk) => {
    const { locales: _, success: __, ...settings } = (await w.app.call('settings.get', at(desk))).body;
    const auto_close = { ...settings.auto_close, enabled: true, since_last_message: 3600 };
    await w.app.call('settings.save', { ...at(desk), body: { ...settings, auto_close } });
    return (await w.app.call('settings.get', at(desk))).body.auto_close;
  };
  expect(await save(await w.addDesk())).toMatchObject({ enabled: true, since_last_message: 0 });
  expect(await save(await w.addDesk({ premium: true }))).toMatchObject({ since_last_message: 3600 });
});

test('what was earned by voting opens the gates for which it counts, and no others', async () => {
  const { ctx } = w.app;
  const { guild_id } = await w.addDesk();
  const vote = { guild_id, tier: 0, source: 'voting', sku_label: 'Vote' } as const;
  await ctx.db.insertInto('entitlements').values(vote).execute();
  for (const [name, gate] of Object.entries(gates) as [GateName, Gate][]) {
    expect([name, await isOpen(ctx, guild_id, name)]).toEqual([name, gate.voting]);
    expect([name, await gateLoader(ctx, name)(guild_id)]).toEqual([name, gate.voting]);
  }
  await grantPremium(ctx, { guild_id }, { tier: 0 });
  for (const name of Object.keys(gates) as GateName[]) expect(await isOpen(ctx, guild_id, name)).toBe(true);
});
