import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld({ config: { premium: 'entitlements' } });
  await w.settings({ colour_success: '#123456', colour_failure: '#654321' });
});
afterEach(() => w[Symbol.asyncDispose]());

const grant = () =>
  w.ctx.db
    .insertInto('entitlements')
    .values({ guild_id: w.guild_id, tier: 0, source: 'operator', sku_label: 'Premium' })
    .execute();

describe('how messages look', () => {
  test('without premium: our colours, and our name below', async () => {
    const { welcome } = await w.openTicket();
    expect(welcome.embeds[0]).toMatchObject({ color: 0x2ecc71, footer: { text: 'Powered by Tickets' } });
    const [panel] = w.member.messages(w.lobby);
    expect(panel?.embeds[0]?.footer?.text).toBe('Powered by Tickets');
  });

  test('with premium: the colours of the server, and nothing of ours', async () => {
    await grant();
    const { welcome } = await w.openTicket();
    expect(welcome.embeds[0]).toMatchObject({ color: 0x123456 });
    expect(welcome.embeds[0]?.footer).toBeUndefined();
    const outcome = await w.member.goes(w.lobby).slash('claim');
    await saidIn(outcome);
    if (outcome.kind !== 'message') throw new Error(`not told at once: ${outcome.kind}`);
    expect(outcome.message.embeds[0]?.color).toBe(0x654321);
  });

  test('a fourth panel needs premium', async () => {
    for (let i = 0; i < 3; i++) await w.panel();
    await expect(w.panel()).rejects.toMatchObject({
      code: 'panel.quota_exceeded',
      message: 'Panel quota exceeded: You have 3/3 panels. Purchase premium to unlock more panels.',
    });
    await grant();
    await w.panel();
  });

  test('two panels at once do not exceed the quota', async () => {
    for (let i = 0; i < 2; i++) await w.panel();
    const made = await Promise.allSettled([w.panel(), w.panel(), w.panel()]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
