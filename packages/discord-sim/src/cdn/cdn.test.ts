import { describe, expect, it } from 'vitest';
import { startDiscord } from '../start.ts';
import { ManualClock } from '../world/clock.ts';
import { renderAttachment } from '../world/render-files.ts';
import { putWebhook } from '../world/webhooks.ts';
import { avatarUrl, guildIconUrl } from './links.ts';

async function scene() {
  const clock = new ManualClock();
  const sim = await startDiscord({ clock });
  const { world } = sim;
  const ada = world.addUser({ username: 'ada', avatar: 'a'.repeat(32) });
  const guild = world.addGuild({ owner_id: ada.id, name: 'Harbour', icon: 'b'.repeat(32) });
  const channel = world.addChannel({ guild_id: guild.id });
  const send = async (name: string, bytes: string) => {
    const message = await sim.as(ada.id).write(channel, '', { files: [{ name, bytes }] });
    const [file] = message.attachments;
    if (!file) throw new Error('the file was not kept');
    return renderAttachment(world, channel.id, file).url;
  };
  return { sim, world, clock, ada, guild, send, [Symbol.asyncDispose]: () => sim.close() };
}

describe('pictures', () => {
  it('are drawn for everybody, the same each time, at the addresses that clients form', async () => {
    await using s = await scene();
    for (const url of [
      avatarUrl(s.world, s.ada),
      guildIconUrl(s.world, s.guild),
      avatarUrl(s.world, { id: s.ada.id, avatar: null }),
    ]) {
      const first = await fetch(url);
      expect(first.status).toBe(200);
      expect(first.headers.get('content-type')).toContain('image/svg+xml');
      expect(first.headers.get('access-control-allow-origin')).toBe('*');
      expect(await first.text()).toBe(await (await fetch(url)).text());
    }
  });

  it('are not there under a hash that the person does not have', async () => {
    await using s = await scene();
    expect((await fetch(`${s.sim.url}/cdn/avatars/${s.ada.id}/${'c'.repeat(32)}.png`)).status).toBe(404);
    expect((await fetch(`${s.sim.url}/cdn/embed/avatars/6.png`)).status).toBe(404);
    expect((await fetch(`${avatarUrl(s.world, s.ada).split('?')[0]}?size=77`)).status).toBe(400);
  });
});

describe('pictures of webhooks', () => {
  it('are the one of the message, whose address the webhook gave, or its own', async () => {
    await using s = await scene();
    const hook = putWebhook(s.world, {
      id: s.world.newId(),
      type: 1,
      name: 'desk',
      avatar: 'd'.repeat(32),
      application_id: null,
      user_id: null,
      token: 'secret',
      guild_id: s.guild.id,
      channel_id: s.world.channels.in('guild', s.guild.id)[0]?.id ?? '',
    });
    const execute = await fetch(`${s.sim.url}/api/v10/webhooks/${hook.id}/secret?wait=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'hello', avatar_url: avatarUrl(s.world, s.ada) }),
    });
    const { author }: { author: { id: string; avatar: string } } = await execute.json();
    const asAda = await (await fetch(avatarUrl(s.world, s.ada))).text();
    expect(await (await fetch(avatarUrl(s.world, author))).text()).toBe(asAda);
    expect((await fetch(avatarUrl(s.world, hook))).status).toBe(200);
    expect((await fetch(avatarUrl(s.world, { ...hook, avatar: 'e'.repeat(32) }))).status).toBe(404);
  });
});

describe('attachments', () => {
  it('are served by their signed link until it runs out', async () => {
    await using s = await scene();
    const url = await s.send('notes.txt', 'as it was written');
    expect(await (await fetch(url)).text()).toBe('as it was written');
    s.clock.advance(24 * 3_600_000 + 1000);
    const late = await fetch(url);
    expect(late.status).toBe(404);
    expect(await late.text()).toBe('This content is no longer available.');
  });

  it('are not served without their signature, nor under somebody else’s', async () => {
    await using s = await scene();
    const url = await s.send('a.txt', 'one');
    const other = await s.send('b.txt', 'two');
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(404);
    expect((await fetch(`${url.split('?')[0]}?${other.split('?')[1]}`)).status).toBe(404);
  });

  it('cannot become a page of the simulator', async () => {
    await using s = await scene();
    const response = await fetch(await s.send('page.html', '<script>alert(1)</script>'));
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
