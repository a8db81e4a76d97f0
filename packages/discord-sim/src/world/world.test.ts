import { expect, it } from 'vitest';
import { setOverwrite } from './channels.ts';
import { ManualClock } from './clock.ts';
import { createMessage } from './messages.ts';
import { compareIds, snowflakes, timeOfId } from './snowflake.ts';
import { addThreadMember, archiveIdleThreads } from './threads.ts';
import { World } from './world.ts';

it('ids made within one millisecond still differ and still grow', () => {
  const newId = snowflakes(new ManualClock());
  const ids = Array.from({ length: 10_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort(compareIds)).toEqual(ids);
});

it('messages of the past take their place by time, whatever the order they were added in', () => {
  const world = new World();
  const guild = world.addGuild();
  const channel = world.addChannel({ guild_id: guild.id });
  const now = world.clock.now();
  for (const hours of [1, 3, 2]) {
    world.addMessage({
      channel_id: channel.id,
      author_id: guild.owner_id,
      content: `${hours}h ago`,
      sent_at: now - hours * 3_600_000,
    });
  }
  const rows = world.messages.in('channel', channel.id);
  expect(rows.map((row) => row.content)).toEqual(['3h ago', '2h ago', '1h ago']);
  expect(timeOfId(rows[0]?.id ?? '')).toBe(now - 3 * 3_600_000);
  expect(world.channels.get(channel.id)?.last_message_id).toBe(rows[2]?.id);
});

it('ten thousand messages in five hundred channels are seeded within two seconds', () => {
  const world = new World();
  const guild = world.addGuild();
  const start = performance.now();
  for (let c = 0; c < 500; c += 1) {
    const channel = world.addChannel({ guild_id: guild.id, name: `c-${c}` });
    for (let m = 0; m < 20; m += 1)
      world.addMessage({ channel_id: channel.id, author_id: guild.owner_id, content: 'x' });
  }
  expect(world.messages.size).toBe(10_000);
  expect(performance.now() - start).toBeLessThan(2000);
});

it('only those who can see a channel hear what is said there', () => {
  const world = new World();
  const guild = world.addGuild({ everyone: 0n });
  const [inside, outside] = [world.addUser(), world.addUser()];
  for (const user of [inside, outside]) world.addMember({ guild_id: guild.id, user_id: user.id });
  const channel = world.addChannel({
    guild_id: guild.id,
    permission_overwrites: [{ id: inside.id, type: 1, allow: '1024', deny: '0' }],
  });
  const heard: string[] = [];
  world.listenAs({ userId: inside.id }, ({ t }) => heard.push(`inside ${t}`));
  world.listenAs({ userId: outside.id }, ({ t }) => heard.push(`outside ${t}`));
  world.addMessage({ channel_id: channel.id, author_id: guild.owner_id, content: 'psst' });
  expect(heard).toEqual(['inside MESSAGE_CREATE']);
});

it('a private thread exists only for its members and for thread managers', () => {
  const world = new World();
  const guild = world.addGuild();
  const member = world.addUser();
  world.addMember({ guild_id: guild.id, user_id: member.id });
  const parent = world.addChannel({ guild_id: guild.id });
  const heard: string[] = [];
  world.listenAs({ userId: member.id }, ({ t }) => heard.push(t));
  const thread = world.addChannel({
    guild_id: guild.id,
    type: 12,
    parent_id: parent.id,
    owner_id: guild.owner_id,
    name: 't',
  });
  world.addMessage({ channel_id: thread.id, author_id: guild.owner_id, content: 'hidden' });
  expect(heard).toEqual([]);
  addThreadMember(world, thread, member.id);
  expect(heard).toEqual(['THREAD_CREATE', 'THREAD_MEMBERS_UPDATE']);
});

it('whoever is let into a channel learns of its active threads', () => {
  const world = new World();
  const guild = world.addGuild({ everyone: 0n });
  const member = world.addUser();
  world.addMember({ guild_id: guild.id, user_id: member.id });
  const parent = world.addChannel({ guild_id: guild.id });
  const thread = world.addChannel({ guild_id: guild.id, type: 11, parent_id: parent.id, name: 'open' });
  const heard: { t: string; d: unknown }[] = [];
  world.listenAs({ userId: member.id }, (event) => heard.push(event));
  setOverwrite(world, parent, { id: member.id, type: 1, allow: '1024', deny: '0' });
  expect(heard.map(({ t }) => t)).toEqual(['CHANNEL_UPDATE', 'THREAD_LIST_SYNC']);
  expect(heard[1]?.d).toMatchObject({ channel_ids: [parent.id], threads: [{ id: thread.id }] });
});

it('a thread in which nothing is said goes to the archive when its time is up', () => {
  const clock = new ManualClock();
  const world = new World({ clock });
  const guild = world.addGuild();
  const parent = world.addChannel({ guild_id: guild.id });
  const since = new Date(clock.now()).toISOString();
  const thread = world.addChannel({
    guild_id: guild.id,
    type: 11,
    parent_id: parent.id,
    thread_metadata: { archived: false, auto_archive_duration: 60, archive_timestamp: since, locked: false },
  });
  clock.advance(50 * 60_000);
  world.addMessage({ channel_id: thread.id, author_id: guild.owner_id, content: 'still here' });
  clock.advance(50 * 60_000);
  archiveIdleThreads(world);
  expect(world.channels.get(thread.id)?.thread_metadata?.archived).toBe(false);
  clock.advance(11 * 60_000);
  archiveIdleThreads(world);
  expect(world.channels.get(thread.id)?.thread_metadata?.archived).toBe(true);
});

it('news of a change goes out after the whole change is made', () => {
  const world = new World();
  const guild = world.addGuild();
  const channel = world.addChannel({ guild_id: guild.id });
  const seen: (string | null | undefined)[] = [];
  world.listen(() => seen.push(world.channels.get(channel.id)?.topic));
  world.transact(() => {
    const message = world.addMessage({ channel_id: channel.id, author_id: guild.owner_id });
    createMessage(world, { ...message, id: world.newId() });
    world.channels.put({ ...channel, topic: 'changed' });
  });
  expect(seen).toEqual(['changed', 'changed']);
});
