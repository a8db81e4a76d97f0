import { auditActions } from '@tickets/contract/audit/codes';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// What is changed by a command stands in the audit log, with who used it.

let w: BotWorld;
beforeAll(async () => {
  w = await startBotWorld();
});
afterAll(() => w[Symbol.asyncDispose]());

const use = (name: string, options: Record<string, string | number> = {}) =>
  w.owner.goes(w.lobby).slash(name, options);
const run = async (name: string, options: Record<string, string | number> = {}) => {
  await saidIn(await use(name, options));
};
async function confirm(name: string, options: Record<string, string>): Promise<void> {
  const asked = await use(name, options);
  if (asked.kind !== 'deferred') throw new Error(`not acknowledged: ${asked.kind}`);
  await w.owner.click(await asked.settled(), 'Confirm');
}
const entries = () =>
  w.ctx.db
    .selectFrom('audit_entries')
    .where('guild_id', '=', w.guild_id)
    .select(['action', 'user_id', 'source', 'about_user_id', 'resource_name'])
    .orderBy('entry_id')
    .execute();

test.each<[string, keyof typeof auditActions, () => Promise<void>]>([
  ['/addadmin', 'member.add', () => confirm('addadmin', { user_or_role: w.other.id })],
  ['/removeadmin', 'member.remove', () => run('removeadmin', { user_or_role: w.other.id })],
  ['/blacklist', 'blacklist.add', () => run('blacklist', { user_or_role: w.other.id })],
  ['/managetags add', 'tag.save', () => run('managetags add', { id: 'hours', content: 'Nine to five' })],
  ['/managetags delete', 'tag.delete', () => run('managetags delete', { id: 'hours' })],
  ['/setup limit', 'settings.update', () => run('setup limit', { limit: 3 })],
])('%s', async (_, action, work) => {
  const before = await entries();
  await work();
  const added = (await entries()).slice(before.length);
  expect(added).toContainEqual(
    expect.objectContaining({ action: auditActions[action], user_id: w.owner.id, source: 'discord' }),
  );
});

test('/addsupport', async () => {
  const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Night shift' });
  await vi.waitFor(async () => {
    const heard = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', role.id).select('name');
    expect(await heard.execute()).toHaveLength(1);
  });
  const before = await entries();
  await confirm('addsupport', { role: role.id });
  expect((await entries()).slice(before.length)).toContainEqual(
    expect.objectContaining({ action: auditActions['member.add'], user_id: w.owner.id, source: 'discord' }),
  );
});

test('/language', async () => {
  const asked = await use('language');
  if (asked.kind !== 'deferred') throw new Error(`not acknowledged: ${asked.kind}`);
  const before = await entries();
  await saidIn(await w.owner.select(await asked.settled(), 'v1:language.choose', ['de']));
  expect((await entries()).slice(before.length)).toContainEqual(
    expect.objectContaining({
      action: auditActions['settings.update'],
      user_id: w.owner.id,
      source: 'discord',
    }),
  );
});
