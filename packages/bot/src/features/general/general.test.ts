import { locales } from '@tickets/contract/platform/locales';
import { openDirectChannel } from '@tickets/discord-sim/world/channels';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld({ config: { premium: 'entitlements' } });
});
afterEach(() => w[Symbol.asyncDispose]());

const messageOf = async (used: Promise<Awaited<ReturnType<typeof w.member.slash>>>) => {
  const outcome = await used;
  if (outcome.kind !== 'deferred') throw new Error(`not acknowledged: ${outcome.kind}`);
  return outcome.settled();
};
const linksIn = (message: { components: unknown }) =>
  [...JSON.stringify(message.components).matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url);
const directly = () => openDirectChannel(w.sim.world, w.member.id, w.bot_id);

describe('/help', () => {
  test('groups what one may use, and names each sub-command', async () => {
    const groups = async (who: typeof w.member) =>
      (await messageOf(who.goes(w.lobby).slash('help'))).embeds.flatMap(({ fields }) => fields ?? []);
    const member = await groups(w.member);
    expect(member.map(({ name }) => name)).toEqual(['General ℹ️', 'Tickets 📩', 'Settings 🔧', 'Tags ✍️']);
    expect(member[0]?.value).toMatch(/^<\/help:\d+> Shows the commands that you can use$/m);
    expect(JSON.stringify(member)).not.toMatch(/\/(premium|claim|managetags)/);
    const owner = JSON.stringify(await groups(w.owner));
    expect(owner).toMatch(/<\/managetags add:\d+> Adds a tag/);
    expect(owner).toMatch(/<\/premium:\d+>/);
  });

  test('does not ask Discord for the list of commands each time', async () => {
    await messageOf(w.owner.goes(w.lobby).slash('help'));
    const seen = w.sim.faults.record();
    expect(await saidIn(await w.member.goes(w.lobby).slash('help'))).toMatch(/<\/help:\d+>/);
    expect(seen.filter(({ method, route }) => method === 'GET' && route.endsWith('/commands'))).toEqual([]);
  });

  test.each(locales)('fits into one message in $local_name', async ({ iso_short_code }) => {
    await w.settings({ language: iso_short_code });
    const { embeds } = await messageOf(w.owner.goes(w.lobby).slash('help'));
    const fields = embeds.flatMap((embed) => embed.fields ?? []);
    expect(fields.length).toBeGreaterThan(3);
    expect(fields.every(({ value }) => value.length <= 1024)).toBe(true);
    expect(JSON.stringify(embeds).length).toBeLessThan(6000);
  });

  test('in direct messages lists what works there', async () => {
    const said = await saidIn(await w.member.goes(directly()).slash('help'));
    expect(said.match(/<\/\w+:/g)).toEqual(['</help:', '</about:', '</invite:', '</gdpr:']);
  });
});

test.each([
  ['about', ['http://dashboard.test', 'http://dashboard.test/docs', 'http://discord.test/invite']],
  ['invite', ['http://discord.test/invite']],
  ['gdpr', ['http://dashboard.test/account/data']],
])('/%s leads on, for everyone, in a server and in direct messages', async (name, links) => {
  for (const place of [w.lobby, directly()])
    expect(linksIn(await messageOf(w.member.goes(place).slash(name)))).toEqual(links);
});

test('/panel leads to the panels of the server', async () => {
  const message = await messageOf(w.owner.goes(w.lobby).slash('panel'));
  expect(linksIn(message)).toEqual([`http://dashboard.test/manage/${w.guild_id}/panels`]);
});

describe('/premium', () => {
  test('says how premium is granted where there is none', async () => {
    const message = await messageOf(w.owner.goes(w.lobby).slash('premium'));
    expect(message.embeds[0]?.description).toContain('This server has no premium');
    expect(linksIn(message)).toEqual(['http://dashboard.test/docs/premium']);
  });

  test('turns panels on again that were disabled for want of it, and says so only then', async () => {
    const { row } = await w.panel({ force_disabled: true });
    const grant = { guild_id: w.guild_id, source: 'operator', sku_label: 'Premium' } as const;
    await w.ctx.db.insertInto('entitlements').values(grant).execute();
    const premium = async () => saidIn(await w.owner.goes(w.lobby).slash('premium'));
    expect(await premium()).toContain(
      'This server has premium. Panels that were turned off because it was missing work again.',
    );
    expect(await premium()).not.toContain('Panels');
    const panels = w.ctx.db.selectFrom('panels').where('panel_id', '=', row.panel_id);
    expect(await panels.select('force_disabled').execute()).toEqual([{ force_disabled: false }]);
  });
});

describe('/language', () => {
  const languages = () =>
    w.ctx.db.selectFrom('guild_settings').where('guild_id', '=', w.guild_id).select('language').execute();
  const choose = async (value: string) => {
    const message = await messageOf(w.owner.goes(w.lobby).slash('language'));
    return saidIn(await w.owner.select(message, 'v1:language.choose', [value]));
  };

  test('is answered in the language that was chosen', async () => {
    expect(await choose('de')).toContain('Der Bot spricht auf diesem Server jetzt **Deutsch**');
    expect(await languages()).toEqual([{ language: 'de' }]);
  });

  test('changes the messages of panels that are posted already', async () => {
    await w.panel();
    await choose('de');
    await settleAll(w.ctx);
    expect(w.member.messages(w.lobby)[0]?.embeds[0]?.footer?.text).toBe('Betrieben mit Tickets');
  });

  test('can follow Discord again', async () => {
    await choose('de');
    expect(await choose('automatic')).toContain('**English**');
    expect(await languages()).toEqual([{ language: null }]);
  });

  test('refuses a level that was taken away since the menu was shown', async () => {
    await w.ctx.db
      .updateTable('permissions')
      .set({ admin: true })
      .where('user_id', '=', w.staff.id)
      .execute();
    const message = await messageOf(w.staff.goes(w.lobby).slash('language'));
    await w.ctx.db
      .updateTable('permissions')
      .set({ admin: false })
      .where('user_id', '=', w.staff.id)
      .execute();
    expect(await saidIn(await w.staff.select(message, 'v1:language.choose', ['de']))).toContain('permission');
    expect(await languages()).toEqual([{ language: null }]);
  });
});

test.each(['panel', 'premium', 'language'])('/%s is for administrators', async (name) => {
  expect(await saidIn(await w.staff.goes(w.lobby).slash(name))).toContain('You do not have permission');
});
