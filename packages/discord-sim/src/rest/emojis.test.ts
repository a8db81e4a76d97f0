import { API } from '@discordjs/core';
import { AuditLogEvent, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { emojiUrl } from '../cdn/links.ts';
import { startDiscord } from '../start.ts';
import { type Stage, stage } from '../testing.ts';
import { auditReasons } from '../world/audit-log.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const picture = (bytes: Uint8Array, type = 'png') =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** Somebody in the server with a role of these permissions. */
function person(on: Stage, permissions: bigint) {
  const { world } = on.sim;
  const user = world.addUser();
  const role = world.addRole({ guild_id: on.guild.id, permissions });
  world.addMember({ guild_id: on.guild.id, user_id: user.id, roles: [role.id] });
  const act = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    on.fetch(method, `/guilds/${on.guild.id}/emojis${path}`, { token: user.client_token, body, headers });
  return { user, act };
}

describe('emojis', () => {
  it('are added with a picture, told to the server, and stand in the audit log with the reason', async () => {
    await using on = await stage();
    const heard: unknown[] = [];
    on.sim.world.listenAs(
      { userId: on.owner.id },
      ({ t, d }) => t === 'GUILD_EMOJIS_UPDATE' && heard.push(d),
    );
    const made = await new API(on.rest).guilds.createEmoji(
      on.guild.id,
      { name: 'wave', image: picture(PNG) },
      { reason: 'For greetings' },
    );
    expect(made).toMatchObject({ name: 'wave', animated: false, user: { id: on.app.bot_user_id } });
    expect(heard).toMatchObject([{ guild_id: on.guild.id, emojis: [{ id: made.id, name: 'wave' }] }]);
    expect(JSON.stringify(heard)).not.toContain('creator');
    expect(auditReasons(on.sim.world, made.id ?? '')).toEqual(['For greetings']);
    const log = await on.fetch('GET', `/guilds/${on.guild.id}/audit-logs?action_type=60`);
    expect(log.body.audit_log_entries).toMatchObject([{ action_type: AuditLogEvent.EmojiCreate }]);
  });

  it('are animated when their picture is a GIF, whatever its sender calls it', async () => {
    await using on = await stage();
    const { act } = person(on, P.CreateGuildExpressions);
    const sent = await act('POST', '', { name: 'spin', image: picture(GIF, 'png') });
    expect(sent).toMatchObject({ status: 201, body: { animated: true } });
  });

  it('need a name of two to thirty-two letters, digits and underscores, and a real picture of at most 256 KiB', async () => {
    await using on = await stage();
    const { act } = person(on, P.CreateGuildExpressions);
    const problems = async (body: object) => {
      const sent = await act('POST', '', body);
      expect(sent).toMatchObject({ status: 400, body: { code: 50035 } });
      return sent.body.errors;
    };
    const broken = (field: string, code: string) => ({ [field]: { _errors: [{ code }] } });
    const image = picture(PNG);
    expect(await problems({ name: 'x', image })).toMatchObject(broken('name', 'BASE_TYPE_BAD_LENGTH'));
    expect(await problems({ name: 'x'.repeat(33), image })).toMatchObject(
      broken('name', 'BASE_TYPE_BAD_LENGTH'),
    );
    expect(await problems({ name: 'no-hyphen', image })).toMatchObject(broken('name', 'STRING_TYPE_REGEX'));
    expect(await problems({ image })).toMatchObject(broken('name', 'BASE_TYPE_REQUIRED'));
    expect(await problems({ name: 'ok' })).toMatchObject(broken('image', 'BASE_TYPE_REQUIRED'));
    expect(await problems({ name: 'ok', image: 'hello' })).toMatchObject(broken('image', 'IMAGE_INVALID'));
    const noPicture = picture(Buffer.alloc(100, 'text'));
    expect(await problems({ name: 'ok', image: noPicture })).toMatchObject(broken('image', 'IMAGE_INVALID'));
    const padded = (size: number) => picture(Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]));
    expect(await problems({ name: 'ok', image: padded(262_145) })).toMatchObject(
      broken('image', 'BINARY_TYPE_MAX_SIZE'),
    );
    expect((await act('POST', '', { name: 'ok', image: padded(262_144) })).status).toBe(201);
  });

  it('are fifty of each kind at most', async () => {
    await using on = await stage();
    const { act } = person(on, P.CreateGuildExpressions);
    for (let n = 0; n < 50; n += 1) on.sim.world.addEmoji({ guild_id: on.guild.id, name: `still_${n}` });
    const still = () => act('POST', '', { name: 'one_more', image: picture(PNG) });
    expect((await still()).body.code).toBe(30008);
    expect((await act('POST', '', { name: 'moving', image: picture(GIF, 'gif') })).status).toBe(201);
    for (let n = 1; n < 50; n += 1)
      on.sim.world.addEmoji({ guild_id: on.guild.id, name: `moving_${n}`, animated: true });
    expect((await act('POST', '', { name: 'more', image: picture(GIF, 'gif') })).body.code).toBe(30018);
  });

  it('are added by those who may, changed by who added them, and by those who manage them all', async () => {
    await using on = await stage();
    const nobody = person(on, 0n);
    const creator = person(on, P.CreateGuildExpressions);
    const other = person(on, P.CreateGuildExpressions);
    const manager = person(on, P.ManageGuildExpressions);
    const wish = { name: 'wave', image: picture(PNG) };
    expect((await nobody.act('POST', '', wish)).body.code).toBe(50013);
    expect((await manager.act('POST', '', wish)).body.code).toBe(50013);
    const { id } = (await creator.act('POST', '', wish)).body;
    for (const { act } of [nobody, other]) {
      expect((await act('PATCH', `/${id}`, { name: 'mine' })).body.code).toBe(50013);
      expect((await act('DELETE', `/${id}`)).body.code).toBe(50013);
    }
    expect((await creator.act('PATCH', `/${id}`, { name: 'wave2' })).body).toMatchObject({ name: 'wave2' });
    expect((await manager.act('PATCH', `/${id}`, { name: 'a b' })).status).toBe(400);
    expect((await manager.act('DELETE', `/${id}`)).status).toBe(204);
    expect((await manager.act('GET', `/${id}`)).body.code).toBe(10014);
  });

  it('name who added them only to those who deal with emojis', async () => {
    await using on = await stage();
    const creator = person(on, P.CreateGuildExpressions);
    const nobody = person(on, 0n);
    await creator.act('POST', '', { name: 'wave', image: picture(PNG) });
    const seenBy = async ({ act }: typeof nobody) => (await act('GET', '')).body;
    expect(await seenBy(creator)).toMatchObject([{ name: 'wave', user: { id: creator.user.id } }]);
    expect(await seenBy(nobody)).toMatchObject([{ name: 'wave' }]);
    expect(JSON.stringify(await seenBy(nobody))).not.toContain(creator.user.id);
  });

  it('of another server are not there', async () => {
    await using on = await stage();
    const { act } = person(on, P.ManageGuildExpressions);
    const elsewhere = on.sim.world.addGuild();
    const emoji = on.sim.world.addEmoji({ guild_id: elsewhere.id });
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await act(method, `/${emoji.id}`)).body.code, method).toBe(10014);
  });
});

describe('uploaded pictures', () => {
  it('are served by the CDN as they were sent, and gone with their emoji', async () => {
    await using sim = await startDiscord().then((started) =>
      Object.assign(started, { [Symbol.asyncDispose]: () => started.close() }),
    );
    const owner = sim.world.addUser();
    const guild = sim.world.addGuild({ owner_id: owner.id });
    const send = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${sim.url}/api/v10${path}`, {
        method,
        headers: { authorization: owner.client_token, 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      });
      return answer.status === 204 ? {} : await answer.json();
    };
    const emoji = await send('POST', `/guilds/${guild.id}/emojis`, {
      name: 'wave',
      image: picture(GIF, 'gif'),
    });
    const served = await fetch(emojiUrl(sim.world, emoji));
    expect(served.headers.get('content-type')).toBe('image/gif');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(GIF);
    const { icon } = await send('PATCH', `/guilds/${guild.id}`, { icon: picture(PNG) });
    const shown = await fetch(`${sim.url}/cdn/icons/${guild.id}/${icon}.png`);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
    await send('DELETE', `/guilds/${guild.id}/emojis/${emoji.id}`);
    expect((await fetch(emojiUrl(sim.world, emoji))).status).toBe(404);
    expect(sim.world.blobs.get(`image-${emoji.id}`)).toBeUndefined();
  });
});
