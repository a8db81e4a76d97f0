import { ApplicationFlags as F } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { stage } from '../testing.ts';

/** https://docs.discord.com/developers/resources/application#edit-current-application */
it('an application switches its own limited intents on and off, and no other flag', async () => {
  await using on = await stage();
  const edit = (flags: number) => on.fetch('PATCH', '/applications/@me', { body: { flags } });
  on.sim.world.applications.put({ ...on.app, flags: F.ApplicationCommandBadge });
  const intents = F.GatewayGuildMembersLimited | F.GatewayMessageContentLimited;
  expect((await edit(intents | F.GatewayGuildMembers)).body.flags).toBe(intents | F.ApplicationCommandBadge);
  expect((await edit(0)).body.flags).toBe(F.ApplicationCommandBadge);
});

it.each([null, ''])('an application empties its address for interactions by %j', async (address) => {
  await using on = await stage();
  on.sim.world.applications.put({ ...on.app, interactions_endpoint_url: 'https://app.example/discord' });
  const body = { interactions_endpoint_url: address };
  expect((await on.fetch('PATCH', '/applications/@me', { body })).body.interactions_endpoint_url).toBeNull();
  expect(on.sim.world.applications.get(on.app.id)?.interactions_endpoint_url).toBeNull();
});
