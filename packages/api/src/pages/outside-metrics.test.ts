import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { expect, test } from 'vitest';

async function figuresOf(app: { url: string }, name: string): Promise<string[]> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith(name));
}

test('metrics say how long Discord takes by kind of route, and whose limits it names, with few labels whatever is called', async () => {
  await using app = await startTestApp({ sim: true });
  const { world, faults } = app.sim;
  const guild = world.addGuild({ name: 'Desk' });
  const channel = world.addChannel({ guild_id: guild.id, name: 'talk' });
  world.addMember({ guild_id: guild.id, user_id: app.application.bot_user_id });
  const { api } = app.ctx.discord;
  const say = () => api.channels.createMessage(channel.id, { content: 'hello' });

  for (const kind of [{}, { global: true }, { shared: true }]) {
    faults.next({ route: '/channels/:id/messages', kind: 429, retryAfterSeconds: 0.01, ...kind });
    await say();
  }
  faults.next({ route: '/channels/:id/messages', kind: 503 });
  await expect(say()).rejects.toThrow();
  faults.next({ route: '/channels/:id/messages', kind: 'reset' });
  await expect(say()).rejects.toThrow();
  for (let id = 1n; id <= 30n; id += 1n)
    await expect(api.guilds.getMember(guild.id, String(10n ** 17n + id))).rejects.toThrow();

  const counts = await figuresOf(app, 'discord_request_duration_seconds_count');
  expect(counts).toEqual(
    expect.arrayContaining([
      'discord_request_duration_seconds_count{route="messages",status="2xx"} 3',
      'discord_request_duration_seconds_count{route="messages",status="4xx"} 3',
      'discord_request_duration_seconds_count{route="messages",status="5xx"} 1',
      'discord_request_duration_seconds_count{route="messages",status="none"} 1',
      'discord_request_duration_seconds_count{route="members",status="4xx"} 30',
    ]),
  );
  expect(counts.length).toBeLessThan(10);
  expect((await figuresOf(app, 'discord_rate_limited_total')).toSorted()).toEqual([
    'discord_rate_limited_total{scope="global"} 1',
    'discord_rate_limited_total{scope="shared"} 1',
    'discord_rate_limited_total{scope="user"} 1',
  ]);

  allowWarning(/shut this address out/);
  const ban = faults.banAddress({ retryAfterSeconds: 3600 });
  await expect(say()).rejects.toThrow('shut out');
  // What is held back was no call.
  await expect(say()).rejects.toThrow('shut out');
  ban.lift();
  expect(await figuresOf(app, 'discord_rate_limited_total{scope="address"}')).toEqual([
    'discord_rate_limited_total{scope="address"} 1',
  ]);
});

test('metrics say how much room files have and take, and when storage failed last', async () => {
  await using app = await startTestApp();
  const key = 'ab'.repeat(32);
  await app.ctx.storage.put(key, Buffer.from('bytes'));
  expect(await figuresOf(app, 'storage_attachment_bytes')).toEqual(['storage_attachment_bytes 0']);
  expect((await figuresOf(app, 'storage_free_bytes'))[0]).toMatch(/ [1-9][\d.e+]*$/);
  expect(await figuresOf(app, 'storage_failures_total')).toEqual(['storage_failures_total 0']);
  expect(await figuresOf(app, 'storage_last_failure')).toEqual([]);

  // A file stands where a folder has to be.
  const folder = dirname(dirname(dirname(app.ctx.storage.localPath?.(key) ?? '')));
  await writeFile(join(folder, 'cd'), '');
  await expect(app.ctx.storage.put('cd'.repeat(32), Buffer.from('bytes'))).rejects.toThrow();
  expect(await figuresOf(app, 'storage_failures_total')).toEqual(['storage_failures_total 1']);
  const [last = ''] = await figuresOf(app, 'storage_last_failure_timestamp_seconds');
  expect(Number(last.split(' ')[1])).toBeCloseTo(Date.now() / 1000, -2);
});
