import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type Stage, stage } from '../testing.ts';
import { auditReasons } from '../world/audit-log.ts';

/** A manager in the middle: one role above theirs, one below, and somebody who holds nothing. */
async function scene(permissions: bigint = P.ManageRoles) {
  const on = await stage();
  const { world } = on.sim;
  const [low, own, high] = ['low', 'own', 'high'].map((name) =>
    world.addRole({ guild_id: on.guild.id, name, permissions: name === 'own' ? permissions : 0n }),
  );
  if (!low || !own || !high) throw new Error('three roles were asked for');
  const [manager, member] = [world.addUser(), world.addUser()];
  world.addMember({ guild_id: on.guild.id, user_id: manager.id, roles: [own.id] });
  world.addMember({ guild_id: on.guild.id, user_id: member.id });
  return {
    on,
    world,
    low,
    own,
    high,
    manager,
    member,
    [Symbol.asyncDispose]: () => on[Symbol.asyncDispose](),
  };
}

const act = (on: Stage, token: string, method: string, path: string, body?: unknown) =>
  on.fetch(method, `/guilds/${on.guild.id}${path}`, {
    token,
    body,
    headers: { 'x-audit-log-reason': 'Because' },
  });

describe('roles in the hands of people', () => {
  it('are given and taken below one’s own highest; the owner gives all', async () => {
    await using s = await scene();
    const give = (token: string, roleId: string, method = 'PUT') =>
      act(s.on, token, method, `/members/${s.member.id}/roles/${roleId}`);
    const { client_token } = s.manager;
    expect((await give(client_token, s.low.id)).status).toBe(204);
    expect((await give(client_token, s.own.id)).body.code).toBe(50013);
    expect((await give(client_token, s.high.id)).body.code).toBe(50013);
    expect((await give(s.on.owner.client_token, s.high.id)).status).toBe(204);
    expect((await give(client_token, s.high.id, 'DELETE')).body.code).toBe(50013);
    expect((await give(client_token, s.low.id, 'DELETE')).status).toBe(204);
    expect(s.world.members.get(`${s.on.guild.id}:${s.member.id}`)?.roles).toEqual([s.high.id]);
    expect(auditReasons(s.world, s.member.id)).toEqual(['Because', 'Because', 'Because']);
  });

  it('stay where they are for who may not manage them, and the role of a bot for everybody', async () => {
    await using s = await scene();
    const path = `/members/${s.member.id}/roles`;
    expect((await act(s.on, s.member.client_token, 'PUT', `${path}/${s.low.id}`)).body.code).toBe(50013);
    const managed = s.world.roles.in('guild', s.on.guild.id).find((role) => role.managed);
    const token = s.on.owner.client_token;
    expect((await act(s.on, token, 'PUT', `${path}/${managed?.id}`)).body.code).toBe(50028);
    expect((await act(s.on, token, 'DELETE', `/roles/${managed?.id}`)).body.code).toBe(50028);
    expect((await act(s.on, token, 'DELETE', `/roles/${s.on.guild.id}`)).body.code).toBe(50028);
    expect((await act(s.on, token, 'PUT', `${path}/${s.on.channel.id}`)).body.code).toBe(10011);
  });

  it('are made at the bottom with a name and a colour, changed, and deleted, and everybody hears of it', async () => {
    await using s = await scene();
    const heard: string[] = [];
    const moved: string[] = [];
    s.world.listenAs({ userId: s.member.id }, ({ t, d }) => {
      const { name, position } = (d as { role?: { name: string; position: number } }).role ?? {}; // as Discord documents it
      if (t === 'GUILD_ROLE_UPDATE' && !name?.startsWith('helpers')) moved.push(`${name} ${position}`);
      else if (t.startsWith('GUILD_')) heard.push(`${t} ${JSON.stringify(d).includes('helpers')}`);
    });
    const token = s.manager.client_token;
    const made = await act(s.on, token, 'POST', '/roles', { name: 'helpers', color: 0x3498db });
    expect(made.body).toMatchObject({ name: 'helpers', color: 0x3498db, position: 1, managed: false });
    expect(moved).toEqual(expect.arrayContaining(['low 3', 'own 4', 'high 5']));
    const { id } = made.body;
    await act(s.on, token, 'PUT', `/members/${s.member.id}/roles/${id}`);
    expect((await act(s.on, token, 'PATCH', `/roles/${id}`, { name: 'helpers 2' })).status).toBe(200);
    expect((await act(s.on, token, 'DELETE', `/roles/${id}`)).status).toBe(204);
    expect(heard).toEqual([
      'GUILD_ROLE_CREATE true',
      'GUILD_MEMBER_UPDATE false',
      'GUILD_ROLE_UPDATE true',
      'GUILD_MEMBER_UPDATE false',
      'GUILD_ROLE_DELETE false',
    ]);
    expect(auditReasons(s.world, String(id))).toHaveLength(3);
    expect(s.world.members.get(`${s.on.guild.id}:${s.member.id}`)?.roles).toEqual([]);
  });

  it('are not made by others, with bad fields, or past two hundred and fifty', async () => {
    await using s = await scene();
    const make = (token: string, body: object) => act(s.on, token, 'POST', '/roles', body);
    expect((await make(s.member.client_token, { name: 'x' })).body.code).toBe(50013);
    const token = s.manager.client_token;
    expect((await make(token, { name: 'x'.repeat(101) })).body).toMatchObject({
      errors: { name: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH' }] } },
    });
    expect((await make(token, { color: 0x1000000 })).body).toMatchObject({
      errors: { color: { _errors: [{ code: 'NUMBER_TYPE_MAX' }] } },
    });
    expect((await make(token, { name: 'x', permissions: String(P.BanMembers) })).body.code).toBe(50013);
    for (let n = s.world.roles.countIn('guild', s.on.guild.id); n < 250; n += 1)
      s.world.addRole({ guild_id: s.on.guild.id, name: `r${n}` });
    expect((await make(token, { name: 'x' })).body.code).toBe(30005);
  });

  it('above one’s own are neither changed nor deleted', async () => {
    await using s = await scene();
    const token = s.manager.client_token;
    for (const role of [s.own, s.high]) {
      expect((await act(s.on, token, 'DELETE', `/roles/${role.id}`)).body.code).toBe(50013);
      expect((await act(s.on, token, 'PATCH', `/roles/${role.id}`, { name: 'x' })).body.code).toBe(50013);
    }
    expect((await act(s.on, s.on.owner.client_token, 'DELETE', `/roles/${s.high.id}`)).status).toBe(204);
  });
});
