import type { SetupStepName } from '@tickets/contract/setup/steps';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { settingsOf } from '@tickets/core/settings/read';
import { readFirstSteps, takeFirstStep } from '@tickets/core/setup/first-steps';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { callAs } from '@tickets/testkit/data/access';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
  // As the server is when the bot has just come.
  await w.settings({ category: null });
  await w.ctx.db.deleteFrom('permissions').execute();
});
afterEach(() => w[Symbol.asyncDispose]());

const read = async () => readFirstSteps(await callAs(w, w.owner.id), w.guild_id);
const take = async (step: SetupStepName) => takeFirstStep(await callAs(w, w.owner.id), w.guild_id, step);
const channelsNamed = (name: string) => w.sim.world.channels.all().filter((channel) => channel.name === name);
const nothing = { category: false, staff: false, panel: false, ticket: false };

test('three presses lead a new server to a ticket that a member opens and a supporter sees', async () => {
  expect(await read()).toEqual(nothing);
  expect(await take('category')).toEqual({ ...nothing, category: true });
  expect(await take('staff')).toEqual({ ...nothing, category: true, staff: true });
  expect(await take('panel')).toEqual({ category: true, staff: true, panel: true, ticket: false });

  const [role] = w.sim.world.roles.all().filter(({ name }) => name === 'Tickets Support');
  const supporter = w.addMember('sue');
  w.sim.world.members.get(`${w.guild_id}:${supporter.id}`)?.roles.push(role?.id ?? '');
  const [place] = channelsNamed('open-a-ticket');
  const [message] = w.sim.world.messages.all().filter(({ channel_id }) => channel_id === place?.id);
  if (!place || !message) throw new Error('there is no panel');
  const { channel } = await w.opened(await w.member.click(message, 'Open a ticket'));
  expect(channel.parent_id).toBe((await settingsOf(w.ctx.db, w.guild_id)).category);
  expect(supporter.sees(channel.id)).toBe(true);
  expect(w.other.sees(channel.id)).toBe(false);
  expect(await read()).toEqual({ category: true, staff: true, panel: true, ticket: true });
});

test('everybody sees the channel of the panel, and only the bot writes in it', async () => {
  await take('panel');
  const [place] = channelsNamed('open-a-ticket');
  expect(w.member.sees(place?.id ?? '')).toBe(true);
  await expect(w.member.write(place?.id ?? '', 'Hello?')).rejects.toThrow();
});

test('two presses at once, and a press on what is done, make one of each', async () => {
  await Promise.all([take('panel'), take('panel')]);
  await take('panel');
  expect(channelsNamed('open-a-ticket')).toHaveLength(1);
  expect(await w.ctx.db.selectFrom('panels').select('panel_id').execute()).toHaveLength(1);
  await Promise.all([take('staff'), take('staff')]);
  expect(w.sim.world.roles.all().filter(({ name }) => name === 'Tickets Support')).toHaveLength(1);
});

test('a step that Discord refuses says which permission the bot lacks, and nothing is half done', async () => {
  const role = w.sim.world.roles.get(w.bot_role.id);
  if (!role) throw new Error('the role is gone');
  const permissions = String(requiredPermissions & ~P.ManageChannels & ~P.ManageRoles);
  updateRole(w.sim.world, role, { permissions });
  await vi.waitFor(async () =>
    expect(
      await w.ctx.db
        .selectFrom('guild_roles')
        .where('role_id', '=', role.id)
        .select('permissions')
        .executeTakeFirst(),
    ).toEqual({ permissions }),
  );
  await expect(take('panel')).rejects.toThrow(/Manage Channels/);
  await expect(take('staff')).rejects.toThrow(/Manage Roles/);
  expect(await read()).toEqual(nothing);
});

test('threads need no category, and a team of its own or a person is somebody who answers', async () => {
  await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
  expect(await read()).toEqual({ ...nothing, category: true });
  const { team_id } = await w.ctx.db
    .insertInto('support_teams')
    .values({ guild_id: w.guild_id, name: 'Billing' })
    .returning('team_id')
    .executeTakeFirstOrThrow();
  expect((await read()).staff).toBe(false);
  await w.ctx.db.insertInto('support_team_users').values({ team_id, user_id: w.other.id }).execute();
  expect((await read()).staff).toBe(true);
});
