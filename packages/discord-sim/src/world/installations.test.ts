import { ApplicationIntegrationType as Install } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { personOf } from '../control.ts';
import { type Stage, stage } from '../testing.ts';

/** A person in a server where the bot is not, who installs its application for themselves. */
async function elsewhere(on: Stage) {
  const { world } = on.sim;
  const { id } = world.addUser({ username: 'traveller' });
  const guild = world.addGuild({ owner_id: id, name: 'Elsewhere' });
  const channel = world.addChannel({ guild_id: guild.id, name: 'general' });
  const { status } = await fetch(`${on.sim.url}/faults/applications/${on.app.id}/install-for-user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: id }),
  });
  expect(status).toBe(204);
  return { guild, person: personOf(world, id).goes(channel) };
}

const define = (on: Stage, name: string, more: object = {}) =>
  on.fetch('POST', `/applications/${on.app.id}/commands`, { body: { name, description: 'x', ...more } });

it('whoever installed an application for themselves has its commands where its bot is not', async () => {
  await using on = await stage({ faultsOverHttp: true });
  await define(on, 'anywhere', { integration_types: [Install.GuildInstall, Install.UserInstall] });
  await define(on, 'unsaid');
  await define(on, 'with-bot', { integration_types: [Install.GuildInstall] });
  const { guild, person } = await elsewhere(on);
  const heard = vi.fn();
  on.sim.world.listenAs({ userId: on.app.bot_user_id, applicationId: on.app.id }, ({ d }) => heard(d));
  for (const name of ['anywhere', 'unsaid']) void person.slash(name);
  expect(() => person.slash('with-bot')).toThrow('Unknown application command');
  expect(heard.mock.calls).toMatchObject(
    [1, 2].map(() => [
      { guild_id: guild.id, authorizing_integration_owners: { [Install.UserInstall]: person.id } },
    ]),
  );
  expect(heard.mock.calls[0]?.[0].authorizing_integration_owners).not.toHaveProperty('0');
  const { body } = await on.fetch('GET', '/applications/@me');
  expect(body).toMatchObject({ approximate_user_install_count: 1, integration_types_config: { 1: {} } });
});

it('an answer says by whose installation it came about', async () => {
  await using on = await stage({ faultsOverHttp: true });
  await define(on, 'anywhere');
  const { person } = await elsewhere(on);
  const { world } = on.sim;
  world.listenAs({ userId: on.app.bot_user_id, applicationId: on.app.id }, ({ d }) => {
    const { id, token } = d as { id: string; token: string };
    void on.fetch('POST', `/interactions/${id}/${token}/callback`, {
      body: { type: 4, data: { content: 'Hello' } },
    });
  });
  expect(await person.slash('anywhere')).toMatchObject({
    message: { interaction: { authorizing_integration_owners: { [Install.UserInstall]: person.id } } },
  });
});
