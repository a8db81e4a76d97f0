import { createDiscord } from '@tickets/core/platform/discord/discord';
import { stage } from '@tickets/discord-sim/testing';
import { expect, test } from 'vitest';
import { skipSilences } from './client-options.ts';

test.each([false, true])(
  'an answer that never comes is lost at once (the work was done: %s)',
  async (done) => {
    skipSilences();
    await using on = await stage();
    const discord = createDiscord({ url: on.sim.url, token: on.app.bot_token, application_id: on.app.id });
    const say = (content: string) => discord.api.channels.createMessage(on.channel.id, { content });
    on.sim.faults.next({
      method: 'POST',
      route: '/channels/:id/messages',
      kind: 'timeout',
      afterEffect: done,
    });
    await expect(say('lost')).rejects.toThrow('Discord did not answer');
    expect(on.sim.world.messages.countIn('channel', on.channel.id)).toBe(done ? 1 : 0);
    expect(await say('heard')).toMatchObject({ content: 'heard' });
  },
);
