import type { Db, Tx } from '@tickets/core/platform/db/db';
import type { FastifyInstance } from 'fastify';
import type { Person } from './people.ts';
import { seededRandom } from './random.ts';
import type { DemoServer, ServerKey } from './servers.ts';

const path = '/demo/player-card';
const name = 'Player Card';

/** Where the demo's own integration answers, from inside the program. */
export const playerCardUrl = (simulator: string) => `${simulator}${path}`;

const ranks = ['Deckhand', 'Sailor', 'Helmsman', 'First Mate', 'Captain'];

/** A small game server, as somebody who runs one would offer it: the same person always has the same card. */
export function mountPlayerCard(app: FastifyInstance): void {
  app.get<{ Querystring: { user?: string } }>(path, async (request) => {
    const random = seededRandom(
      Number(BigInt.asUintN(31, BigInt(request.query.user?.match(/^\d{1,20}$/)?.[0] ?? 0))),
    );
    const level = random.int(1, 60);
    return {
      player: {
        rank: ranks[Math.floor((level - 1) / 12)],
        level,
        hours: level * random.int(2, 8),
        last_seen: { server: `Bay ${random.int(1, 4)}` },
      },
    };
  });
}

/** An integration that anybody can add and one server has, and one that waits to be made public. */
export async function addIntegrations(
  tx: Tx,
  ids: Record<Person, string>,
  { harbour }: Record<ServerKey, DemoServer>,
): Promise<void> {
  const [card, orders] = await tx
    .insertInto('integrations')
    .values([
      {
        owner_id: ids.olive,
        name,
        description: 'What somebody is in our games: their rank, their level and where they were seen last.',
        privacy_policy_url: 'https://harbour.example/privacy',
        http_method: 'GET',
        webhook_url: `http://localhost${path}`,
        review: 'approved',
      },
      {
        owner_id: ids.sage,
        name: 'Order Status',
        description: 'Where the last order of a member is on its way.',
        http_method: 'POST',
        webhook_url: 'https://orders.example/status',
        validation_url: 'https://orders.example/check-key',
        review: 'waiting',
        asked_at: new Date(),
      },
    ])
    .returning('integration_id')
    .execute();
  if (!card || !orders) throw new Error('both were inserted');
  await tx
    .insertInto('integration_placeholders')
    .values([
      { ...card, name: 'player_rank', json_path: 'player.rank' },
      { ...card, name: 'player_level', json_path: 'player.level' },
      { ...card, name: 'player_hours', json_path: 'player.hours' },
      { ...card, name: 'player_server', json_path: 'player.last_seen.server' },
      { ...orders, name: 'order_status', json_path: 'order.status' },
    ])
    .execute();
  await tx
    .insertInto('integration_secrets')
    .values({ ...orders, name: 'api_key', description: 'From the settings of your shop' })
    .execute();
  await tx
    .insertInto('guild_integrations')
    .values({ ...card, guild_id: harbour.guild_id, added_by: ids.olive })
    .execute();
}

/** The program may answer at another address than when it was started last. */
export async function moveIntegration(db: Db, simulator: string): Promise<void> {
  await db
    .updateTable('integrations')
    .set({ webhook_url: `${playerCardUrl(simulator)}?user=%user_id%` })
    .where('name', '=', name)
    .where('webhook_url', 'like', `http%${path}%`)
    .execute();
}
