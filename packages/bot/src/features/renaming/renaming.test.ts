import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

describe('renaming', () => {
  test('gives the name in the form that Discord has, with placeholders filled', async () => {
    const { channel } = await w.openTicket();
    const text = await saidIn(
      await w.staff.goes(channel).slash('rename', { name: 'Cold Bread %id_padded% %username%' }),
    );
    expect(text).toContain(`<#${channel.id}>`);
    expect(w.sim.world.channels.get(channel.id)?.name).toBe('cold-bread-0001-mia');
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'cold-bread-0001-mia' });
  });

  test('a third time in ten minutes is refused with the time when it is possible again', async () => {
    const { channel } = await w.openTicket();
    for (const name of ['one', 'two']) await saidIn(await w.staff.goes(channel).slash('rename', { name }));
    const text = await saidIn(await w.staff.goes(channel).slash('rename', { name: 'three' }));
    expect(text).toMatch(/twice in ten minutes\. Try again <t:\d+:R>/);
    expect(w.sim.world.channels.get(channel.id)?.name).toBe('two');
  });

  test('what Discord alone knows of earlier names is told the same way', async () => {
    const { channel } = await w.openTicket();
    const rename = { method: 'PATCH', route: '/channels/:channel' } as const;
    w.sim.faults.next({ ...rename, kind: 429, retryAfterSeconds: 500 });
    const text = await saidIn(await w.staff.goes(channel).slash('rename', { name: 'one' }));
    const retry = Number(/twice in ten minutes\. Try again <t:(\d+):R>/.exec(text)?.[1]);
    expect(retry - Date.now() / 1000).toBeGreaterThan(480);
    expect(await w.ticket(1)).toMatchObject({ renamed_at: [], channel_name: 'ticket-1' });
  });

  test('a name that Discord refuses does not count', async () => {
    const { channel } = await w.openTicket();
    expect(await saidIn(await w.staff.goes(channel).slash('rename', { name: '!!!' }))).toContain('1 to 100');
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 500, times: 2 });
    expect(await saidIn(await w.staff.goes(channel).slash('rename', { name: 'x' }))).toContain(
      'does not answer',
    );
    expect(await w.ticket(1)).toMatchObject({ renamed_at: [], channel_name: 'ticket-1' });
  });
});
